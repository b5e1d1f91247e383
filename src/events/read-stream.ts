import { linesWith } from './find-lines.ts';
import type { LogLine } from './log-reader.ts';
import type { Position } from './position.ts';
import type { LogFolder } from './segments.ts';

/**
 * The events of one session, in order, up to a position where one is given. Searches the bytes for the session's name
 * and parses only its lines, so that one session of a large log is cheap.
 */
export function* readStream(folder: LogFolder, stream: string, to?: Position): Generator<LogLine> {
  for (const line of linesWith(folder, `"stream":${JSON.stringify(stream)},`, to)) {
    // The text may also stand inside a payload.
    if (line.event.stream === stream) yield line;
  }
}
