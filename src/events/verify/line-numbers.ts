import { readBlocks } from '../log-reader.ts';
import { type LogFolder, NEWLINE } from '../segments.ts';
import { CARRIAGE_RETURN, withoutLineEnds } from './line-ends.ts';
import type { Damage, PlacedDamage } from './report.ts';

/**
 * Gives damage the number of its line in the segment's file, as an editor counts; reads only damaged segments. Lines whose ends alone
 * may be other ones are named once.
 */
export const withLineNumbers = (
  folder: LogFolder,
  damage: readonly Damage[],
  segments: readonly number[],
): PlacedDamage[] => {
  const numbers = new Map<Damage, number>();
  const ended = new Set<Damage>();
  for (const segment of new Set(damage.map((found) => found.segment))) {
    if (!segments.includes(segment)) continue;
    const inSegment = damage.filter((found) => found.segment === segment).sort((a, b) => a.offset - b.offset);
    countLines(folder, segment, inSegment, (found, line, isCrLf) => {
      numbers.set(found, line);
      if (isCrLf) ended.add(found);
    });
  }
  const placed = damage.map((found) => [found, { ...found, line: numbers.get(found) ?? null }] as const);
  const others = new Set(placed.flatMap(([found, one]) => (ended.has(found) ? [one] : [])));
  return withoutLineEnds(
    placed.map(([, one]) => one),
    (one) => others.has(one),
  );
};

const countLines = (
  folder: LogFolder,
  segment: number,
  sorted: readonly Damage[],
  onLine: (found: Damage, line: number, isCrLf: boolean) => void,
): void => {
  let line = 1;
  let next = 0;
  const tellUpTo = (offset: number, isCrLf: boolean): void => {
    for (let found = sorted[next]; found !== undefined && found.offset < offset; found = sorted[next]) {
      onLine(found, line, isCrLf);
      next += 1;
    }
  };
  for (const block of readBlocks(folder, { segment, offset: 0 })) {
    if (block.segment !== segment) break;
    for (let at = block.bytes.indexOf(NEWLINE); at >= 0; at = block.bytes.indexOf(NEWLINE, at + 1)) {
      tellUpTo(block.offset + at + 1, block.bytes[at - 1] === CARRIAGE_RETURN);
      line += 1;
    }
  }
  tellUpTo(Number.POSITIVE_INFINITY, false);
};
