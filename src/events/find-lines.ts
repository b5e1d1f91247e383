import { isLogLine, type LogLine, parseBlock, readBlocks } from './log-reader.ts';
import type { Position } from './position.ts';
import { type LogFolder, NEWLINE } from './segments.ts';

/** The events whose line contains a text as JSON writes it, such as an id. Only those lines are parsed. */
export function* findLines(folder: LogFolder, text: string): Generator<LogLine> {
  const needle = Buffer.from(JSON.stringify(text).slice(1, -1));
  for (const { segment, offset, bytes } of readBlocks(folder)) {
    for (let at = bytes.indexOf(needle); at >= 0; ) {
      const start = bytes.lastIndexOf(NEWLINE, at) + 1;
      const end = bytes.indexOf(NEWLINE, at) + 1;
      for (const line of parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end) })) {
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
