import { createHash } from 'node:crypto';
import { readBlocks } from '../log-reader.ts';
import { comparePositions, type Position } from '../position.ts';
import type { LogFolder } from '../segments.ts';
import type { Link } from './chain.ts';

/**
 * Whether the bytes of each link still are what its seal says; true for a hole. The links follow each other, so the log
 * is read once, and hashed as it is read.
 */
export const checkLinks = (
  folder: LogFolder,
  links: readonly Link[],
  onBytes: (bytes: number) => void,
): readonly boolean[] => {
  const results: boolean[] = [];
  let hash = createHash('sha256');
  const close = (): void => {
    const seal = links[results.length]?.seal ?? null;
    results.push(seal === null || hash.digest('hex') === seal.hash);
    hash = createHash('sha256');
  };
  for (const { segment, offset, bytes } of links.length === 0 ? [] : readBlocks(folder)) {
    for (let at = 0; ; ) {
      const to = links[results.length]?.to;
      if (to === undefined) return results;
      const end = endIn(to, segment, offset, at, bytes.length);
      hash.update(bytes.subarray(at, end));
      at = end;
      if (comparePositions(to, { segment, offset: offset + at }) > 0) break;
      close();
    }
    onBytes(bytes.length);
  }
  while (results.length < links.length) close();
  return results;
};

/** SHA-256 of the log's bytes from one position to another one, hex. */
export const hashRange = (folder: LogFolder, from: Position, to: Position): string => {
  const hash = createHash('sha256');
  for (const { segment, offset, bytes } of readBlocks(folder, from)) {
    if (comparePositions({ segment, offset }, to) >= 0) break;
    hash.update(bytes.subarray(0, endIn(to, segment, offset, 0, bytes.length)));
  }
  return hash.digest('hex');
};

/** Where a range that goes on at `at` ends in a block. */
const endIn = (to: Position, segment: number, offset: number, at: number, length: number): number => {
  if (to.segment !== segment) return to.segment > segment ? length : at;
  return Math.max(at, Math.min(length, to.offset - offset));
};
