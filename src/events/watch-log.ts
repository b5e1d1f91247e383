import type { Envelope } from './envelope.ts';
import { isLogLine, parseBlock, readBlocks } from './log-reader.ts';
import type { Position } from './position.ts';
import { type LogFolder, listSegments } from './segments.ts';

export interface LogWatch {
  /** The events since the last look; null when the log is gone. */
  readonly look: () => readonly Envelope[] | null;
}

/** Looks how a log goes on from a position, which need not be the beginning of a line. */
export const watchLog = (folder: LogFolder, from: Position): LogWatch => {
  let position = from;
  return {
    look: () => {
      const events: Envelope[] = [];
      try {
        if (listSegments(folder).length === 0) return null;
        for (const block of readBlocks(folder, position)) {
          position = { segment: block.segment, offset: block.offset + block.bytes.length };
          for (const line of parseBlock(block)) if (isLogLine(line)) events.push(line.event);
        }
      } catch {
        // What cannot be read now may be there the next time.
      }
      return events;
    },
  };
};
