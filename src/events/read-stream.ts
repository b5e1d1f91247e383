import { isLogLine, type LogLine, parseBlock, readBlocks } from './log-reader.ts';
import { comparePositions, type Position } from './position.ts';
import { type LogFolder, NEWLINE } from './segments.ts';

/**
 * The events of one session, in order, up to a position where one is given. Searches the bytes for the session's name
 * and parses only its lines, so that one session of a large log is cheap.
 */
export function* readStream(folder: LogFolder, stream: string, to?: Position): Generator<LogLine> {
  const needle = Buffer.from(`"stream":${JSON.stringify(stream)},`);
  for (const block of readBlocks(folder)) {
    if (to !== undefined && comparePositions(block, to) >= 0) return;
    const { bytes, segment } = block;
    for (let at = bytes.indexOf(needle); at >= 0; ) {
      const start = bytes.lastIndexOf(NEWLINE, at) + 1;
      const end = bytes.indexOf(NEWLINE, at) + 1;
      const position = { segment, offset: block.offset + start };
      if (to !== undefined && comparePositions(position, to) >= 0) return;
      for (const line of parseBlock({ segment, offset: position.offset, bytes: bytes.subarray(start, end) })) {
        // The needle may also stand inside a payload.
        if (isLogLine(line) && line.event.stream === stream) yield line;
      }
      at = bytes.indexOf(needle, end);
    }
  }
}
