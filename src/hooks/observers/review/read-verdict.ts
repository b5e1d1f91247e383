import { type CountingLine, countingLines } from './counting-lines.ts';
import { MERGEABLE, type ReadySentinel } from './sentinels.ts';

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
  const notes: Notes = { gate: null, other: null, security: false, mention: null, unread: false };
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
  const doubt = doubtOf(notes, first);
  if (doubt !== null) return { outcome: 'unclear', sentinel, reason: doubt };
  return { outcome: 'pass', kind, sentinel: sentinel ?? '' };
};

interface Notes {
  /** A gate that does not say of what. */
  gate: string | null;
  /** What stands behind the label of a sentinel in the place of its words. */
  other: string | null;
  /** It calls itself a review of security, whose words are those of document reviews. */
  security: boolean;
  /** Words of a sentinel where they do not count. */
  mention: string | null;
  unread: boolean;
}

/** Why a passing sentinel need not mean what it says; null when nothing speaks against it. */
const doubtOf = ({ other, security, unread }: Notes, passing: ReadySentinel | undefined): string | null => {
  if (unread) return 'it is too long to be read completely';
  if (passing?.label != null && other !== null) return `it also says ${other}`;
  return security && passing?.text === MERGEABLE ? 'it is a review of security' : null;
};

const withoutSentinel = ({ gate, other, mention }: Notes): ReadVerdict | null => {
  if (other !== null) return { outcome: 'unclear', sentinel: null, reason: `it says ${other}` };
  if (gate !== null) {
    return { outcome: 'unclear', sentinel: gate, reason: 'a bare gate does not say what was reviewed' };
  }
  return mention === null
    ? null
    : { outcome: 'unclear', sentinel: mention, reason: 'the words of a verdict do not stand as one' };
};

const readLine = (
  { text, onlyAgainst }: CountingLine,
  sentinels: readonly ReadySentinel[],
  found: Set<ReadySentinel>,
  notes: Notes,
): void => {
  notes.security ||= isOfSecurity(text);
  for (const { label, at, isPart } of beginnings(text)) {
    const mayPass = !onlyAgainst && !isPart && !TAKEN_BACK.test(text);
    let isOther = sentinels.some((sentinel) => sentinel.label === label && label !== null);
    for (const sentinel of sentinels) {
      if (sentinel.label !== null && sentinel.label !== label) continue;
      const end = endOf(sentinel.words, text, at);
      if (end < 0) continue;
      isOther &&= sentinel.label === null;
      if (sentinel.outcome === 'fail' || (mayPass && ENDS.test(text.slice(end)))) found.add(sentinel);
    }
    if (isOther && NO_PASS.test(text.slice(at))) notes.other ??= text.trim().slice(0, LONGEST_OTHER);
    if (label === 'gate' && /^[✅⛔]/u.test(text.slice(at)) && ENDS.test(text.slice(at + 1))) {
      notes.gate ??= `Gate: ${text.charAt(at)}`;
    }
  }
};

/** `## Overall: ⚠️ NO CHECKS RUN` */
const NO_PASS = /^(?!✅)\p{Extended_Pictographic}/u;
const LONGEST_OTHER = 80;

/** `## Security Review Report`, `⛔ Must fix` */
const isOfSecurity = (line: string): boolean => {
  const at = MARKS.exec(line)?.[0].length ?? 0;
  const said = line.slice(at);
  if (/^⛔ *must fix\b/iu.test(said)) return true;
  return /#|\*\*/.test(line.slice(0, at)) && SECURITY.test(said) && !/\bdoc/i.test(said);
};

const SECURITY = /\b(?:OWASP|security (?:review|audit|report|assessment|scan))\b/i;

const TAKEN_BACK = /~~/;

const endOf = (words: RegExp, text: string, at: number): number => {
  words.lastIndex = at;
  return words.test(text) ? words.lastIndex : -1;
};

/** Marks, the end of a sentence, and pictures that take nothing back. A colon, a comma or a dash says that more comes. */
const ENDS = /^(?:[\s*_~`#.!…。！)\]]|(?![❌⛔⚠🚫🛑❓])\p{Extended_Pictographic})*$/u;

/** Where a verdict could begin in a line: behind its marks, and behind a label after them. */
const beginnings = (line: string): { label: string | null; at: number; isPart: boolean }[] => {
  const at = MARKS.exec(line)?.[0].length ?? 0;
  const labelled = LABEL.exec(line.slice(at));
  const label = labelled?.[1]
    ?.replace(/[*_~`#\s]+/g, ' ')
    .trim()
    .toLowerCase();
  if (labelled === null || label === undefined || !isLabel(label)) return [{ label: null, at, isPart: false }];
  return [
    { label: null, at, isPart: false },
    { label, at: at + labelled[0].length, isPart: isOfPart(label) },
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
    'legend means meaning possible after with without assuming provided given upon barring except excluding modulo ' +
    'subject conditional conditionally only needs need needed requires require required partially partly almost nearly ' +
    'target goal next draft proposed suggested'
  ).split(' '),
);

/** A label that names a part of the work: what is said of it is not said of the whole, unless it fails. */
const isOfPart = (label: string): boolean =>
  /[^\s/]\/[^\s/]|[\p{L}\p{N}_]\.[\p{L}\p{N}]/u.test(label) ||
  label.split(/[^\p{L}]+/u).some((word) => PARTS.has(word));

const PARTS = new Set(
  (
    'test tests testing unit e2e integration lint linter lints build builds ci typecheck types compile format formatting ' +
    'coverage precommit security owasp performance correctness maintainability readability style architecture ' +
    'accessibility p0 p1 p2 p3 nit nits'
  ).split(' '),
);

/** The words of a sentinel anywhere in a text, of which a long one is not searched through. */
const mentionIn = (text: string, sentinels: readonly ReadySentinel[]): string | null =>
  sentinels.find(({ anywhere }) => anywhere.test(text.slice(0, MOST_SEARCHED)))?.text ?? null;

const MOST_SEARCHED = 64 * 1024;
