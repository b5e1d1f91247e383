import { isLogLine, parseLine, readBlocks } from '../log-reader.ts';
import { comparePositions, type Position } from '../position.ts';
import { lineDigest, SEAL_MARK, sealOf, type TornLine } from '../seal.ts';
import { tornLine } from '../seal-ranges.ts';
import { type LogFolder, NEWLINE } from '../segments.ts';

/** A line that is not empty, as it stands in the log. */
export interface StoredLine extends Position {
  readonly length: number;
  readonly digest: string;
  readonly isSeal: boolean;
  /** Of a seal that does not contradict itself: up to where it seals. */
  readonly sealedTo: Position | null;
  /** Null for an event. */
  readonly torn: TornLine | null;
}

/** The lines of the log from a position to another one, without their bytes. */
export function* storedLines(folder: LogFolder, from: Position, to: Position): Generator<StoredLine> {
  for (const { segment, offset, bytes } of readBlocks(folder, from)) {
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, at);
      const position = { segment, offset: offset + at };
      if (comparePositions(position, to) >= 0) return;
      if (end > at) yield storedLine(bytes.subarray(at, end), position);
      at = end + 1;
    }
  }
}

const storedLine = (bytes: Buffer, position: Position): StoredLine => {
  const read = parseLine(bytes, position);
  const seal = bytes.includes(SEAL_MARK) && isLogLine(read) && read.event.type === 'LogSealed' ? read.event : null;
  return {
    ...position,
    length: bytes.length,
    digest: lineDigest(bytes),
    isSeal: seal !== null,
    sealedTo: seal === null ? null : (sealOf(seal, position)?.to ?? null),
    torn: tornLine(read),
  };
};

/** Behind a line and its newline. */
export const behind = ({ segment, offset, length }: StoredLine): Position => ({ segment, offset: offset + length + 1 });

/** The first line from a position on; null at the end of the log. */
export const lineFrom = (folder: LogFolder, from: Position): StoredLine | null => {
  for (const line of storedLines(folder, from, { segment: Number.POSITIVE_INFINITY, offset: 0 })) return line;
  return null;
};
