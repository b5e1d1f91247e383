import { cacheFile } from '../../events/cache-file.ts';
import { partText } from '../../events/cache-part.ts';
import { isLogLine, parseBlock, readBlocks } from '../../events/log-reader.ts';
import { LOG_START, type Position } from '../../events/position.ts';
import { isOfThisLog, printBefore } from '../../events/print.ts';
import type { LogFolder } from '../../events/segments.ts';
import { evolveTrail, NO_TRAIL, TRAIL_VERSION, type Trail } from '../../projections/legacy/trail.ts';

/** The trail of a log, and how far it was read. */
export interface ReadTrail {
  readonly trail: Trail;
  readonly end: Position;
  /** False: the log goes on behind it. */
  readonly isComplete: boolean;
}

interface SavedTrail {
  readonly key: string;
  readonly position: Position;
  /** The text just before the position. */
  readonly print: string;
  readonly trail: Trail;
}

const KEY = `trail v${TRAIL_VERSION}`;
const SAVED_AFTER_BYTES = 32 * 1024;

/**
 * Reads the trail from where it was left, at most so many bytes of the log, and keeps it. The file is a cache: any of two
 * that write at once may win. Throws the system's errors.
 */
export const readTrail = (folder: LogFolder, root: string, mostBytes: number): ReadTrail => {
  const file = trailFile(folder, root);
  file.read();
  const saved = file.data !== null && isOfThisLog(folder, file.data) ? file.data : null;
  const blocks = readBlocks(folder, saved?.position ?? LOG_START);
  let trail = saved?.trail ?? NO_TRAIL;
  let bytes = 0;
  let next = blocks.next();
  let end = saved?.position ?? LOG_START;
  for (; !next.done && bytes < mostBytes; next = blocks.next()) {
    const block = next.value;
    for (const line of parseBlock(block)) {
      if (isLogLine(line) && line.event.provenance !== 'import') trail = evolveTrail(trail, line.event);
    }
    bytes += block.bytes.length;
    end = { segment: block.segment, offset: block.offset + block.bytes.length };
  }
  if (bytes > SAVED_AFTER_BYTES) {
    file.data = { key: KEY, position: end, print: printBefore(folder, end), trail };
    file.write();
  }
  return { trail, end, isComplete: next.done === true };
};

/** Whether anything stands behind a position. */
export const isAtEnd = (folder: LogFolder, end: Position): boolean => readBlocks(folder, end).next().done === true;

const trailFile = ({ fs }: LogFolder, root: string) =>
  cacheFile<SavedTrail>(`${root}/views`, 'trail.json', fs, {
    parse: (parts) => {
      const value = JSON.parse(partText(parts(0) ?? 'null')) as SavedTrail | null;
      return value?.key === KEY ? value : null;
    },
    partsOf: (value) => [JSON.stringify(value)],
  });
