import { countingLines } from './counting-lines.ts';
import type { ReadySentinel } from './sentinels.ts';

/** What the texts of a review say. */
export type ReadVerdict =
  | { readonly outcome: 'pass' | 'fail'; readonly kind: string; readonly sentinel: string }
  /** Something that may be meant for a verdict and is none. */
  | { readonly outcome: 'unclear'; readonly sentinel: string | null; readonly reason: string };

/**
 * The verdict in the texts of a review; null when they hold nothing like one. A sentinel counts when nothing stands before
 * it in its line but white space, marks of Markdown and one label, and for a passing one nothing behind it but marks and
 * punctuation. Of several kinds the one that comes first in the table is meant; within it, one failing sentinel anywhere
 * makes it fail (seed 000, "Sentinel Routing").
 */
export const readVerdict = (texts: readonly string[], sentinels: readonly ReadySentinel[]): ReadVerdict | null => {
  const found = new Set<ReadySentinel>();
  const notes: Notes = { gate: null, mention: null, unread: false };
  for (const text of texts) {
    const { lines, cut } = countingLines(text);
    notes.unread ||= cut;
    for (const line of lines) readLine(line, sentinels, found, notes);
    notes.mention ??= mentionIn(text, sentinels);
  }
  const kind = sentinels.find((sentinel) => found.has(sentinel))?.kind;
  if (kind === undefined) return withoutSentinel(notes);
  const own = sentinels.filter((sentinel) => found.has(sentinel) && sentinel.kind === kind);
  const [first] = own;
  const failing = own.find(({ outcome }) => outcome === 'fail');
  if (failing !== undefined) return { outcome: 'fail', kind, sentinel: failing.text };
  const sentinel = first?.text ?? null;
  if (notes.unread) return { outcome: 'unclear', sentinel, reason: 'it is too long to be read completely' };
  return { outcome: 'pass', kind, sentinel: sentinel ?? '' };
};

interface Notes {
  /** A gate that does not say of what. */
  gate: string | null;
  /** Words of a sentinel where they do not count. */
  mention: string | null;
  unread: boolean;
}

const withoutSentinel = ({ gate, mention }: Notes): ReadVerdict | null => {
  if (gate !== null) {
    return { outcome: 'unclear', sentinel: gate, reason: 'a bare gate does not say what was reviewed' };
  }
  return mention === null
    ? null
    : { outcome: 'unclear', sentinel: mention, reason: 'the words of a verdict do not stand as one' };
};

const readLine = (
  { text, onlyAgainst }: ReturnType<typeof countingLines>['lines'][number],
  sentinels: readonly ReadySentinel[],
  found: Set<ReadySentinel>,
  notes: Notes,
): void => {
  for (const { label, at } of beginnings(text)) {
    for (const sentinel of sentinels) {
      if (sentinel.label !== null && sentinel.label !== label) continue;
      const end = endOf(sentinel.words, text, at);
      if (end < 0) continue;
      if (sentinel.outcome === 'fail' || (!onlyAgainst && ENDS.test(text.slice(end)))) found.add(sentinel);
    }
    if (label === 'gate' && /^[✅⛔]/u.test(text.slice(at)) && ENDS.test(text.slice(at + 1))) {
      notes.gate ??= `Gate: ${text.charAt(at)}`;
    }
  }
};

const endOf = (words: RegExp, text: string, at: number): number => {
  words.lastIndex = at;
  return words.test(text) ? words.lastIndex : -1;
};

/** Marks, the end of a sentence, and pictures that take nothing back. A colon, a comma or a dash says that more comes. */
const ENDS = /^(?:[\s*_~`#.!…。！)\]]|(?![❌⛔⚠🚫🛑❓])\p{Extended_Pictographic})*$/u;

/** Where a verdict could begin in a line: behind its marks, and behind a label after them. */
const beginnings = (line: string): { label: string | null; at: number }[] => {
  const at = MARKS.exec(line)?.[0].length ?? 0;
  const labelled = LABEL.exec(line.slice(at));
  const label = labelled?.[1]
    ?.replace(/[*_~`#\s]+/g, ' ')
    .trim()
    .toLowerCase();
  if (labelled === null || label === undefined || !isLabel(label)) return [{ label: null, at }];
  return [
    { label: null, at },
    { label, at: at + labelled[0].length },
  ];
};

/** Headings, emphasis, the marks of lists with the blank they need, ticked boxes. */
const MARKS = /^(?:[\s#*_~`•·]|[-–]\s|\d{1,3}[.)]\s|\[[xX]\]\s)*/u;

/** `Verdict:`, `**Code review** (round 2):`, `结论：` */
const LABEL = /^((?:(?![✅⛔❌])[\p{L}\p{N}\p{Extended_Pictographic}\s*_~`/&()#'’.-]){1,60}?)[:：][\s*_~`]*/u;

/** A few words that name a verdict. More are a sentence, and some say that it is no verdict of this review. */
const isLabel = (label: string): boolean => {
  const words = label.split(' ');
  return words.length <= MOST_WORDS && !words.some((word) => OTHERWISE.has(word.replace(/[^\p{L}]/gu, '')));
};

const MOST_WORDS = 5;

const OTHERWISE = new Set(
  (
    'example examples eg template format sample expected expect if when unless until once otherwise else not no never ' +
    'previous previously last prior earlier former formerly old before was were would should could must may might can will ' +
    'use write print say reply respond answer return output emit end or either instead options option pending todo ' +
    'legend means meaning possible'
  ).split(' '),
);

/** The words of a sentinel anywhere in a text, of which a long one is not searched through. */
const mentionIn = (text: string, sentinels: readonly ReadySentinel[]): string | null =>
  sentinels.find(({ anywhere }) => anywhere.test(text.slice(0, MOST_SEARCHED)))?.text ?? null;

const MOST_SEARCHED = 64 * 1024;
