import { constants } from 'node:fs';
import { errorCode, type LogFs, persistently, readFully } from './log-fs.ts';
import { archivePath, LONGEST_LINE, type LogFolder, listSegments, segmentPath } from './segments.ts';

/** Why the log could not be written. `code` is the system's code, or one of ours. */
export class LogWriteError extends Error {
  override readonly name = 'LogWriteError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Appends lines to the newest segment. */
export interface LogWriter {
  /**
   * Appends encoded events (JSON texts without newlines) in one `write()`; they are in the log, in this order, when it
   * returns. Throws `LogWriteError` or the system's error; a part of the bytes may then be there as a torn line.
   */
  append(lines: readonly string[]): void;
  /** The names beside the segments when the log was opened. */
  readonly beside: readonly string[];
  /** Forces what was appended to the disk. */
  sync(): void;
  close(): void;
}

/**
 * Opens the log for appending, creating it when absent. No lock: the kernel orders single `O_APPEND` writes on a local
 * file system, and every line is wrapped in newlines, so a torn line of a killed writer never glues to the next.
 * Throws when the folder cannot be made or something that is not a regular file stands in a segment's place.
 */
export const openLogWriter = (folder: LogFolder): LogWriter => {
  const { fs, limit } = folder;
  const beside: string[] = [];
  let current = openNewest(folder, beside);

  /** Opens the successor of a full segment. Its existence tells readers that the valid part of this one is final. */
  const roll = (): void => {
    const isNewest = listSegments(folder).at(-1) === current.segment;
    if (isNewest) {
      // Waits for a running write to this file and ends a torn last line, before anybody can see the successor.
      writeAll('\n');
    }
    const { fd } = current;
    // The other way round, a successor that cannot be opened would leave a descriptor that is closed, or by then
    // somebody else's file.
    current = (isNewest ? createSegment(folder, current.segment + 1) : null) ?? openNewest(folder);
    closeQuietly(fs, fd);
  };

  const writeAll = (text: string): void => {
    // The scratch buffer spares an allocation for each line. Three bytes are the most that a UTF-16 unit takes.
    const isShort = text.length * 3 <= SCRATCH.length;
    const bytes = isShort ? SCRATCH : Buffer.from(text, 'utf8');
    const length = isShort ? SCRATCH.write(text) : bytes.length;
    const written = persistently(() => fs.writeSync(current.fd, bytes, 0, length));
    if (written !== length) {
      throw new LogWriteError('SHORT_WRITE', `only ${written} of ${length} bytes were written to the log`);
    }
  };

  /** A log that was removed takes appends without a word; a writer that is kept open must not go on for ever so. */
  const reopenIfGone = (): void => {
    if (fs.fstatSync(current.fd).nlink > 0) return;
    const { fd } = current;
    current = openNewest(folder);
    closeQuietly(fs, fd);
  };

  let appends = 0;
  const append = (lines: readonly string[]): void => {
    appends += 1;
    if (appends % APPENDS_BETWEEN_LOOKS === 0) reopenIfGone();
    for (const line of lines) {
      if (line.length * 3 > LONGEST_LINE && Buffer.byteLength(line, 'utf8') > LONGEST_LINE) {
        throw new LogWriteError('TOO_LONG', `a line of ${line.length} characters is too long for the log`);
      }
    }
    let rest = lines;
    while (rest.length > 0) {
      if (current.isFull) {
        roll();
        continue;
      }
      writeAll(`\n${rest.length === 1 ? rest[0] : rest.join('\n\n')}\n`);
      if (persistently(() => fs.readSync(current.fd, PROBE, 0, 1, limit)) === 0) return;
      // Somebody filled the segment. Lines of ours that begin behind its valid part are void: write those again.
      rest = rest.slice(countPlaced(folder, current, rest));
      current = { ...current, isFull: true };
    }
  };

  return {
    append,
    beside,
    sync: () => fs.fsyncSync(current.fd),
    close: () => fs.closeSync(current.fd),
  };
};

interface OpenSegment {
  readonly segment: number;
  readonly fd: number;
  /** No line that begins now would belong to it. */
  readonly isFull: boolean;
}

/** Looking takes longer than appending, and a hook appends a few times at most. */
const APPENDS_BETWEEN_LOOKS = 32;

const PROBE = Buffer.allocUnsafeSlow(1);
const SCRATCH = Buffer.allocUnsafeSlow(8 * 1024);

/** Opens the segment to append to, making it when there is none. */
const openNewest = (folder: LogFolder, beside?: string[]): OpenSegment => {
  for (let gone = 0; ; ) {
    const newest = listSegments(folder, beside).at(-1) ?? 0;
    // One that is not there under its name any more was archived, and so is final.
    const open = newest === gone ? createSegment(folder, newest + 1) : openSegment(folder, newest, 0);
    if (open !== null) return open;
    gone = newest;
  }
};

/**
 * Opens a segment, which others may create at the same time. Null when it has come, gone and been archived since this
 * process looked: what is appended to a new file in its place would be lost.
 */
const createSegment = (folder: LogFolder, segment: number): OpenSegment | null => {
  const { fs } = folder;
  let open = openSegment(folder, segment, constants.O_CREAT);
  if (open === null) {
    fs.mkdirSync(folder.path, { recursive: true, mode: 0o700 });
    open = openSegment(folder, segment, constants.O_CREAT);
  }
  if (open === null || !fs.existsSync(archivePath(folder, segment))) return open;
  closeQuietly(fs, open.fd);
  return null;
};

/** Null when the segment, or with `O_CREAT` the log's folder, is not there. */
const openSegment = (folder: LogFolder, segment: number, create: number): OpenSegment | null => {
  const { fs } = folder;
  const path = segmentPath(folder, segment);
  // O_NONBLOCK: a FIFO in the segment's place must not hang the hook. O_RDWR: the probe at the limit reads.
  const flags = constants.O_RDWR | constants.O_APPEND | create | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let fd: number;
  try {
    fd = persistently(() => fs.openSync(path, flags, 0o600));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    if (code !== 'ELOOP') throw error;
    throw new LogWriteError('SYMLINK', `${path} is a symbolic link; docket writes only to a regular file`);
  }
  try {
    // A byte just below the limit tells that it is full, and that it is a file: nothing else can be read at a place.
    return { segment, fd, isFull: persistently(() => fs.readSync(fd, PROBE, 0, 1, folder.limit - 1)) === 1 };
  } catch (error) {
    closeQuietly(fs, fd);
    if ((error as NodeJS.ErrnoException).code !== 'ESPIPE') throw error;
    throw new LogWriteError('NOT_A_FILE', `${path} is not a regular file; move it away`);
  }
};

/** What was written is the file's by then, and the descriptor is gone even when closing it fails. */
const closeQuietly = (fs: LogFs, fd: number): void => {
  try {
    fs.closeSync(fd);
  } catch {
    // Nothing is left to do with it.
  }
};

/** How many of the lines, written last and in one piece, begin inside the valid part of the segment. */
const countPlaced = (folder: LogFolder, open: OpenSegment, lines: readonly string[]): number => {
  let start = placeOf(folder, open, Buffer.from(`\n${lines[0]}`.slice(0, NEEDLE), 'utf8'));
  let placed = 0;
  for (const line of lines) {
    if (start >= folder.limit) break;
    placed += 1;
    start += Buffer.byteLength(line, 'utf8') + 2;
  }
  return placed;
};

/** The beginning of a line holds its id, and so is found in one place at most. */
const NEEDLE = 64;
const SEARCHED = 4 * 1024 * 1024;

/** Where bytes begin below the limit; the limit when they do not. Reads a whole segment, once a segment and writer. */
const placeOf = ({ fs, limit }: LogFolder, { fd }: OpenSegment, needle: Buffer): number => {
  const block = Buffer.alloc(Math.min(SEARCHED, limit) + needle.length);
  for (let offset = 0; offset < limit; offset += block.length - needle.length) {
    const length = readFully(fs, fd, block, offset);
    const found = block.subarray(0, length).indexOf(needle);
    if (found >= 0) return Math.min(offset + found, limit);
  }
  return limit;
};
