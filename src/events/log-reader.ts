import { type Envelope, isEnvelope } from './envelope.ts';
import { openSegment, type SegmentBytes, SegmentError } from './open-segment.ts';
import { partOf } from './part-of.ts';
import { LOG_START, type Position } from './position.ts';
import { LONGEST_LINE, type LogFolder, listSegments, NEWLINE } from './segments.ts';
import { isNewer, upcast } from './upcast.ts';

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
  /** `newer-version`: whole, but written by a later docket, so that only that one knows what it says. */
  readonly reason: 'too-long' | 'not-json' | 'not-utf8' | 'not-an-event' | 'newer-version';
}

/** Everything from a position to the end of an archived segment that is damaged. */
export interface UnreadableRest {
  readonly position: Position;
  readonly reason: 'archive-damaged';
  readonly error: SegmentError;
}

export type ReadLine = LogLine | QuarantinedLine | UnreadableRest;

export const isLogLine = (line: ReadLine): line is LogLine => 'event' in line;

/** The first read is small, since a hook rarely has more than that to read; a long log is then read in large blocks. */
const FIRST_BLOCK_BYTES = 64 * 1024;
const BLOCK_BYTES = 1024 * 1024;

/**
 * The log's bytes from a position on, in order, as blocks of whole lines across segments. Bytes behind the valid part
 * of a full segment are not part of the log; bytes behind the last newline are a line in progress or torn, and are not
 * yielded. A missing log yields nothing. Throws the system's errors, and `SegmentError` for an archived segment that is
 * damaged, unless `onUnreadable` takes it: then the next segment follows.
 */
export function* readBlocks(
  folder: LogFolder,
  from: Position = LOG_START,
  onUnreadable?: (rest: UnreadableRest) => void,
): Generator<LogBlock, Position> {
  let position = from;
  for (;;) {
    // Asked before the size: once the successor exists, this segment's valid part cannot change any more.
    const segments = listSegments(folder);
    const following = segments.find((segment) => segment > position.segment);
    if (segments.includes(position.segment)) {
      position = yield* readSegment(folder, position, following !== undefined, onUnreadable);
    }
    if (following === undefined) return position;
    position = { segment: following, offset: 0 };
  }
}

/** Every line from a position on, parsed; what cannot be read is reported in its place. */
export function* readLines(folder: LogFolder, from: Position = LOG_START): Generator<ReadLine, Position> {
  const unreadable: UnreadableRest[] = [];
  const blocks = readBlocks(folder, from, (rest) => unreadable.push(rest));
  for (;;) {
    const next = blocks.next();
    yield* unreadable.splice(0);
    if (next.done) return next.value;
    yield* parseBlock(next.value);
  }
}

/** The events among the lines, in order. Throws `SegmentError` for an archived segment that is damaged. */
export function* readEvents(folder: LogFolder, from: Position = LOG_START): Generator<LogLine> {
  for (const line of readLines(folder, from)) {
    if ('error' in line) throw line.error;
    if (isLogLine(line)) yield line;
  }
}

/** The lines of one block. */
export function* parseBlock(block: LogBlock): Generator<LogLine | QuarantinedLine> {
  const { bytes, segment } = block;
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    if (end > start) yield parseLine(bytes.subarray(start, end), { segment, offset: block.offset + start });
    start = end + 1;
  }
}

/** What one line without its newline is. */
export const parseLine = (bytes: Buffer, position: Position): LogLine | QuarantinedLine => {
  const quarantined = (reason: QuarantinedLine['reason']): QuarantinedLine => ({
    position,
    length: bytes.length,
    reason,
  });
  if (bytes.length > LONGEST_LINE) return quarantined('too-long');
  // Decoding would replace invalid bytes, and the damage would then parse.
  if (!process.getBuiltinModule('node:buffer').isUtf8(bytes)) return quarantined('not-utf8');
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return quarantined('not-json');
  }
  if (isEnvelope(value)) return { position, event: value };
  const event = upcast(value);
  if (isEnvelope(event)) return { position, event };
  return quarantined(isNewer(value) ? 'newer-version' : 'not-an-event');
};

/**
 * The valid bytes of one segment from a position on. Returns where they end: behind that stand void bytes when it lies
 * behind the limit, else a line in progress or torn. As `readBlocks` otherwise; `isFinal`: whether a later segment exists.
 */
export function* readSegment(
  folder: LogFolder,
  from: Position,
  isFinal: boolean,
  onUnreadable?: (rest: UnreadableRest) => void,
): Generator<LogBlock, Position> {
  const { limit } = folder;
  const { segment } = from;
  let offset = from.offset;
  let source: SegmentBytes | null = null;
  try {
    source = openSegment(folder, segment, isFinal);
    let wanted = FIRST_BLOCK_BYTES;
    for (;;) {
      // The line that begins last below the limit ends with the first newline at or behind it: nothing follows.
      if (offset > limit) return { segment, offset };
      const buffer = Buffer.allocUnsafeSlow(wanted);
      const length = source.read(buffer, offset);
      const end = endOfLines(partOf(buffer, 0, length), offset, limit);
      if (end === 0) {
        // The last line that begins below the limit ends before this: whatever is there is no line and has no end.
        if (length < wanted || offset + length > limit + LONGEST_LINE) return { segment, offset };
        wanted *= 2;
        continue;
      }
      yield { segment, offset, bytes: partOf(buffer, 0, end) };
      offset += end;
      if (length < wanted) return { segment, offset };
      wanted = BLOCK_BYTES;
    }
  } catch (error) {
    if (!(error instanceof SegmentError) || onUnreadable === undefined) throw error;
    onUnreadable({ position: { segment, offset }, reason: 'archive-damaged', error });
    return { segment, offset };
  } finally {
    source?.close();
  }
}

/** The number of bytes up to the last newline that still belongs to the segment's valid part. */
const endOfLines = (bytes: Buffer, offset: number, limit: number): number => {
  if (offset + bytes.length > limit) {
    const last = bytes.indexOf(NEWLINE, Math.max(0, limit - offset));
    if (last >= 0) return last + 1;
  }
  return bytes.at(-1) === NEWLINE ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
};
