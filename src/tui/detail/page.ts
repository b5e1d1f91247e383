import { columns, printable, wrap } from '../../cli/style.ts';
import { type Line, line, type Span, type Tone } from '../look/line.ts';

/** What lines are made for. */
export interface Page {
  readonly width: number;
  /** Parts that are not as they are by themselves. */
  readonly toggled: ReadonlySet<string>;
}

export const EMPTY_LINE: Line = line('');

/** A text in as many lines as it takes; the first begins with `first`, the others with as many blanks. */
export const wrapped = (text: string, { width }: Pick<Page, 'width'>, first = '', tone: Tone = 'plain'): Line[] =>
  wrap(text, width, first).map((row) => line({ text: row, tone }));

export const isOpenOn = ({ toggled }: Pick<Page, 'toggled'>, key: string, byItself: boolean): boolean =>
  toggled.has(key) !== byItself;

interface Fold {
  /** By which it is known as opened or folded up. */
  readonly key: string;
  /** Whether it is open by itself. */
  readonly isOpen: boolean;
  readonly head: readonly Span[];
  /** What is said of it only while it is folded up. */
  readonly preview?: Span;
}

/** The head of a part that can be opened, and what is in it. */
export const foldable = (
  page: Page,
  { key, isOpen: byItself, head, preview }: Fold,
  body: () => readonly Line[],
): Line[] => {
  const isOpen = isOpenOn(page, key, byItself);
  const more = isOpen || preview === undefined ? [] : [preview];
  const first: Line = { spans: [{ text: isOpen ? '▾ ' : '▸ ', tone: 'dim' }, ...head, ...more], fold: key, isOpen };
  return isOpen ? [first, ...body()] : [first];
};

/** Lines under each other, an empty one between the parts that are not empty. */
export const parts = (...all: readonly (readonly Line[])[]): Line[] =>
  all
    .filter((lines) => lines.length > 0)
    .flatMap((lines, index) => (index === 0 ? [...lines] : [EMPTY_LINE, ...lines]));

/** A piece of a text, and where it begins there. */
export interface Piece {
  readonly text: string;
  readonly start: number;
}

/**
 * A text cut into pieces of at most a width, at its line ends and else behind a blank where there is one: nothing of it is
 * changed, so that positions in it can be found again.
 */
export const chopped = (text: string, width: number): Piece[] => {
  const pieces: Piece[] = [];
  let start = 0;
  for (const row of text.split('\n')) {
    pieces.push(...piecesOf(row, start, Math.max(8, width)));
    start += row.length + 1;
  }
  return pieces;
};

const piecesOf = (row: string, offset: number, width: number): Piece[] => {
  const pieces: Piece[] = [];
  let start = 0;
  while (start < row.length) {
    const end = start + lengthOf(row.slice(start, start + 4 * width), width);
    const blank = end < row.length ? row.lastIndexOf(' ', end - 1) : -1;
    const cut = blank > start + width / 2 ? blank + 1 : end;
    pieces.push({ text: row.slice(start, cut), start: offset + start });
    start = cut;
  }
  return pieces.length === 0 ? [{ text: '', start: offset }] : pieces;
};

/** How much of a text fits a width. */
const lengthOf = (text: string, width: number): number => {
  let sum = 0;
  let length = 0;
  for (const character of text) {
    sum += columns(printable(character));
    if (sum > width && length > 0) break;
    length += character.length;
  }
  return length;
};

/** A head for a part of the detail. */
export const heading = (text: string): Line => line({ text, tone: 'strong' });

/** Code as it stands, in pieces; a tab is drawn as two blanks. */
export const codeLines = (text: string, { width }: Pick<Page, 'width'>, first = '', tone: Tone = 'plain'): Line[] =>
  chopped(text.replace(/\r?\n/g, '\n').replaceAll('\t', '  '), width - columns(first)).map(({ text: piece }) =>
    line({ text: `${first}${piece}`, tone }),
  );

/** The first lines, and how many more there are. */
export const atMost = (lines: readonly Line[], most: number): Line[] =>
  lines.length <= most
    ? [...lines]
    : [...lines.slice(0, most), line({ text: `… ${lines.length - most} more lines`, tone: 'dim' })];
