import { holdsEncodedText } from './may-hold-secret.ts';
import type { Span } from './redaction-spans.ts';

/** A text as it reads once its escapes are undone. */
export interface Decoded {
  readonly text: string;
  /** Where each character of it begins in the text it was made from; and one more, for the end. */
  readonly offsets: Uint32Array;
}

/** One stretch of base64, with what it may say: which of four depends on where in it the encoded text begins. */
export interface Base64Run extends Span {
  readonly readings: readonly string[];
}

/**
 * A text with its percent escapes (RFC 3986 §2.1) and its JSON and C escapes of printable characters (`\u0041`, `\x41`,
 * `\/`, with any number of backslashes, as in JSON inside JSON) undone; null when it has none. Other escapes (`\n`, `\"`)
 * are left, since rules look through them.
 */
export const undoEscapes = (text: string): Decoded | null => {
  const escapes = /%(0[9ad]|[2-7][0-9a-f])|\\{1,16}(?:(?:u00|x)([2-7][0-9a-f])|\/)/gi;
  let match = escapes.exec(text);
  if (match === null) return null;
  const offsets = new Uint32Array(text.length + 1);
  let decoded = '';
  let length = 0;
  let done = 0;
  const copyTo = (end: number): void => {
    for (let at = done; at < end; at += 1, length += 1) offsets[length] = at;
    decoded += text.slice(done, end);
  };
  for (; match !== null; match = escapes.exec(text)) {
    copyTo(match.index);
    const digits = match[1] ?? match[2];
    decoded += digits === undefined ? '/' : String.fromCharCode(Number.parseInt(digits, 16));
    offsets[length] = match.index;
    length += 1;
    done = escapes.lastIndex;
  }
  copyTo(text.length);
  offsets[length] = text.length;
  return { text: decoded, offsets: offsets.subarray(0, length + 1) };
};

/** Whether there is anything in a text, or in the texts of a JSON text, that these functions would decode. */
export const mayBeEncoded = (text: string): boolean =>
  holdsEncodedText(text) || /%[0-7][\da-f]|\\(?:u00|x|\/)/i.test(text);

/**
 * The stretches of base64 (RFC 4648 §4 and §5, with and without padding, also wrapped into lines) in a text that hold
 * readable text. Each is read from all four places where a group of four characters can begin, so it does not matter
 * what stands before the encoded text without a break, or in it before the readable part.
 */
export const base64Runs = (text: string): readonly Base64Run[] => {
  const runs: Base64Run[] = [];
  // What no part of a text says, none of its lines does: most texts need no closer look.
  if (!holdsEncodedText(text)) return runs;
  for (let at = 0; at < text.length; ) {
    const start = runStart(text, at);
    if (start < 0) break;
    const { end, lines } = wrappedRun(text, start);
    if (lines.some(holdsEncodedText)) runs.push({ start, end, readings: readingsOf(lines.join('')) });
    at = end;
  }
  return runs;
};

/** Where the next stretch of base64 characters that is long enough begins; -1 when there is none. */
const runStart = (text: string, from: number): number => {
  long ??= /[\w+/-]{19}/g;
  long.lastIndex = from;
  return long.exec(text)?.index ?? -1;
};

const wrappedRun = (text: string, start: number): { end: number; lines: readonly string[] } => {
  const lines: string[] = [];
  let end = start;
  for (let at = start; ; ) {
    const lineEnd = endOfLine(text, at);
    lines.push(text.slice(at, lineEnd));
    end = lineEnd;
    if (lineEnd - at < SHORTEST_WRAPPED) break;
    const next = behindBreak(text, lineEnd);
    if (next === lineEnd || !isBase64(text, next)) break;
    at = next;
  }
  while (text[end] === '=') end += 1;
  return { end, lines };
};

const endOfLine = (text: string, start: number): number => {
  let at = start;
  while (isBase64(text, at)) at += 1;
  return at;
};

const isBase64 = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x5f
  );
};

/** Where the line after a line break begins, also where JSON has escaped it; the same offset when none stands there. */
const behindBreak = (text: string, at: number): number => {
  lineBreak ??= /(?:\r?\n|\\{1,16}(?:r\\{1,16})?n)[ \t]{0,64}/y;
  lineBreak.lastIndex = at;
  return lineBreak.test(text) ? lineBreak.lastIndex : at;
};

const readingsOf = (characters: string): readonly string[] =>
  [0, 1, 2, 3].map((skip) => Buffer.from(characters.slice(skip), 'base64').toString('latin1'));

/** Encoders break lines at 64 or 76 characters. */
const SHORTEST_WRAPPED = 40;

let long: RegExp | undefined;
let lineBreak: RegExp | undefined;
