import { constants } from 'node:fs';
import { type Envelope, isEnvelope } from './envelope.ts';
import { LOG_START, type Position } from './position.ts';
import { type LogFolder, listSegments, NEWLINE, segmentPath } from './segments.ts';

/** A run of whole lines as they stand in a segment; `bytes` ends with a newline. */
export interface LogBlock {
  readonly segment: number;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** A readable line. */
export interface LogLine {
  readonly position: Position;
  readonly event: Envelope;
}

/** A line that is not an event: left where it is, and reported. */
export interface QuarantinedLine {
  readonly position: Position;
  readonly length: number;
  readonly reason: 'not-json' | 'not-utf8' | 'not-an-event';
}

export type ReadLine = LogLine | QuarantinedLine;

export const isLogLine = (line: ReadLine): line is LogLine => 'event' in line;

/** The first read is small, since a hook rarely has more than that to read; a long log is then read in large blocks. */
const FIRST_BLOCK_BYTES = 64 * 1024;
const BLOCK_BYTES = 1024 * 1024;

/**
 * The log's bytes from a position on, in order, as blocks of whole lines across segments. Bytes behind the valid part
 * of a full segment are not part of the log; bytes behind the last newline are a line in progress or torn, and are not
 * yielded. A missing log yields nothing. Throws the system's errors.
 */
export function* readBlocks(folder: LogFolder, from: Position = LOG_START): Generator<LogBlock, Position> {
  let position = from;
  for (;;) {
    // Asked before the size: once the successor exists, this segment's valid part cannot change any more.
    const segments = listSegments(folder);
    const following = segments.find((segment) => segment > position.segment);
    if (segments.includes(position.segment)) {
      position = yield* readSegment(folder, position);
    }
    if (following === undefined) return position;
    position = { segment: following, offset: 0 };
  }
}

/** Every line from a position on, parsed; what cannot be read is reported in its place. */
export function* readLines(folder: LogFolder, from: Position = LOG_START): Generator<ReadLine, Position> {
  const blocks = readBlocks(folder, from);
  for (;;) {
    const next = blocks.next();
    if (next.done) return next.value;
    yield* parseBlock(next.value);
  }
}

/** The events among the lines, in order. */
export function* readEvents(folder: LogFolder, from: Position = LOG_START): Generator<LogLine> {
  for (const line of readLines(folder, from)) if (isLogLine(line)) yield line;
}

/** The lines of one block. */
export function* parseBlock(block: LogBlock): Generator<ReadLine> {
  const { bytes, segment } = block;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (end > start) yield parseLine(bytes.subarray(start, end), { segment, offset: block.offset + start });
    start = end + 1;
  }
}

/** What one line without its newline is. */
export const parseLine = (bytes: Buffer, position: Position): ReadLine => {
  const quarantined = (reason: QuarantinedLine['reason']): QuarantinedLine => ({
    position,
    length: bytes.length,
    reason,
  });
  // Decoding would replace invalid bytes, and the damage would then parse.
  if (!process.getBuiltinModule('node:buffer').isUtf8(bytes)) return quarantined('not-utf8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return quarantined('not-json');
  }
  return isEnvelope(value) ? { position, event: value } : quarantined('not-an-event');
};

function* readSegment(folder: LogFolder, from: Position): Generator<LogBlock, Position> {
  const { fs, limit } = folder;
  // O_NONBLOCK: a FIFO in the segment's place must not hang a reader.
  const fd = fs.openSync(segmentPath(folder, from.segment), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { segment } = from;
    let offset = from.offset;
    let wanted = FIRST_BLOCK_BYTES;
    for (;;) {
      // The line that begins last below the limit ends with the first newline at or behind it: nothing follows.
      if (offset > limit) return { segment, offset };
      const buffer = Buffer.allocUnsafe(wanted);
      const length = readFully(folder, fd, buffer, offset);
      const end = endOfLines(buffer.subarray(0, length), offset, limit);
      if (end === 0) {
        if (length < wanted) return { segment, offset };
        wanted *= 2;
        continue;
      }
      yield { segment, offset, bytes: buffer.subarray(0, end) };
      offset += end;
      if (length < wanted) return { segment, offset };
      wanted = BLOCK_BYTES;
    }
  } finally {
    fs.closeSync(fd);
  }
}

const readFully = (folder: LogFolder, fd: number, buffer: Buffer, offset: number): number => {
  let length = 0;
  while (length < buffer.length) {
    const read = folder.fs.readSync(fd, buffer, length, buffer.length - length, offset + length);
    if (read === 0) break;
    length += read;
  }
  return length;
};

/** The number of bytes up to the last newline that still belongs to the segment's valid part. */
const endOfLines = (bytes: Buffer, offset: number, limit: number): number => {
  if (offset + bytes.length > limit) {
    const last = bytes.indexOf(NEWLINE, Math.max(0, limit - offset));
    if (last >= 0) return last + 1;
  }
  return bytes.lastIndexOf(NEWLINE) + 1;
};
