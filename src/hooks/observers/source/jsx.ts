import { type Cursor, type Frame, findBehind, lineEnd, type Piece, take } from './cursor.ts';
import { matchAt } from './heredocs.ts';
import { takesOperand } from './regexes.ts';

/** Reads the beginning of an element where an operand can stand; a type parameter (`<T,>(`, `<T extends`) is none. */
export const jsxElement = (cursor: Cursor): boolean => {
  if (
    !takesOperand(cursor) ||
    matchAt(/<(?:[A-Za-z_$][\w$.:-]{0,99}(?![\w$.:-]|\s{0,9}(?:,|extends\b|=\s))|(?=>))/y, cursor.text, cursor.at) ===
      null
  ) {
    return false;
  }
  openTag(cursor, 1);
  return true;
};

const openTag = (cursor: Cursor, length: number): void => {
  cursor.at += length;
  cursor.frames.push({ hole: null, depth: length, read: readTag });
};

/** Reads a tag up to its end or to code in it. The depth of its frame is the length of its mark: `<` or `</`. */
const readTag = (cursor: Cursor, frame: Frame): void => {
  const { text, end } = cursor;
  for (; cursor.at < end; cursor.at += 1) {
    const { at } = cursor;
    const char = text[at];
    const piece = pieceInTag(cursor, char);
    if (piece !== null) {
      take(cursor, piece.kind, piece.form, at, piece.end);
      return;
    }
    if (char === '{') {
      openHole(cursor);
      return;
    }
    if (char === '>') {
      cursor.frames.pop();
      // The end of an element ends what is inside it too; one that ends itself has no inside.
      if (frame.depth === CLOSING) cursor.frames.pop();
      else if (text[at - 1] !== '/') cursor.frames.push({ hole: null, depth: 0, read: readChildren });
      cursor.at += 1;
      cursor.last = at;
      return;
    }
  }
};

/** A value in quotes, or a comment. */
const pieceInTag = (
  cursor: Cursor,
  char: string | undefined,
): { kind: 'string' | 'comment'; form: Piece['form']; end: number } | null => {
  const { text, at } = cursor;
  if (char === '"' || char === "'") return { kind: 'string', form: null, end: findBehind(cursor, char, at + 1) };
  if (char !== '/') return null;
  if (text[at + 1] === '*') return { kind: 'comment', form: 'block', end: findBehind(cursor, '*/', at + 2) };
  return text[at + 1] === '/' ? { kind: 'comment', form: 'line', end: lineEnd(cursor, at) } : null;
};

const CLOSING = 2;

/** Reads the text between tags: nothing in it is code but what stands in braces. */
const readChildren = (cursor: Cursor): void => {
  const { text, end, at } = cursor;
  let stop = at;
  while (stop < end && text[stop] !== '{' && !(text[stop] === '<' && isTagStart(text, stop))) stop += 1;
  if (text.slice(at, stop).trim() !== '') take(cursor, 'string', null, at, stop);
  else cursor.at = stop;
  if (stop >= end) return;
  if (text[stop] === '{') openHole(cursor);
  else openTag(cursor, text[stop + 1] === '/' ? CLOSING : 1);
};

const isTagStart = (text: string, at: number): boolean => matchAt(/<[/>A-Za-z_$]/y, text, at) !== null;

const openHole = (cursor: Cursor): void => {
  cursor.last = cursor.at;
  cursor.at += 1;
  cursor.frames.push({ hole: { open: BRACE, close: BRACE + 2, quote: null }, depth: 1, read: null });
};

const BRACE = 123;

/** The parts of a page: what stands in `<script>` and `<style>`, and code between `---` lines at its top. */
export interface Region {
  readonly language: string;
  readonly start: number;
  readonly end: number;
}

/** The regions of a page in order; together they are the text. */
export const regionsOf = (text: string, hasFences: boolean): Region[] => {
  const regions: Region[] = [];
  let at = 0;
  const add = (language: string, end: number): void => {
    if (end > at) regions.push({ language, start: at, end });
    at = end;
  };
  const fence = hasFences ? /^\ufeff?\s{0,99}---[ \t\r]*\n/.exec(text) : null;
  if (fence !== null) {
    add('none', fence[0].length);
    const close = text.indexOf('\n---', at);
    add('script', close < 0 ? text.length : close + 1);
    add('none', Math.min(at + 3, text.length));
  }
  const opening = /<!--|<(script|style)\b/gi;
  opening.lastIndex = at;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const name = found[1]?.toLowerCase();
    if (name === undefined) {
      const close = text.indexOf('-->', found.index);
      opening.lastIndex = close < 0 ? text.length : close;
      continue;
    }
    const tagEnd = text.indexOf('>', found.index);
    if (tagEnd < 0) break;
    add('none', tagEnd + 1);
    const closing = new RegExp(`</${name}`, 'gi');
    closing.lastIndex = at;
    add(name === 'script' ? 'script' : 'css', closing.exec(text)?.index ?? text.length);
    opening.lastIndex = at;
  }
  add('none', text.length);
  return regions;
};
