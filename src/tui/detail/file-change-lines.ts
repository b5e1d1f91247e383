import { diffWordsWithSpace } from 'diff';
import { columns } from '../../cli/style.ts';
import type { FileChange, Hunk } from '../../replay/file-change.ts';
import { type Line, line, type Span, type Tone } from '../look/line.ts';
import { atMost, chopped, type Page } from './page.ts';

/** So many lines of a change are shown; the raw event has them all. */
const MOST_LINES = 400;

/** A change to a file as a patch, with the words that differ marked in lines that only changed. */
export const fileChangeLines = ({ path, from, hunks, cutFrom }: FileChange, page: Page): Line[] => [
  line({ text: path, tone: 'strong' }, { text: `  ${HOW[from]}${countsOf(hunks)}`, tone: 'dim' }),
  ...(cutFrom === null
    ? []
    : [line({ text: `only its beginning and end are here, of ${cutFrom} bytes`, tone: 'dim' })]),
  ...atMost(
    hunks.flatMap((hunk) => hunkLines(hunk, page)),
    MOST_LINES,
  ),
];

const HOW: Readonly<Record<FileChange['from'], string>> = {
  patch: 'as it was changed',
  edit: 'what it would replace',
  content: 'the whole new content',
};

const countsOf = (hunks: readonly Hunk[]): string => {
  const count = (sign: string): number =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((text) => text.startsWith(sign)).length, 0);
  return `, +${count('+')} -${count('-')}`;
};

const hunkLines = ({ oldStart, newStart, lines }: Hunk, page: Page): Line[] => {
  const place =
    newStart === null && oldStart === null
      ? []
      : [line({ text: `@@ line ${newStart ?? oldStart} @@`, tone: 'accent' })];
  return [...place, ...runsOf(lines).flatMap((run) => runLines(run, page))];
};

/** What was removed and what came in its place. */
interface Run {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly other: string | null;
}

const runsOf = (lines: readonly string[]): Run[] => {
  const runs: { removed: string[]; added: string[]; other: string | null }[] = [];
  for (const text of lines) {
    const last = runs.at(-1);
    const body = text.slice(1);
    if (text.startsWith('-') && last?.other === null && last.added.length === 0) last.removed.push(body);
    else if (text.startsWith('-')) runs.push({ removed: [body], added: [], other: null });
    else if (text.startsWith('+') && last?.other === null) last.added.push(body);
    else if (text.startsWith('+')) runs.push({ removed: [], added: [body], other: null });
    else runs.push({ removed: [], added: [], other: text });
  }
  return runs;
};

const runLines = ({ removed, added, other }: Run, page: Page): Line[] => {
  if (other !== null) return signed(other.slice(0, 1), [{ text: other.slice(1) }], 'plain', page);
  const pairs =
    removed.length === added.length ? removed.map((before, index) => words(before, added[index] ?? '')) : [];
  return [
    ...removed.flatMap((text, index) => signed('-', pairs[index]?.before ?? [{ text, tone: 'bad' }], 'bad', page)),
    ...added.flatMap((text, index) => signed('+', pairs[index]?.after ?? [{ text, tone: 'good' }], 'good', page)),
  ];
};

/** A longer line is rarely one of a person, and comparing its words takes long. */
const LONGEST_COMPARED = 500;

const words = (before: string, after: string): { before: Span[]; after: Span[] } | null => {
  if (Math.max(before.length, after.length) > LONGEST_COMPARED) return null;
  const changes = diffWordsWithSpace(before, after);
  const kept = changes.reduce(
    (sum, { value, added, removed }) => sum + (added || removed ? 0 : value.trim().length),
    0,
  );
  // Lines that have little in common are two lines.
  if (kept * 2 < Math.max(before.trim().length, after.trim().length)) return null;
  return {
    before: changes.flatMap(({ value, added, removed }) =>
      added ? [] : [{ text: value, tone: removed ? ('bad-word' as const) : ('bad' as const) }],
    ),
    after: changes.flatMap(({ value, added, removed }) =>
      removed ? [] : [{ text: value, tone: added ? ('good-word' as const) : ('good' as const) }],
    ),
  };
};

/** A line of a file behind its sign, in as many lines of the pane as it takes. */
const signed = (sign: string, spans: readonly Span[], tone: Tone, { width }: Page): Line[] => {
  const drawn = spans.map((span) => ({ ...span, text: span.text.replaceAll('\t', '  ').replace(/\r$/, '') }));
  const text = drawn.map((span) => span.text).join('');
  if (columns(text) + 1 <= width) return [{ spans: [{ text: sign, tone }, ...drawn] }];
  return chopped(text, width - 1).map(({ text: piece, start }, index) => ({
    spans: [{ text: index === 0 ? sign : ' ', tone }, ...cutSpans(drawn, start, start + piece.length)],
  }));
};

const cutSpans = (spans: readonly Span[], from: number, to: number): Span[] => {
  let at = 0;
  return spans.flatMap((span) => {
    const text = span.text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += span.text.length;
    return text === '' ? [] : [{ ...span, text }];
  });
};
