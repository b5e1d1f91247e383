import { styleText } from 'node:util';
import type { Io } from './io.ts';

export { actualWords } from '../replay/actual-words.ts';

type Format = Parameters<typeof styleText>[0];

export type Style = (format: Format, text: string) => string;

/** Colours where a person looks at a terminal that wants them (NO_COLOR, TERM=dumb), plain text elsewhere. */
export const styleFor = (io: Pick<Io, 'env' | 'isStdoutTty'>): Style => {
  const forced = (io.env['FORCE_COLOR'] ?? '') !== '';
  const wanted = (io.env['NO_COLOR'] ?? '') === '' && io.env['TERM'] !== 'dumb' && (io.isStdoutTty || forced);
  // What is forced is not for `styleText` to decide again by looking at the stream.
  return wanted ? (format, text) => styleText(format, text, { validateStream: false }) : (_format, text) => text;
};

/** Columns a text takes on a terminal: two for wide characters, none for combining ones. */
export const columns = (text: string): number => {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let sum = 0;
  for (const character of text) sum += columnsOf(character);
  return sum;
};

/** Cuts a text to a width, marking the cut. Control characters, which could steer the terminal, become visible. */
export const cutTo = (text: string, width: number): string => {
  const visible = printable(text);
  return columns(visible) <= width ? visible : `${beginning(visible, Math.max(0, width - 1))}…`;
};

/** The same, filled up with blanks to exactly the width. */
export const fitTo = (text: string, width: number): string => {
  const cut = cutTo(text, width);
  return `${cut}${' '.repeat(Math.max(0, width - columns(cut)))}`;
};

/** The text with control characters, and those that change the direction of writing, shown as symbols. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '�';
  });

/**
 * Breaks a text into lines of at most a width, at blanks; a word that is too long is broken where the line ends. The
 * first line begins with `first`, the others with as many blanks.
 */
export const wrap = (text: string, width: number, first = ''): string[] => {
  const indent = columns(first);
  const room = Math.max(8, width - indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).map(printable)) {
    if (line !== '' && columns(line) + columns(word) + 1 > room) {
      lines.push(line);
      line = '';
    }
    let rest = word;
    while (columns(rest) > room) {
      const part = beginning(rest, room);
      lines.push(part);
      rest = rest.slice(part.length);
    }
    line = line === '' ? rest : `${line} ${rest}`;
  }
  return [...lines, line].map((content, index) => `${index === 0 ? first : ' '.repeat(indent)}${content}`);
};

/** The clock part of an event's time, UTC. */
export const clock = (at: string): string => printable(at.slice(11, 19));

/** The date and clock of an event's time. */
export const atTime = (at: string): string => printable(`${at.slice(0, 10)} ${at.slice(11, 19)} UTC`);

const beginning = (text: string, width: number): string => {
  let sum = 0;
  let end = 0;
  for (const character of text) {
    sum += columnsOf(character);
    if (sum > width) break;
    end += character.length;
  }
  return text.slice(0, end);
};

const columnsOf = (character: string): number => {
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
};

/** East Asian scripts and forms, and pictures, as terminals draw them (Unicode Standard Annex 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
