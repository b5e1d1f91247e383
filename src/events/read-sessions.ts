import {
  isLogLine,
  type LogBlock,
  type LogLine,
  parseBlock,
  type ReadLine,
  readBlocks,
  type UnreadableRest,
} from './log-reader.ts';
import { comparePositions, LOG_START, type Position } from './position.ts';
import { type Range, rangeEnd, rangeStart, unionOf } from './ranges.ts';
import { type StreamNames, scanBlock } from './scan-block.ts';
import type { LogFolder } from './segments.ts';
import type { StreamIndex } from './stream-index.ts';

/**
 * The lines of the sessions whose ids are wanted, in order, to the end of the log. An index says where to look, up to
 * its position; without one everything is looked through, and the result is the same. A damaged line is reported when
 * its beginning names a wanted session, an archived segment that cannot be read on where the sessions have lines in it. Returns where the log
 * ended. Throws the system's errors.
 */
export function* readSessions(
  folder: LogFolder,
  isWanted: (stream: string) => boolean,
  index: StreamIndex | null,
): Generator<ReadLine, Position> {
  const names: StreamNames = new Map();
  const rests = unreadableRests();
  // A session that was left out of the index could be anywhere.
  const isComplete = index !== null && !index.overflowed;
  if (isComplete) {
    for (const range of unionOf(rangesOf(index, isWanted))) yield* linesInRange(folder, range, isWanted, names, rests);
  }
  const blocks = readBlocks(folder, isComplete ? index.position : LOG_START, rests.add);
  for (;;) {
    const next = blocks.next();
    yield* rests.take();
    if (next.done) return next.value;
    yield* wantedLines(next.value, isWanted, names);
  }
}

const rangesOf = ({ streams }: StreamIndex, isWanted: (stream: string) => boolean): Range[] =>
  streams.flatMap(({ stream, ranges }) => (isWanted(stream) ? ranges : []));

function* linesInRange(
  folder: LogFolder,
  range: Range,
  isWanted: (stream: string) => boolean,
  names: StreamNames,
  rests: Rests,
): Generator<ReadLine> {
  const end = rangeEnd(range);
  for (const block of readBlocks(folder, rangeStart(range), rests.add)) {
    yield* rests.take();
    if (comparePositions(block, end) >= 0) return;
    yield* wantedLines(upTo(block, end), isWanted, names);
  }
  yield* rests.take();
}

interface Rests {
  readonly add: (rest: UnreadableRest) => void;
  readonly take: () => UnreadableRest[];
}

/** Each segment that cannot be read to its end once, however often it is come to. */
const unreadableRests = (): Rests => {
  const seen = new Set<number>();
  const waiting: UnreadableRest[] = [];
  return {
    add: (rest) => {
      if (!seen.has(rest.position.segment)) waiting.push(rest);
      seen.add(rest.position.segment);
    },
    take: () => waiting.splice(0),
  };
};

/** The part of a block before a position at which a line ends. */
export const upTo = (block: LogBlock, end: Position): LogBlock =>
  block.segment === end.segment && block.offset + block.bytes.length > end.offset
    ? { ...block, bytes: block.bytes.subarray(0, end.offset - block.offset) }
    : block;

const wantedLines = (block: LogBlock, isWanted: (stream: string) => boolean, names: StreamNames): ReadLine[] => {
  const lines: ReadLine[] = [];
  const { segment, offset, bytes } = block;
  scanBlock(block, names, ({ stream, start, end, event }) => {
    if (!isWanted(stream)) return;
    if (event !== null) lines.push({ position: { segment, offset: offset + start }, event });
    else lines.push(...parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end + 1) }));
  });
  return lines;
};

/**
 * The events of one session, in order, up to a position where one is given. Throws `SegmentError` for an archived segment that is damaged,
 * unless `onUnreadable` takes it.
 */
export function* readSession(
  folder: LogFolder,
  stream: string,
  index: StreamIndex | null,
  to?: Position,
  onUnreadable?: (rest: UnreadableRest) => void,
): Generator<LogLine> {
  for (const line of readSessions(folder, (name) => name === stream, index)) {
    if (to !== undefined && comparePositions(line.position, to) >= 0) return;
    if (isLogLine(line)) yield line;
    else if ('error' in line) {
      if (onUnreadable === undefined) throw line.error;
      onUnreadable(line);
    }
  }
}
