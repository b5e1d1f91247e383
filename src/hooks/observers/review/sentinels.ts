/** Words that say what a review came to. */
export interface Sentinel {
  /** `code`, `doc`, `precommit`, or a kind that the policy names. */
  readonly kind: string;
  readonly outcome: 'pass' | 'fail';
  /** As reviewers write them, with the label they need where they need one: `Overall: ✅ PASS`. */
  readonly text: string;
}

/**
 * The words of seed 000 ("Sentinel Routing"), those that are tried first at the top: of several kinds in one text the one
 * that comes first here is meant.
 */
export const SENTINELS: readonly Sentinel[] = [
  { kind: 'doc', outcome: 'pass', text: '✅ Mergeable' },
  { kind: 'doc', outcome: 'fail', text: '⛔ Needs revision' },
  { kind: 'code', outcome: 'pass', text: '✅ Ready' },
  { kind: 'code', outcome: 'fail', text: '⛔ Blocked' },
  { kind: 'precommit', outcome: 'pass', text: 'Overall: ✅ PASS' },
  { kind: 'precommit', outcome: 'fail', text: 'Overall: ⛔ FAIL' },
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

/** Of a sentinel that is a label alone: it never matches. */
const NOTHING = '(?!)';

/** Makes a sentinel ready to be looked for: in any case, with any blanks, emphasis inside. */
export const readySentinel = (sentinel: Sentinel): ReadySentinel => {
  const [, label, said = ''] = /^[\s#]*(?:((?:(?![✅⛔❌])[^:])*):)?\s*(.*)$/su.exec(sentinel.text.normalize()) ?? [];
  const words = said
    .replace(/[\ufe00-\ufe0f]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  // `✅Ready` is written as well: behind a mark no blank is needed.
  const source = words
    .map((word, index) => {
      if (index === 0) return word;
      return /\p{L}$/u.test(words[index - 1] ?? '') ? `${GAP}+${word}` : `${GAP}*${word}`;
    })
    .join('');
  return {
    ...sentinel,
    label: label === undefined ? null : label.trim().toLowerCase(),
    words: new RegExp(source || NOTHING, 'iuy'),
    anywhere: new RegExp(source || NOTHING, 'iu'),
  };
};
