import type { SegmentBytes } from '../../events/open-segment.ts';
import { LONGEST_LINE, NEWLINE } from '../../events/segments.ts';

/** Bytes of a segment that are not newlines. */
export interface RawLine {
  readonly offset: number;
  /** Without a newline. */
  readonly bytes: Buffer;
  /** Whether they are one whole line with its newline behind it: not the torn end, nor a piece of what is too long. */
  readonly isWhole: boolean;
}

const PART_BYTES = 1024 * 1024;

/**
 * Everything in the first `size` bytes of a segment but its newlines, in order: lines, and pieces of what is too long for
 * one. Returns where they end. Throws what reading throws.
 */
export function* rawLines(source: SegmentBytes, size: number): Generator<RawLine, number> {
  let offset = 0;
  let wanted = PART_BYTES;
  let isInLongLine = false;
  while (offset < size) {
    const asked = Math.min(wanted, size - offset);
    const buffer = Buffer.allocUnsafe(asked);
    const part = buffer.subarray(0, source.read(buffer, offset));
    let start = 0;
    for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, start)) {
      if (end > start) yield { offset: offset + start, bytes: part.subarray(start, end), isWhole: !isInLongLine };
      isInLongLine = false;
      start = end + 1;
    }
    if (part.length < asked || offset + part.length === size) {
      if (start < part.length) yield { offset: offset + start, bytes: part.subarray(start), isWhole: false };
      return offset + part.length;
    }
    if (start > 0) {
      offset += start;
      wanted = PART_BYTES;
    } else if (wanted > LONGEST_LINE || isInLongLine) {
      yield { offset, bytes: part, isWhole: false };
      isInLongLine = true;
      offset += part.length;
      wanted = PART_BYTES;
    } else wanted *= 2;
  }
  return offset;
}
