import type { Quote } from './syntax.ts';

/** A stretch of a text: together the pieces are the text. */
export interface Piece {
  readonly kind: 'code' | 'comment' | 'string';
  /** How a comment is written; a docstring is a string that stands where a statement would. Null for all else. */
  readonly form: 'line' | 'block' | 'docstring' | null;
  /** UTF-16 offsets, the end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Of its first character, from 1. */
  readonly line: number;
}

/** What is open around the code that is read: a hole in a string, a tag or the inside of an element. */
export interface Frame {
  /** The brackets that are counted until the hole ends; null for what is no code. */
  readonly hole: { readonly open: number; readonly close: number; readonly quote: Quote | null } | null;
  depth: number;
  /** Reads what is no code. */
  readonly read: ((cursor: Cursor, frame: Frame) => void) | null;
}

/** Where a scan is in its text. Every reader moves it forward, or leaves it as it was and says so. */
export interface Cursor {
  readonly text: string;
  /** Nothing at or beyond it is read. */
  readonly end: number;
  at: number;
  /** Where the code begins that is not among the pieces yet. */
  from: number;
  /** The last character of code or of a string that was no white space; -1 before the first. */
  last: number;
  readonly frames: Frame[];
  readonly pieces: Piece[];
  /** Open brackets, in languages where a string on its own may be documentation. */
  brackets: number;
  /** Here-documents whose text begins with the next line. */
  readonly pending: { readonly bodyEnd: (from: number) => number | null }[];
  /** Where lines are that could end a here-document; worked out once. */
  closers: Map<string, number[]> | null;
  /** Up to here no regular expression ends. */
  noRegexBefore: number;
}

export const cursorOn = (text: string, start: number, end: number, pieces: Piece[]): Cursor => ({
  text,
  end,
  at: start,
  from: start,
  last: -1,
  frames: [],
  pieces,
  brackets: 0,
  pending: [],
  closers: null,
  noRegexBefore: 0,
});

/** Ends the code before a piece and adds the piece; the scan goes on behind it. */
export const take = (
  cursor: Cursor,
  kind: 'comment' | 'string',
  form: Piece['form'],
  from: number,
  to: number,
): void => {
  const end = Math.min(to, cursor.end);
  takeCode(cursor, from);
  if (end > from) cursor.pieces.push({ kind, form, start: from, end, line: 0 });
  if (kind === 'string') cursor.last = end - 1;
  cursor.from = end;
  cursor.at = end;
};

export const takeCode = (cursor: Cursor, to: number): void => {
  if (to <= cursor.from) return;
  const before = cursor.pieces.at(-1);
  if (before?.kind === 'code') {
    cursor.pieces[cursor.pieces.length - 1] = { ...before, end: to };
  } else cursor.pieces.push({ kind: 'code', form: null, start: cursor.from, end: to, line: 0 });
  cursor.from = to;
};

/** The offset of a text from a place on, or the end of what is scanned. */
export const find = ({ text, end }: Cursor, what: string, from: number): number => {
  const at = text.indexOf(what, from);
  return at < 0 || at > end ? end : at;
};

/** Behind a text from a place on, or the end of what is scanned. */
export const findBehind = (cursor: Cursor, what: string, from: number): number =>
  Math.min(find(cursor, what, from) + what.length, cursor.end);

/** Where the line ends, before its line break. */
export const lineEnd = (cursor: Cursor, from: number): number => {
  const at = find(cursor, '\n', from);
  return at > from && cursor.text.charCodeAt(at - 1) === CARRIAGE_RETURN ? at - 1 : at;
};

const CARRIAGE_RETURN = 13;

/** Whether a character can be part of a name: a letter, a digit, `_`, `$`, anything beyond ASCII. */
export const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 36 ||
  code > 127;

/** The name that ends at an offset, of at most twenty characters. */
export const wordEndingAt = (text: string, last: number): string => {
  let start = last + 1;
  const least = Math.max(0, last - 19);
  while (start > least && isNameCode(text.charCodeAt(start - 1))) start -= 1;
  return text.slice(start, last + 1);
};

/** Whether only white space stands before an offset in its line. */
export const isAtLineStart = (text: string, at: number): boolean => {
  const code = at === 0 ? 10 : text.charCodeAt(at - 1);
  return code === 10 || code === CARRIAGE_RETURN || (code === 0xfeff && at === 1);
};
