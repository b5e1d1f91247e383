import { type Cursor, take } from './cursor.ts';
import type { Quote } from './syntax.ts';

/**
 * Reads a string from behind its opening mark, or on behind a hole in it, up to its end or the next hole. `start` is where
 * its piece begins. A string that nothing closes ends with its line, and one that may go on over lines with the text.
 */
export const readQuoted = (cursor: Cursor, quote: Quote, start: number, from: number): void => {
  const { text, end } = cursor;
  const { close, holes } = quote;
  const first = close.charCodeAt(0);
  const holeCode = holes?.[0]?.charCodeAt(0) ?? -1;
  const escapeCode = quote.escape === '\\' ? BACKSLASH : quote.escape === '`' ? BACKTICK : -1;
  let at = from;
  while (at < end) {
    const code = text.charCodeAt(at);
    const hole = code === holeCode ? holes?.find((each) => text.startsWith(each, at)) : undefined;
    if (hole !== undefined) {
      // `{{` is a brace of the text.
      if (hole !== '{' || text[at + 1] !== '{') {
        openHole(cursor, quote, start, at + hole.length);
        return;
      }
      at += 2;
    } else if (code === escapeCode) {
      // A line break behind the escape is two characters on some systems.
      at += text.startsWith('\r\n', at + 1) ? 3 : 2;
    } else if (code === first && text.startsWith(close, at)) {
      at += close.length;
      if (quote.escape !== 'doubled' || !text.startsWith(close, at)) break;
      at += close.length;
    } else if (quote.multiline !== true && (code === NEWLINE || code === CARRIAGE_RETURN)) break;
    else at += 1;
  }
  take(cursor, 'string', null, start, at);
};

const openHole = (cursor: Cursor, quote: Quote, start: number, end: number): void => {
  take(cursor, 'string', null, start, end);
  // What stands first in a hole stands where an operand does.
  cursor.last = end - 1;
  const open = cursor.text.charCodeAt(end - 1);
  cursor.frames.push({
    hole: { open, close: open === PARENTHESIS ? open + 1 : open + 2, quote },
    depth: 1,
    read: null,
  });
};

const BACKSLASH = 92;
const BACKTICK = 96;
const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const PARENTHESIS = 40;
