import type { Io } from '../io.ts';
import { shownPath } from '../show-change.ts';
import { printable } from '../style.ts';
import type { Origin } from './effective.ts';

/** A value as files have it, texts without quotes. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? printable(value) : printable(JSON.stringify(value) ?? 'null');

/** `docket.config.json:4`, `preset strict`. */
export const originText = ({ layer, from, line }: Origin, io: Pick<Io, 'cwd'>): string => {
  if (from === null) return layer === 'kept' ? 'kept from before' : 'default';
  return layer === 'preset'
    ? `preset ${from}`
    : `${printable(shownPath(from, io))}${line === undefined ? '' : `:${line}`}`;
};
