import { readBlocks } from '../log-reader.ts';
import { type LogFolder, NEWLINE } from '../segments.ts';
import type { Damage, PlacedDamage } from './report.ts';

/** Gives damage the number of its line in the segment's file, as an editor counts; reads only damaged segments. */
export const withLineNumbers = (
  folder: LogFolder,
  damage: readonly Damage[],
  segments: readonly number[],
): PlacedDamage[] => {
  const numbers = new Map<Damage, number>();
  for (const segment of new Set(damage.map((found) => found.segment))) {
    if (!segments.includes(segment)) continue;
    const inSegment = damage.filter((found) => found.segment === segment).sort((a, b) => a.offset - b.offset);
    countLines(folder, segment, inSegment, (found, line) => numbers.set(found, line));
  }
  return damage.map((found) => ({ ...found, line: numbers.get(found) ?? null }));
};

const countLines = (
  folder: LogFolder,
  segment: number,
  sorted: readonly Damage[],
  onLine: (found: Damage, line: number) => void,
): void => {
  let line = 1;
  let next = 0;
  const tellUpTo = (offset: number): void => {
    for (let found = sorted[next]; found !== undefined && found.offset < offset; found = sorted[next]) {
      onLine(found, line);
      next += 1;
    }
  };
  for (const block of readBlocks(folder, { segment, offset: 0 })) {
    if (block.segment !== segment) break;
    for (let at = block.bytes.indexOf(NEWLINE); at >= 0; at = block.bytes.indexOf(NEWLINE, at + 1)) {
      tellUpTo(block.offset + at + 1);
      line += 1;
    }
  }
  tellUpTo(Number.POSITIVE_INFINITY);
};
