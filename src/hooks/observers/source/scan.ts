import { type Cursor, cursorOn, type Frame, findBehind, lineEnd, type Piece, take, takeCode } from './cursor.ts';
import { readPending } from './heredocs.ts';
import { regionsOf } from './jsx.ts';
import { readQuoted } from './quotes.ts';
import { type Attempt, lineStartBlock, SPECIALS, skipPage } from './specials.ts';
import { type BlockComment, type Quote, type Syntax, syntaxNamed } from './syntax.ts';

export type { Piece } from './cursor.ts';

/**
 * A text as stretches of code, comments and strings that follow each other without a gap. Takes time in proportion to
 * its length whatever it holds and throws at nothing: a comment or string that nothing closes ends with the text, or with
 * its line where it may not go on. What it takes for a string is what quotes hold: regular expressions, here-documents
 * and the text between JSX tags too. It reads as a compiler does only what that needs, so it can be wrong about a
 * regular expression behind `)`, and about the code in the braces of a Python f-string, which it takes for text.
 */
export const scan = (text: string, syntax: Syntax): Piece[] => {
  const pieces: Piece[] = [];
  if (syntax.markup === undefined) scanInto(pieces, text, { start: 0, end: text.length }, syntax);
  else {
    for (const { language, start, end } of regionsOf(text, syntax.markup === 'tags-and-fences')) {
      scanInto(pieces, text, { start, end }, syntaxNamed(language) ?? { ...syntax, quotes: [] });
    }
  }
  return withLines(pieces, text);
};

/** Lines are counted once at the end: readers may look at a stretch more than once. */
const withLines = (pieces: readonly Piece[], text: string): Piece[] => {
  let line = 1;
  let counted = 0;
  return pieces.map((piece) => {
    for (let at = text.indexOf('\n', counted); at >= 0 && at < piece.start; at = text.indexOf('\n', at + 1)) line += 1;
    counted = piece.start;
    return { ...piece, line };
  });
};

const scanInto = (
  pieces: Piece[],
  text: string,
  { start, end }: { start: number; end: number },
  syntax: Syntax,
): void => {
  const cursor = cursorOn(text, start, end, pieces);
  const attempts = attemptsOf(syntax);
  begin(cursor, syntax);
  while (cursor.at < end) {
    const frame = cursor.frames.at(-1);
    if (frame === undefined || frame.read === null) readCode(cursor, attempts, frame);
    else frame.read(cursor, frame);
  }
  takeCode(cursor, end);
};

/** What only the beginning of a text has: the line that names its program, the page before the first tag of PHP. */
const begin = (cursor: Cursor, { specials = [] }: Syntax): void => {
  const { text, at } = cursor;
  if (at > 0) return;
  const first = text.startsWith('\ufeff') ? 1 : 0;
  if (text.startsWith('#!', first) && text[first + 2] !== '[') {
    take(cursor, 'comment', 'line', first, lineEnd(cursor, first));
  }
  if (specials.includes('php-tags')) skipPage(cursor, cursor.at);
};

/** Reads code up to the next comment or string, and that; or up to the end of the hole it stands in. */
const readCode = (cursor: Cursor, attempts: Attempts, frame: Frame | undefined): void => {
  const { text, end, frames, pieces } = cursor;
  const { length } = pieces;
  const { hole = null } = frame ?? {};
  const open = frames.length;
  while (cursor.at < end) {
    const code = text.charCodeAt(cursor.at);
    if (frame !== undefined && hole !== null) {
      if (code === hole.open) frame.depth += 1;
      else if (code === hole.close) {
        frame.depth -= 1;
        if (frame.depth === 0) {
          closeHole(cursor, hole.quote);
          return;
        }
      }
    }
    const tries = code < 128 ? attempts[code] : undefined;
    if (tries?.some((read) => read(cursor)) === true) {
      if (pieces.length !== length || frames.length !== open) return;
      continue;
    }
    if (code > 32) cursor.last = cursor.at;
    cursor.at += 1;
  }
};

/** The string goes on with the bracket that closes the hole. */
const closeHole = (cursor: Cursor, quote: Quote | null): void => {
  const { at } = cursor;
  cursor.frames.pop();
  if (quote === null) {
    cursor.last = at;
    cursor.at += 1;
  } else readQuoted(cursor, quote, at, at + 1);
};

/** What may begin at a character, by its code. */
type Attempts = readonly (readonly Attempt['read'][] | undefined)[];

const KNOWN = new WeakMap<Syntax, Attempts>();

const attemptsOf = (syntax: Syntax): Attempts => {
  const known = KNOWN.get(syntax);
  if (known !== undefined) return known;
  const table: Attempt['read'][][] = [];
  for (const { first, read } of allAttempts(syntax)) {
    for (const char of first) {
      const code = char.charCodeAt(0);
      table[code] = [...(table[code] ?? []), read];
    }
  }
  KNOWN.set(syntax, table);
  return table;
};

const allAttempts = ({ lineComments = [], blockComments = [], quotes = [], specials = [] }: Syntax): Attempt[] => [
  { first: '\n', read: readPending },
  ...specials.flatMap((special) => SPECIALS[special]),
  ...blockComments.map((comment) => ({ first: first(comment.open), read: blockComment(comment) })),
  ...lineComments.map((mark) => ({ first: first(mark), read: lineComment(mark) })),
  ...quotes.map((quote) => ({ first: first(quote.open), read: quoted(quote) })),
];

const first = (text: string): string => text.slice(0, 1);

const lineComment =
  (mark: string) =>
  (cursor: Cursor): boolean => {
    const { text, at } = cursor;
    if (!text.startsWith(mark, at)) return false;
    take(cursor, 'comment', 'line', at, lineEnd(cursor, at));
    return true;
  };

const blockComment = ({ open, close, nests, atLineStart }: BlockComment): Attempt['read'] => {
  if (atLineStart === true) return lineStartBlock(open, close);
  return (cursor) => {
    const { text, at } = cursor;
    if (!text.startsWith(open, at)) return false;
    const from = at + open.length;
    take(
      cursor,
      'comment',
      'block',
      at,
      nests === true ? nestedEnd(cursor, open, close, from) : findBehind(cursor, close, from),
    );
    return true;
  };
};

const nestedEnd = ({ text, end }: Cursor, open: string, close: string, from: number): number => {
  let depth = 1;
  let at = from;
  while (at < end) {
    if (text.startsWith(close, at)) {
      depth -= 1;
      at += close.length;
      if (depth === 0) return at;
    } else if (text.startsWith(open, at)) {
      depth += 1;
      at += open.length;
    } else at += 1;
  }
  return end;
};

const quoted =
  (quote: Quote) =>
  (cursor: Cursor): boolean => {
    const { text, at } = cursor;
    if (!text.startsWith(quote.open, at)) return false;
    readQuoted(cursor, quote, at, at + quote.open.length);
    return true;
  };
