import { comparePositions, type Position } from './position.ts';

/** A stretch of the log: segment and offset of its first byte, segment and offset behind its last. */
export type Range = [fromSegment: number, fromOffset: number, toSegment: number, toOffset: number];

export const rangeStart = ([segment, offset]: Range): Position => ({ segment, offset });

export const rangeEnd = ([, , segment, offset]: Range): Position => ({ segment, offset });

/** What keeps a list of ranges short: how near two ranges are one, and how many there are at most. */
export interface RangeBounds {
  readonly gap: number;
  readonly most: number;
  /** Of the log's segments. */
  readonly limit: number;
}

/** Extends the last range by a line that stands behind it, or begins another one where the line is far from it. */
export const addToRanges = (ranges: Range[], segment: number, from: number, to: number, bounds: RangeBounds): void => {
  const last = ranges.at(-1);
  if (last !== undefined && (segment - last[2]) * bounds.limit + from - last[3] <= bounds.gap) {
    last[2] = segment;
    last[3] = to;
    return;
  }
  ranges.push([segment, from, segment, to]);
  if (ranges.length > bounds.most) joinNearest(ranges, bounds.limit);
};

/** Makes one of the two neighbours that are nearest to each other. */
const joinNearest = (ranges: Range[], limit: number): void => {
  let nearest = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < ranges.length; i += 1) {
    const [before, after] = [ranges[i - 1] as Range, ranges[i] as Range];
    const gap = (after[0] - before[2]) * limit + after[1] - before[3];
    if (gap < least) {
      least = gap;
      nearest = i;
    }
  }
  const [, , toSegment, toOffset] = ranges[nearest] as Range;
  const [fromSegment, fromOffset] = ranges[nearest - 1] as Range;
  ranges.splice(nearest - 1, 2, [fromSegment, fromOffset, toSegment, toOffset]);
};

/** Ranges of several sessions as ranges that do not overlap, in order. */
export const unionOf = (ranges: readonly Range[]): readonly Range[] => {
  const union: Range[] = [];
  const inOrder = [...ranges].sort((a, b) => comparePositions(rangeStart(a), rangeStart(b)));
  for (const range of inOrder) {
    const last = union.at(-1);
    if (last === undefined || comparePositions(rangeStart(range), rangeEnd(last)) > 0) union.push([...range]);
    else if (comparePositions(rangeEnd(range), rangeEnd(last)) > 0) {
      last[2] = range[2];
      last[3] = range[3];
    }
  }
  return union;
};
