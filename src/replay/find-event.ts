import { isLogLine, type LogLine, parseBlock } from '../events/log-reader.ts';
import type { Position } from '../events/position.ts';
import { readBlocksBack } from '../events/read-back.ts';
import { type LogFolder, NEWLINE } from '../events/segments.ts';

/** The event with an id, before a position where one is given; null when there is none that can be read. */
export const lastLineOf = (folder: LogFolder, id: string, before?: Position): LogLine | null => {
  for (const line of linesBack(folder, [inJson(id)], before)) if (line.event.id === id) return line;
  return null;
};

/** A text as JSON writes it, such as an id, without its quotation marks. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * The events whose line contains one of some texts as they stand in JSON, the last one first, before a position where one is
 * given. Only those lines are parsed, and what was asked for is mostly near the end.
 */
export function* linesBack(folder: LogFolder, texts: readonly string[], before?: Position): Generator<LogLine> {
  const needles = texts.map((text) => Buffer.from(text));
  for (const { segment, offset, bytes } of readBlocksBack(folder, before)) {
    const starts = new Set<number>();
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle); at >= 0; ) {
        starts.add(bytes.lastIndexOf(NEWLINE, at) + 1);
        const end = bytes.indexOf(NEWLINE, at);
        at = end < 0 ? -1 : bytes.indexOf(needle, end);
      }
    }
    for (const start of [...starts].sort((a, b) => b - a)) {
      const end = bytes.indexOf(NEWLINE, start) + 1;
      for (const line of parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end) })) {
        if (isLogLine(line)) yield line;
      }
    }
  }
}
