import { styleText } from 'node:util';
import type { Io } from './io.ts';

type Format = Parameters<typeof styleText>[0];

export type Style = (format: Format, text: string) => string;

/** Colours where a person looks at a terminal that wants them (NO_COLOR, TERM=dumb), plain text elsewhere. */
export const styleFor = (io: Pick<Io, 'env' | 'isStdoutTty'>): Style => {
  const forced = (io.env['FORCE_COLOR'] ?? '') !== '';
  const wanted = (io.env['NO_COLOR'] ?? '') === '' && io.env['TERM'] !== 'dumb' && (io.isStdoutTty || forced);
  return wanted ? (format, text) => styleText(format, text) : (_format, text) => text;
};

/** Cuts a text to a width, marking the cut. Control characters, which could steer the terminal, become visible. */
export const cutTo = (text: string, width: number): string => {
  const visible = printable(text);
  const characters = [...visible];
  return characters.length <= width ? visible : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
};

/** The text with control characters shown as symbols. */
export const printable = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '�';
  });

/** The clock part of an event's time, UTC. */
export const clock = (at: string): string => at.slice(11, 19);
