import { type LogBlock, readSegment } from './log-reader.ts';
import { openSegment } from './open-segment.ts';
import { comparePositions, type Position } from './position.ts';
import { upTo } from './read-sessions.ts';
import { archivePath, type LogFolder, listSegments, NEWLINE, segmentPath } from './segments.ts';

/** What is asked for is mostly near the end: little is read first, then more and more at once. */
const FIRST_BYTES = 256 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;
const LOOK_BYTES = 4 * 1024;

/**
 * The log's bytes from its end to its beginning, as blocks of whole lines, the last one first; before a position at which
 * a line begins, where one is given. Throws as `readBlocks`.
 */
export function* readBlocksBack(folder: LogFolder, before?: Position): Generator<LogBlock> {
  const segments = listSegments(folder);
  for (const segment of [...segments].reverse()) {
    if (before !== undefined && segment > before.segment) continue;
    const isFinal = segment !== segments.at(-1);
    let end: Position = before?.segment === segment ? before : { segment, offset: sizeOf(folder, segment) };
    for (let wanted = FIRST_BYTES; end.offset > 0; wanted = Math.min(4 * wanted, MOST_BYTES)) {
      const from = lineStart(folder, end, wanted);
      const blocks: LogBlock[] = [];
      for (const block of readSegment(folder, from, isFinal)) {
        if (comparePositions(block, end) >= 0) break;
        blocks.push(upTo(block, end));
      }
      yield* blocks.reverse();
      end = from;
    }
  }
}

/** Where the last line begins that has so many bytes behind it, up to an end; at the segment's start where none does. */
const lineStart = (folder: LogFolder, { segment, offset: end }: Position, bytes: number): Position => {
  if (sizeOf(folder, segment) === Number.POSITIVE_INFINITY) return { segment, offset: 0 };
  for (let from = end - bytes; from > 0; from -= bytes) {
    const found = newlineIn(folder, segment, from, end);
    if (found !== null && found + 1 < end) return { segment, offset: found + 1 };
  }
  return { segment, offset: 0 };
};

const newlineIn = (folder: LogFolder, segment: number, from: number, end: number): number | null => {
  const source = openSegment(folder, segment);
  try {
    const buffer = Buffer.allocUnsafe(LOOK_BYTES);
    for (let at = from; at < end; at += LOOK_BYTES) {
      const found = buffer.subarray(0, source.read(buffer, at)).indexOf(NEWLINE);
      if (found >= 0) return at + found;
    }
    return null;
  } finally {
    source.close();
  }
};

/** How many bytes a segment has; endless where it is packed, and so is unpacked from its start. */
const sizeOf = (folder: LogFolder, segment: number): number =>
  folder.fs.existsSync(archivePath(folder, segment))
    ? Number.POSITIVE_INFINITY
    : (folder.fs.statSync(segmentPath(folder, segment), { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY);
