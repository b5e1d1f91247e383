import { constants } from 'node:fs';
import { type CachePart, partBytes, partIn, partText } from './cache-part.ts';
import { type LogFs, readFully } from './log-fs.ts';
import { partOf } from './part-of.ts';

/**
 * A part of a file by its number; null where there is none or it is damaged. Throws `ReplacedError` when it was not read
 * yet and another process has written the file anew since.
 */
export type CacheParts = (index: number) => CachePart | null;

/** What is left of a file belongs to another value than what was read of it. */
export class ReplacedError extends Error {
  override readonly name = 'ReplacedError';
  readonly code = 'REPLACED';
}

/** What is asked for first stands first, and mostly this much of a file is all that a hook reads. */
const FIRST_BYTES = 64 * 1024;
/** The line of sizes is shorter, in bytes. */
const MOST_SIZES = 1024;

/**
 * A file of some parts, as pieces to be written one after the other: a line of JSON with the parts' sizes in bytes, then a
 * line for each. Every line stands twice in a row, and one whose copies differ is damaged: comparing costs a hook nothing, a
 * checksum would cost it more than a cache saves.
 */
export const piecesOf = (parts: readonly CachePart[]): readonly Buffer[] => {
  const lines = parts.map(partBytes);
  const sizes = JSON.stringify(lines.map(({ length }) => length / 2 - 1));
  return [partBytes(sizes), ...lines];
};

/** The parts of a file. Reads its beginning, and the rest when it is asked for. Throws the system's errors. */
export const readParts = (path: string, fs: LogFs): CacheParts => {
  const first = readBeginning(path, fs);
  const starts = startsIn(first);
  let later: Piece | undefined;

  /** Reads what does not stand at the beginning: at first only what is asked for, and then, for a writer, all the rest. */
  const readLater = (start: number, end: number): void => {
    const fd = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const known = partOf(first, 0, starts[1]);
      const again = Buffer.allocUnsafeSlow(known.length);
      if (readFully(fs, fd, again, 0) < known.length || !again.equals(known)) throw new ReplacedError();
      const bytes = Buffer.allocUnsafeSlow((later === undefined ? end : (starts.at(-1) as number)) - start);
      later = { start, bytes: partOf(bytes, 0, readFully(fs, fd, bytes, start)) };
    } finally {
      fs.closeSync(fd);
    }
  };

  return (index) => {
    const [start, end] = [starts[index], starts[index + 1]];
    if (start === undefined || end === undefined) return null;
    if (end <= first.length) return partIn(partOf(first, start, end));
    try {
      if (!holds(later, start, end)) readLater(start, end);
    } catch (error) {
      if (error instanceof ReplacedError) throw error;
      return null;
    }
    return holds(later, start, end) ? partIn(partOf(later.bytes, start - later.start, end - later.start)) : null;
  };
};

interface Piece {
  readonly start: number;
  readonly bytes: Buffer;
}

const holds = (piece: Piece | undefined, start: number, end: number): piece is Piece =>
  piece !== undefined && start >= piece.start && end <= piece.start + piece.bytes.length;

const readBeginning = (path: string, fs: LogFs): Buffer => {
  const fd = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
    return partOf(bytes, 0, fs.readSync(fd, bytes, 0, FIRST_BYTES, 0));
  } finally {
    fs.closeSync(fd);
  }
};

/** Where each part begins, and where the last one ends; nothing when the sizes cannot be read. */
const startsIn = (bytes: Buffer): readonly number[] => {
  const text = bytes.toString(undefined, 0, Math.min(MOST_SIZES, bytes.length));
  const length = text.indexOf('\n') + 1;
  const sizes: unknown = JSON.parse(partText(partIn(partOf(bytes, 0, 2 * length)) ?? '[]'));
  if (!Array.isArray(sizes) || !sizes.every(isSize)) return [];
  let start = 2 * length;
  return [start, ...sizes.map((size) => (start += 2 * (size + 1)))];
};

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
