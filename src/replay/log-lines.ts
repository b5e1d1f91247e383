import { isLogLine, type LogLine, readLines, type UnreadableRest } from '../events/log-reader.ts';
import { comparePositions, LOG_START, type Position } from '../events/position.ts';
import { rangeEnd } from '../events/ranges.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';

/** Behind a session's last event; the log's beginning where it has none. */
export const sessionEnd = (stream: string, { streams, position, overflowed }: StreamIndex): Position => {
  const last = streams.find((indexed) => indexed.stream === stream)?.ranges.at(-1);
  // A session that was left out of the index could be anywhere.
  return overflowed ? position : last === undefined ? LOG_START : rangeEnd(last);
};

/** The events of a log up to a position, from a line on where one is given. `onUnreadable` is told of damaged archives. */
export function* linesTo(
  folder: LogFolder,
  end: Position,
  from: Position = LOG_START,
  onUnreadable?: (rest: UnreadableRest) => void,
): Generator<LogLine> {
  for (const line of readLines(folder, from)) {
    if (comparePositions(line.position, end) >= 0) return;
    if (isLogLine(line)) yield line;
    else if ('error' in line) onUnreadable?.(line);
  }
}
