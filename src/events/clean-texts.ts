/** The texts that docket's own rules would leave as they are, as far as that is known without asking them. */
export interface CleanTexts {
  /** Whether a text is one of them: it was added, or holds neither an anchor of a rule nor anything that is encoded. */
  readonly has: (text: string) => boolean;
  readonly add: (text: string) => void;
}

/**
 * Remembers texts that hold no secret. What an agent says comes again: the input of a call stands beside its result, a file is read
 * as it was written. UTF-16 units that are kept: between `MOST_KEPT` and twice as many.
 */
export const cleanTexts = (mayHoldSecret: (text: string) => boolean): CleanTexts => {
  let recent = new Set<string>();
  let before = new Set<string>();
  let kept = 0;
  const add = (text: string): void => {
    if (text.length < SHORT) return;
    kept += text.length;
    if (kept > MOST_KEPT) {
      before = recent;
      recent = new Set();
      kept = text.length;
    }
    recent.add(text);
  };
  return {
    has: (text) => {
      if (text.length >= SHORT && (recent.has(text) || before.has(text))) return true;
      if (mayHoldSecret(text)) return false;
      add(text);
      return true;
    },
    add,
  };
};

/** A shorter one is looked at as quickly as it is found again. */
const SHORT = 32;
const MOST_KEPT = 4 * 1024 * 1024;
