import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';

/** Bytes; what is larger was not written by hand. */
const LARGEST = 1024 * 1024;

/** A regular file of a size that people write, and what tells its content from any later one. */
export interface SourceFile {
  readonly bytes: Buffer;
  readonly stamp: Stamp;
}

/** Of a file's content, without reading it. */
export interface Stamp {
  readonly text: string;
  /** Milliseconds since the epoch: nothing about the file changed after that. */
  readonly changedAt: number;
}

/** What tells a file's content; null for what is no regular file, is too large, or is not there. */
export const stampOf = (path: string | Buffer): Stamp | null => {
  try {
    return readStamp(lstatSync(path, { throwIfNoEntry: false }));
  } catch {
    return null;
  }
};

/** All of a source file; null where `stampOf` gives none, and for what holds NUL bytes. Links are not followed, pipes not waited for. */
export const readSource = (path: string | Buffer): SourceFile | null => {
  let file: number | null = null;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    const stamp = readStamp(stats);
    if (stamp === null) return null;
    const bytes = Buffer.allocUnsafe(stats.size);
    const read = readSync(file, bytes, 0, stats.size, 0);
    const content = bytes.subarray(0, read);
    return content.includes(0) ? null : { bytes: content, stamp };
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
};

interface Stats {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
  readonly isFile: () => boolean;
}

const readStamp = (stats: Stats | undefined): Stamp | null => {
  if (stats === undefined || !stats.isFile() || stats.size > LARGEST) return null;
  const { size, mtimeMs, ctimeMs, ino } = stats;
  return { text: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, changedAt: Math.max(mtimeMs, ctimeMs) };
};
