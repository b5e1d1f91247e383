import { type LogBlock, readSegment } from './log-reader.ts';
import { comparePositions, type Position } from './position.ts';
import { upTo } from './read-sessions.ts';
import { type LogFolder, listSegments } from './segments.ts';

/**
 * The log's bytes from its end to its beginning, as blocks of whole lines, the last one first; before a position at which
 * a line begins, where one is given. A segment is read as a whole before the first block of it is given. Throws as
 * `readBlocks`.
 */
export function* readBlocksBack(folder: LogFolder, before?: Position): Generator<LogBlock> {
  const segments = listSegments(folder);
  for (const segment of [...segments].reverse()) {
    if (before !== undefined && segment > before.segment) continue;
    const blocks = [...readSegment(folder, { segment, offset: 0 }, segment !== segments.at(-1))].filter(
      (block) => before === undefined || comparePositions(block, before) < 0,
    );
    for (const block of blocks.reverse()) yield before === undefined ? block : upTo(block, before);
  }
}
