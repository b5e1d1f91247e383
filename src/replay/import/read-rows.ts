import { createReadStream } from 'node:fs';
import { parse } from 'ndjson';
import { type LineGate, lineGate } from './line-gate.ts';

/** A transcript that is read row by row, as fast as its reader asks. */
export interface RowReader {
  /** The next value that parses; undefined at the end. Throws the system's error when the file cannot be read. */
  readonly next: () => Promise<unknown>;
  /** What was read so far; complete once `next` gave undefined. */
  readonly tally: () => RowTally;
  readonly close: () => void;
}

export type RowTally = LineGate['tally'] & {
  /** Lines that are no JSON: cut off, two in one, something else. */
  readonly unparsed: number;
};

const CHUNK = 64 * 1024;

/** Opens a file of JSON lines. Lines that do not parse are counted and passed over. */
export const readRows = (path: string, longest?: number): RowReader => {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  const gate = lineGate(longest);
  const rows = parse();
  let unparsed = 0;
  let problem: Error | null = null;
  let isOver = false;
  let wake = (): void => undefined;
  // In its strict mode the parser says of each bad line that it is one, and goes on.
  rows.on('error', () => {
    unparsed += 1;
  });
  rows.on('readable', () => wake());
  rows.on('end', () => {
    isOver = true;
    wake();
  });
  file.on('error', (error) => {
    problem = error;
    wake();
  });
  file.pipe(gate);
  // Not `pipe`: it lets go of a stream that says that something is wrong, and a bad line would be the last one.
  gate.on('data', (chunk: Buffer) => {
    if (rows.write(chunk)) return;
    gate.pause();
    rows.once('drain', () => gate.resume());
  });
  gate.on('end', () => rows.end());

  return {
    next: async () => {
      for (;;) {
        const row = rows.read() as unknown;
        if (row !== null) return row;
        if (problem !== null) throw problem;
        if (isOver) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    tally: () => ({ ...gate.tally, unparsed }),
    close: () => {
      file.destroy();
    },
  };
};
