import { isLogLine, parseBlock, readSegment } from './log-reader.ts';
import type { OnBytes } from './pack-segment.ts';
import type { LogFolder } from './segments.ts';

/** What the valid part of a final segment holds. */
export interface SegmentSurvey {
  readonly segment: number;
  /** Lines that are not empty. */
  readonly lines: number;
  /** Times of the earliest and latest event; null when there is none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** The time of the first event found that is not older than asked for, where reading stopped; null when all are. */
  readonly newer: string | null;
}

/**
 * Reads a final segment and looks at the time of each event, since clocks run backwards and order does not tell.
 * Stops at the first one that is not older than `before` (milliseconds since the epoch), or has no time that can be
 * read. Throws what reading throws.
 */
export const surveySegment = (
  folder: LogFolder,
  segment: number,
  before = Number.POSITIVE_INFINITY,
  onBytes?: OnBytes,
): SegmentSurvey => {
  let lines = 0;
  let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let firstAt: string | null = null;
  let lastAt: string | null = null;
  for (const block of readSegment(folder, { segment, offset: 0 }, true)) {
    onBytes?.(block.bytes.length);
    for (const line of parseBlock(block)) {
      lines += 1;
      if (!isLogLine(line)) continue;
      const { at } = line.event;
      const time = Date.parse(at);
      if (!(time < before)) return { segment, lines, firstAt, lastAt, newer: at };
      if (time < earliest) [earliest, firstAt] = [time, at];
      if (time > latest) [latest, lastAt] = [time, at];
    }
  }
  return { segment, lines, firstAt, lastAt, newer: null };
};
