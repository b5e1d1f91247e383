import type { LogBlock } from './log-reader.ts';
import { openSegment, type SegmentBytes } from './open-segment.ts';
import type { Position } from './position.ts';
import { type LogFolder, NEWLINE } from './segments.ts';

/** What is remembered of a segment that is being followed, to tell whether it still holds what was read of it. */
export interface FollowedSegment {
  /** Up to where it was read. */
  readonly position: Position;
  /** The first bytes of the segment, as far as they were read. */
  readonly head: Buffer;
  /** The last bytes before the position. */
  readonly tail: Buffer;
}

const HEAD_BYTES = 4 * 1024;
const TAIL_BYTES = 64 * 1024;

const NOTHING = Buffer.alloc(0);

/** What is known of a segment from which nothing was read. */
export const unread = (position: Position): FollowedSegment => ({ position, head: NOTHING, tail: NOTHING });

/** What the segment at a position holds before it. */
export const readUpTo = (folder: LogFolder, position: Position): FollowedSegment => {
  const tailStart = Math.max(0, position.offset - TAIL_BYTES);
  const read = withSegment(folder, position.segment, (at) => ({
    position,
    head: at(0, Math.min(HEAD_BYTES, position.offset)),
    tail: at(tailStart, position.offset - tailStart),
  }));
  return read ?? unread(position);
};

/** The same after the next block was read. */
export const withBlock = (followed: FollowedSegment, { segment, offset, bytes }: LogBlock): FollowedSegment => {
  const isSame = segment === followed.position.segment;
  const [head, tail] = isSame ? [followed.head, followed.tail] : [NOTHING, NOTHING];
  const missing = HEAD_BYTES - head.length;
  return {
    position: { segment, offset: offset + bytes.length },
    head: missing === 0 ? head : Buffer.concat([head, bytes.subarray(0, missing)]),
    tail: Buffer.concat([tail, bytes]).subarray(-TAIL_BYTES),
  };
};

/**
 * Where to go on reading: at the position when what was read is still there, else behind the last line that is. Null when
 * that cannot be told, since the difference lies in what is not remembered. Undefined when the segment was removed since it
 * was listed.
 */
export const whereToGoOn = (
  folder: LogFolder,
  { position, head, tail }: FollowedSegment,
): Position | null | undefined => {
  const { segment, offset } = position;
  // It was cut before it could be remembered.
  if (tail.length < Math.min(offset, TAIL_BYTES)) return null;
  return withSegment(folder, segment, (at) => {
    const headNow = at(0, head.length);
    if (!headNow.equals(head)) return { segment, offset: linesInBoth(head, headNow) };
    const tailStart = offset - tail.length;
    const tailNow = at(tailStart, tail.length);
    if (tailNow.equals(tail)) return position;
    const lines = linesInBoth(tail, tailNow);
    return lines === 0 && tailStart > 0 ? null : { segment, offset: tailStart + lines };
  });
};

type ReadAt = (offset: number, length: number) => Buffer;

/** Runs with a function that reads from a segment; undefined when the segment cannot be opened any more. */
const withSegment = <Result>(folder: LogFolder, segment: number, run: (at: ReadAt) => Result): Result | undefined => {
  let source: SegmentBytes;
  try {
    source = openSegment(folder, segment);
  } catch {
    return undefined;
  }
  try {
    return run((offset, length) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, source.read(buffer, offset));
    });
  } finally {
    source.close();
  }
};

/** How many bytes at the beginning of both are the same whole lines. */
const linesInBoth = (was: Buffer, is: Buffer): number => {
  let length = 0;
  while (length < is.length && was[length] === is[length]) length += 1;
  // Where the file ends now, a line that lacks only its newline is whole; where it goes on, the line is another.
  const isWhole = length === is.length && was[length] === NEWLINE;
  return isWhole ? length : was.subarray(0, length).lastIndexOf(NEWLINE) + 1;
};
