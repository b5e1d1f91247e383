/** Words that say what a review came to. */
export interface Sentinel {
  /** `code`, `doc`, `precommit`, or a kind that the policy names. */
  readonly kind: string;
  readonly outcome: 'pass' | 'fail';
  /** As reviewers write them, with the label they need where they need one: `Overall: ✅ PASS`. */
  readonly text: string;
}

/** Security reviews end in these words as well. */
export const MERGEABLE = '✅ Mergeable';

/**
 * The words of seed 000 ("Sentinel Routing"), those that are tried first at the top: of several kinds in one text the one
 * that comes first here is meant.
 */
export const SENTINELS: readonly Sentinel[] = [
  { kind: 'doc', outcome: 'pass', text: MERGEABLE },
  { kind: 'doc', outcome: 'fail', text: '⛔ Needs revision' },
  { kind: 'code', outcome: 'pass', text: '✅ Ready' },
  { kind: 'code', outcome: 'fail', text: '⛔ Blocked' },
  { kind: 'precommit', outcome: 'pass', text: 'Overall: ✅ PASS' },
  { kind: 'precommit', outcome: 'fail', text: 'Overall: ⛔ FAIL' },
  // What the runner of the seed's own project prints.
  { kind: 'precommit', outcome: 'fail', text: 'Overall: ❌ FAIL' },
  { kind: 'code', outcome: 'pass', text: '✅ All Pass' },
];

/** A sentinel that lines can be compared with. */
export interface ReadySentinel extends Sentinel {
  /** The label it must stand behind, in lower case; null where any will do, or none. A word with a mark is no label. */
  readonly label: string | null;
  /** Matches its words where they begin. */
  readonly words: RegExp;
  /** Matches them anywhere, to tell that something may be meant. */
  readonly anywhere: RegExp;
}

/** Marks of Markdown may stand between the words. */
const GAP = '[\\s*_~`]';

/** Makes a sentinel ready to be looked for: in any case, with any blanks, emphasis inside. */
export const readySentinel = (sentinel: Sentinel): ReadySentinel => {
  const { label, said } = partsOf(sentinel.text);
  const words = said.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  // `✅Ready` is written as well: behind a mark no blank is needed.
  const source = words.reduce((before, word, index) =>
    /\p{L}$/u.test(words[index - 1] ?? '') ? `${before}${GAP}+${word}` : `${before}${GAP}*${word}`,
  );
  // `FAIL` is not said by `Failures: 0`.
  const whole = /[\p{L}\p{N}]$/u.test(said) ? `${source}(?![\\p{L}\\p{N}])` : source;
  return { ...sentinel, label, words: new RegExp(whole, 'iuy'), anywhere: new RegExp(whole, 'iu') };
};

/** The label and the words, as lines are read: without marks of Markdown around them. */
const partsOf = (text: string): { label: string | null; said: string } => {
  const plain = text
    .normalize()
    .replace(/[\ufe00-\ufe0f]/g, '')
    .replace(/^(?:[\s#*_~`•]|[-–]\s|\[[xX]\]\s)+|[\s*_~`]+$/gu, '');
  const [, label, said = ''] = /^((?:(?![✅⛔❌])[^:])*):[\s*_~`]*(.+)$/su.exec(plain) ?? [];
  const name = label
    ?.replace(/[*_~`#\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return name === undefined ? { label: null, said: plain } : { label: name === '' ? null : name, said };
};

/** Whether there is anything in a text that could be looked for. */
export const isSayable = ({ text }: Sentinel): boolean => partsOf(text).said !== '';
