import { openSegment } from './open-segment.ts';
import type { Position } from './position.ts';
import type { LogFolder } from './segments.ts';

/** How many bytes before its position a cache remembers. */
const PRINT_BYTES = 256;

/** The text just before a position: a cheap check that a log is still the same. Throws the system's errors. */
export const printBefore = (folder: LogFolder, { segment, offset }: Position): string => {
  const source = openSegment(folder, segment);
  try {
    const length = Math.min(PRINT_BYTES, offset);
    const buffer = Buffer.allocUnsafe(length);
    const read = source.read(buffer, offset - length);
    return buffer.toString(undefined, 0, read);
  } finally {
    source.close();
  }
};

/** Whether what was derived from a log up to a position was derived from this one. Says nothing of edits further back. */
export const isOfThisLog = (
  folder: LogFolder,
  at: { readonly position: Position; readonly print: string },
): boolean => {
  try {
    return at.print !== '' && printBefore(folder, at.position) === at.print;
  } catch {
    return false;
  }
};
