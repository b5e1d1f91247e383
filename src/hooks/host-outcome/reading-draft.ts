import {
  type Consequence,
  type Effect,
  type Ground,
  type Heard,
  type Ignored,
  measured,
  type Reader,
  type Reading,
} from './outcome.ts';

/** A reading while it is made. */
export interface Draft {
  /** Adds what decides what happens: it stands in front of what is merely said. */
  readonly decides: (consequence: Consequence) => void;
  readonly adds: (consequence: Consequence) => void;
  readonly hears: (by: Reader, text: string, as: string, ground: Ground) => void;
  /** The same for context, which the host cuts. */
  readonly hearsContext: (by: Reader, text: string, as: string, ground: Ground, isSpilled: boolean) => void;
  readonly ignores: (what: string, why: string, ground: Ground) => void;
  readonly isBlocked: () => boolean;
  readonly reading: () => Reading;
}

/** Effects by which something does not go the way it would have gone. */
const BLOCKING: ReadonlySet<Effect> = new Set(['denied', 'goes-on', 'halted', 'fed-back']);

/** A context that is longer is spilled to a file (measured.md, "Answers"). */
export const LONGEST_CONTEXT = 10_000;
const PREVIEW = 2_000;

export const startDraft = (): Draft => {
  const decisive: Consequence[] = [];
  const further: Consequence[] = [];
  const heard: Heard[] = [];
  const ignored: Ignored[] = [];
  const hears: Draft['hears'] = (by, text, as, { basis, source }) => {
    if (text.trim() !== '') heard.push({ by, text, as, basis, source });
  };
  const ignores: Draft['ignores'] = (what, why, { basis, source }) => ignored.push({ what, why, basis, source });
  return {
    decides: (consequence) => decisive.push(consequence),
    adds: (consequence) => further.push(consequence),
    hears,
    ignores,
    hearsContext: (by, text, as, ground, isSpilled) => {
      if (by !== 'model' || text.length <= LONGEST_CONTEXT || !isSpilled) {
        hears(by, text, as, ground);
        return;
      }
      hears(by, `${text.slice(0, PREVIEW)}…`, `the beginning of ${as}, and the path of a file with the rest`, ground);
      const why = `it has ${text.length} characters: over ${LONGEST_CONTEXT} it is spilled to a file, and the model sees the first 2 KB`;
      ignores(`the rest of ${as}`, why, measured('measured.md, Answers'));
    },
    isBlocked: () => decisive.some(({ effect }) => BLOCKING.has(effect)),
    reading: () => ({ consequences: [...decisive, ...further], heard, ignored }),
  };
};
