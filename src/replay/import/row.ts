/** One line of a transcript: an object that may lack anything and hold anything. */
export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field's object; an empty one where it is none. */
export const objectIn = (row: Row, name: string): Row => {
  const value = row[name];
  return isRow(value) ? value : {};
};

/** A field's text, null where it is empty or none. */
export const textIn = (row: Row, name: string): string | null => {
  const value = row[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/**
 * Milliseconds since the epoch of a time as transcripts write it; null where there is none. A small number is no time:
 * read as one it would put its line before everything else.
 */
export const timeIn = (value: unknown): number | null => {
  const ms = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN;
  return Number.isFinite(ms) && ms >= EARLIEST && ms < LATEST ? Math.floor(ms) : null;
};

/** 1973, and the last year with four digits. */
const EARLIEST = 1e11;
const LATEST = 253_402_300_800_000;
