import { isLogLine, type LogBlock, parseLine, readBlocks } from './log-reader.ts';
import { comparePositions, type Position, parsePosition } from './position.ts';
import { SEAL_MARK, type Seal, type SealPlace, sealOf } from './seal.ts';
import { type LogFolder, listSegments, NEWLINE } from './segments.ts';

/** A line that bears the mark of a seal. */
export interface SealLine {
  readonly position: Position;
  /** Null when it says it is a seal and its fields contradict each other. */
  readonly seal: Seal | null;
  readonly lines: string;
}

/** The lines of a block that are seals, or say so. Searches bytes and parses only those. */
export function* sealsIn(block: LogBlock): Generator<SealLine> {
  const { bytes, segment } = block;
  for (let at = bytes.indexOf(SEAL_MARK); at >= 0; ) {
    const start = bytes.lastIndexOf(NEWLINE, at) + 1;
    const end = bytes.indexOf(NEWLINE, at);
    const position = { segment, offset: block.offset + start };
    const line = parseLine(bytes.subarray(start, end), position);
    // The mark may also stand inside a payload.
    if (isLogLine(line) && line.event.type === 'LogSealed') {
      const seal = sealOf(line.event, position);
      yield { position, seal, lines: seal === null ? '' : String(line.event.data['lines']) };
    }
    at = bytes.indexOf(SEAL_MARK, end);
  }
}

/** The seal that stands at a position, with the digests of its lines; null for anything else. */
export const sealAt = (folder: LogFolder, position: Position): SealLine | null => {
  for (const block of readBlocks(folder, position)) {
    if (comparePositions(block, position) !== 0) return null;
    const bytes = block.bytes.subarray(0, block.bytes.indexOf(NEWLINE) + 1);
    for (const found of sealsIn({ ...block, bytes })) return found;
    return null;
  }
  return null;
};

/** Where to go on sealing. */
export interface LastSeal {
  /** The last seal in the log; null when it has none. */
  readonly seal: Seal | null;
  /** The one that was to be there, when it is gone or stands elsewhere: something came or went in front of it. */
  readonly lost: SealPlace | null;
}

/**
 * The last seal of a log that can be gone on from: from the one that `.docket/head` names on; without that, searched from
 * the end. Where lines came or went, the seals behind them are left aside, so that `verify` can still tell them apart.
 */
export const lastSeal = (folder: LogFolder, head: SealPlace | null): LastSeal => {
  const position = head === null ? null : parsePosition(head.seal);
  const isThere = position !== null && sealAt(folder, position)?.seal?.chain === head?.chain;
  const named = isThere ? lastFrom(folder, position) : null;
  if (named !== null) return { seal: named, lost: null };
  const lost = isThere ? null : head;
  for (const segment of listSegments(folder).reverse()) {
    const seal = lastFrom(folder, { segment, offset: 0 }, segment);
    if (seal !== null) return { seal, lost };
  }
  return { seal: null, lost };
};

const lastFrom = (folder: LogFolder, from: Position, through = Number.POSITIVE_INFINITY): Seal | null => {
  const seals: Seal[] = [];
  for (const block of readBlocks(folder, from)) {
    if (block.segment > through) break;
    for (const { seal } of sealsIn(block)) if (seal !== null) seals.push(seal);
  }
  return seals.findLast((seal) => isInPlace(folder, seal)) ?? null;
};

/** Whether a seal's range ends where a line ends: not where something before it came or went since. */
const isInPlace = (folder: LogFolder, { to, position }: Seal): boolean => {
  if (comparePositions(to, position) > 0) return false;
  if (to.offset === 0) return true;
  // The valid part of a full segment ends with the first newline at or behind the limit; nothing can be read behind it.
  const offset = Math.min(to.offset - 1, folder.limit);
  for (const { segment, bytes } of readBlocks(folder, { segment: to.segment, offset })) {
    if (segment !== to.segment) return false;
    return to.offset > folder.limit ? offset + bytes.length === to.offset : bytes[0] === NEWLINE;
  }
  return false;
};
