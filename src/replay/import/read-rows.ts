import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from 'ndjson';
import { type LineGate, lineGate } from './line-gate.ts';

/** A transcript that is read row by row, as fast as its reader asks. */
export interface RowReader {
  /** The next value that parses; undefined at the end. Throws the system's error when the file cannot be read. */
  readonly next: () => Promise<unknown>;
  /** How many bytes were read so far. */
  readonly bytes: () => number;
  /** What was read so far; complete once `next` gave undefined. */
  readonly tally: () => RowTally;
  readonly close: () => void;
}

export type RowTally = LineGate['tally'] & {
  /** Lines that are no JSON: cut off, two in one, something else. */
  readonly unparsed: number;
};

const CHUNK = 256 * 1024;

/** Opens a file of JSON lines. Lines that do not parse are counted and passed over. */
export const readRows = (path: string, longest?: number): RowReader => {
  const gate = lineGate(longest);
  const rows = parse();
  // A carriage return before a newline is white space to JSON; looking for both takes a regular expression over all there is.
  Object.assign(rows, { matcher: '\n' });
  let fd: number | null = null;
  let pieces: readonly Buffer[] = [];
  let given = 0;
  let unparsed = 0;
  let isOver = false;
  // In its strict mode the parser says of each bad line that it is one, and goes on.
  rows.on('error', () => {
    unparsed += 1;
  });

  const close = (): void => {
    isOver = true;
    if (fd !== null) closeSync(fd);
    fd = null;
  };

  const readOn = (): void => {
    fd ??= openSync(path, 'r');
    const chunk = Buffer.allocUnsafeSlow(CHUNK);
    const length = readSync(fd, chunk, 0, CHUNK, null);
    pieces = length === 0 ? gate.end() : gate.take(chunk.subarray(0, length));
    given = 0;
    if (length === 0) close();
  };

  return {
    next: async () => {
      for (;;) {
        // One piece at a time: rows that nobody has asked for are held by the parser.
        const row = rows.read() as unknown;
        if (row !== null) return row;
        const piece = pieces[given];
        given += 1;
        if (piece !== undefined) rows.write(piece);
        else if (isOver) return undefined;
        else {
          try {
            readOn();
          } catch (error) {
            close();
            throw error;
          }
          // Lets an interrupt through.
          await nextTurn();
        }
      }
    },
    bytes: () => gate.tally.bytes,
    tally: () => ({ ...gate.tally, unparsed }),
    close,
  };
};
