import { createHash } from 'node:crypto';
import { isLogLine, type LogLine, parseLine, type QuarantinedLine, readBlocks } from './log-reader.ts';
import { formatPosition, type Position } from './position.ts';
import { lineDigest, MOST_LINES, SEAL_MARK, type TornLine } from './seal.ts';
import { type LogFolder, NEWLINE } from './segments.ts';

/** Bytes to be sealed, and what a seal says about them. */
export interface SealRange {
  readonly from: Position;
  readonly to: Position;
  readonly n: number;
  readonly hash: string;
  readonly lines: string;
  readonly torn: readonly TornLine[];
  /** Nothing but seals: what was sealed already, and no reason to seal it again. */
  readonly isIdle: boolean;
}

/**
 * The bytes of a log from a position on, in ranges of at most `MOST_LINES` lines that are not empty. The last one ends
 * where the whole lines end. Blank lines alone make no range.
 */
export function* sealRanges(folder: LogFolder, start: Position, mostLines = MOST_LINES): Generator<SealRange> {
  let range = openRange(start);
  let to = start;
  for (const { segment, offset, bytes } of readBlocks(folder, start)) {
    let hashed = 0;
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, at);
      if (end > at) range.add(bytes.subarray(at, end), { segment, offset: offset + at });
      at = end + 1;
      if (range.size() < mostLines) continue;
      range.hash.update(bytes.subarray(hashed, at));
      hashed = at;
      yield range.close({ segment, offset: offset + at });
      range = openRange({ segment, offset: offset + at });
    }
    range.hash.update(bytes.subarray(hashed));
    to = { segment, offset: offset + bytes.length };
  }
  if (range.size() > 0) yield range.close(to);
}

/** What a seal says of a line that is no event; null for an event. */
export const tornLine = (line: LogLine | QuarantinedLine): TornLine | null => {
  if (isLogLine(line) || line.reason === 'newer-version') return null;
  return { at: formatPosition(line.position), length: line.length, reason: line.reason };
};

const openRange = (from: Position) => {
  const hash = createHash('sha256');
  const digests: string[] = [];
  const torn: TornLine[] = [];
  let isIdle = true;
  return {
    hash,
    size: () => digests.length,
    add: (line: Buffer, position: Position): void => {
      digests.push(lineDigest(line));
      const read = parseLine(line, position);
      const problem = tornLine(read);
      if (problem !== null) torn.push(problem);
      isIdle &&= line.includes(SEAL_MARK) && isLogLine(read) && read.event.type === 'LogSealed';
    },
    close: (to: Position): SealRange => ({
      from,
      to,
      n: digests.length,
      hash: hash.digest('hex'),
      lines: digests.join(''),
      torn,
      isIdle,
    }),
  };
};
