import { constants } from 'node:fs';
import { ArchiveError, openArchive } from './archived-segment.ts';
import { errorCode, readFully } from './log-fs.ts';
import { archivePath, type LogFolder, segmentPath } from './segments.ts';

/** The bytes of a segment, by their offset in it, wherever they are kept. */
export interface SegmentBytes {
  /** Fills a buffer with what begins at an offset; returns how much there was, less only at the segment's end. */
  readonly read: (buffer: Buffer, offset: number) => number;
  readonly close: () => void;
}

/** An archived segment that cannot be read, or not from some place on. The message says what to do. */
export class SegmentError extends Error {
  override readonly name = 'SegmentError';
  readonly code = 'ARCHIVE_DAMAGED';
  readonly segment: number;
  constructor(segment: number, path: string, problem: string) {
    super(
      `segment ${segment} of the log cannot be read: ${path} is damaged (${problem}). Put a copy of the file back, or move it away to go on without what it held`,
    );
    this.segment = segment;
  }
}

/**
 * Opens a segment for reading, plain or archived. Everybody who reads a segment does it through this. `isFinal`: whether
 * a later segment exists. Throws the system's errors, `ENOENT` among them, and `SegmentError` for a damaged archive;
 * so does reading.
 */
export const openSegment = (folder: LogFolder, segment: number, isFinal = false): SegmentBytes => {
  const { fs, limit } = folder;
  let plain: SegmentBytes;
  try {
    // O_NONBLOCK: a FIFO in the segment's place must not hang a reader.
    const fd = fs.openSync(segmentPath(folder, segment), constants.O_RDONLY | constants.O_NONBLOCK);
    plain = { read: (buffer, offset) => readFully(fs, fd, buffer, offset), close: () => fs.closeSync(fd) };
  } catch (error) {
    // The archive is there before the plain file goes.
    if (errorCode(error) !== 'ENOENT' || !fs.existsSync(archivePath(folder, segment))) throw error;
    return archived(folder, segment);
  }
  if (!isFinal) return plain;
  try {
    // A writer that was stopped for long may have made an empty file in the place of one that was archived meanwhile.
    if (plain.read(Buffer.alloc(1), limit - 1) === 1 || !fs.existsSync(archivePath(folder, segment))) return plain;
  } catch (error) {
    plain.close();
    throw error;
  }
  plain.close();
  return archived(folder, segment);
};

const archived = (folder: LogFolder, segment: number): SegmentBytes => {
  const path = archivePath(folder, segment);
  const told = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw error instanceof ArchiveError ? new SegmentError(segment, path, error.message) : error;
    }
  };
  const archive = told(() => openArchive(folder.fs, path));
  return { read: (buffer, offset) => told(() => archive.read(buffer, offset)), close: archive.close };
};
