import { printable } from '../../cli/style.ts';
import type { TimeFormat } from '../model/model.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** The clock of a time in eight columns: of the day, or how long after the start it was. */
export const clockOf = (at: string, format: TimeFormat, start: string): string => {
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return printable(at.slice(11, 19)).padEnd(8);
  if (format === 'local') {
    const date = new Date(ms);
    return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  }
  if (format === 'utc') return at.slice(11, 19);
  const from = Date.parse(start);
  return `${ms < from ? '-' : '+'}${spanOf(Math.abs(ms - (Number.isNaN(from) ? ms : from)))}`.padStart(8);
};

/** `1:03`, `2:00:07`, from a day on `3d 04h`. */
const spanOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${Math.floor(hours / 24)}d ${two(hours % 24)}h`;
  const rest = `${two(seconds % 60)}`;
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
};

/** The date and clock of a time in sixteen columns, in eleven without the year, or how long ago it was. */
export const dayOf = (at: string, format: TimeFormat, now: number, isShort: boolean): string => {
  const from = isShort ? 5 : 0;
  const width = 16 - from;
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return printable(at.slice(from, 16)).padEnd(width);
  if (format === 'relative') return `${lengthOf(Math.max(0, now - ms))} ago`.padEnd(width);
  if (format === 'utc') return `${at.slice(from, 10)} ${at.slice(11, 16)}`;
  const date = new Date(ms);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day.slice(from)} ${two(date.getHours())}:${two(date.getMinutes())}`;
};

const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
];

/** How long something took, in one number: `42 s`, `12 min`, `3 h`, `2 d`. */
export const lengthOf = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const [name, length] = UNITS.find(([, unit]) => seconds >= unit) ?? ['s', 1];
  return `${Math.floor(seconds / length)} ${name}`;
};
