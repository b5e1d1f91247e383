import { isLogLine, type LogLine, parseLine } from '../../events/log-reader.ts';
import { openSegment, type SegmentBytes } from '../../events/open-segment.ts';
import type { Position } from '../../events/position.ts';
import { LONGEST_LINE, type LogFolder, NEWLINE } from '../../events/segments.ts';
import { placeOf } from './place.ts';

/** Most lines are shorter. */
const FIRST_BYTES = 16 * 1024;

/** Lines that are kept: about as many as belong to the rows that are in sight. */
const MOST_KEPT = 256;

/**
 * Reads events by their positions: a long session is not kept in memory, only what was looked at last. A line that is not
 * there any more, or cannot be read now, is undefined.
 */
export const lineReader = (folder: LogFolder): ((position: Position) => LogLine | undefined) => {
  const kept = new Map<number, LogLine>();
  let open: { readonly segment: number; readonly bytes: SegmentBytes } | null = null;

  const bytesOf = (segment: number): SegmentBytes => {
    if (open?.segment === segment) return open.bytes;
    open?.bytes.close();
    open = null;
    const bytes = openSegment(folder, segment);
    open = { segment, bytes };
    return bytes;
  };

  const read = (position: Position): LogLine | undefined => {
    try {
      const bytes = lineIn(bytesOf(position.segment), position.offset);
      const line = bytes === null ? null : parseLine(bytes, position);
      return line !== null && isLogLine(line) ? line : undefined;
    } catch {
      return undefined;
    }
  };

  return (position) => {
    const place = placeOf(position);
    const known = kept.get(place);
    const line = known ?? read(position);
    if (line === undefined) return undefined;
    // The one that was not looked at for longest goes first.
    kept.delete(place);
    kept.set(place, line);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return line;
  };
};

const lineIn = (source: SegmentBytes, offset: number): Buffer | null => {
  for (let wanted = FIRST_BYTES; ; wanted *= 4) {
    const buffer = Buffer.allocUnsafe(wanted);
    const length = source.read(buffer, offset);
    const end = buffer.subarray(0, length).indexOf(NEWLINE);
    if (end >= 0) return buffer.subarray(0, end);
    if (length < wanted || wanted > LONGEST_LINE) return null;
  }
};
