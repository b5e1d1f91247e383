import { constants } from 'node:fs';
import type { Position } from './position.ts';
import { type LogFolder, segmentPath } from './segments.ts';

/** How many bytes before its position a cache remembers. */
const PRINT_BYTES = 256;

/** The bytes just before a position, base64: a cheap check that a log is still the same. Throws the system's errors. */
export const printBefore = (folder: LogFolder, { segment, offset }: Position): string => {
  const fd = folder.fs.openSync(segmentPath(folder, segment), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const length = Math.min(PRINT_BYTES, offset);
    const buffer = Buffer.alloc(length);
    const read = folder.fs.readSync(fd, buffer, 0, length, offset - length);
    return buffer.toString('base64', 0, read);
  } finally {
    folder.fs.closeSync(fd);
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
