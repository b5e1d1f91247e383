import { isLogLine, type LogLine, parseBlock, readBlocks } from './log-reader.ts';
import { comparePositions, type Position } from './position.ts';
import { type LogFolder, NEWLINE } from './segments.ts';

/** The events whose line contains some JSON, in order, up to a position where one is given. */
export function* linesWith(folder: LogFolder, json: string, to?: Position): Generator<LogLine> {
  const needle = Buffer.from(json);
  for (const { segment, offset, bytes } of readBlocks(folder)) {
    if (to !== undefined && comparePositions({ segment, offset }, to) >= 0) return;
    for (let at = bytes.indexOf(needle); at >= 0; ) {
      const start = bytes.lastIndexOf(NEWLINE, at) + 1;
      const end = bytes.indexOf(NEWLINE, at) + 1;
      const position = { segment, offset: offset + start };
      if (to !== undefined && comparePositions(position, to) >= 0) return;
      for (const line of parseBlock({ ...position, bytes: bytes.subarray(start, end) })) {
        if (isLogLine(line)) yield line;
      }
      at = bytes.indexOf(needle, end);
    }
  }
}

/** The event at a position; null when none can be read there. */
export const lineAt = (folder: LogFolder, position: Position): LogLine | null => {
  for (const block of readBlocks(folder, position)) {
    for (const line of parseBlock(block)) return isLogLine(line) ? line : null;
  }
  return null;
};
