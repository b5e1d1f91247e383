/** A set of UTF-16 code units, by ranges that are sorted and do not touch. */
export interface CharacterSet {
  /** 1 for each ASCII character that is in it. */
  readonly ascii: Uint8Array;
  readonly ranges: readonly Range[];
}

/** From a first to a last code unit. */
export type Range = readonly [first: number, last: number];

const MOST = 0xffff;

/** The set of these ranges; with `ignoresCase`, with the other case of each ASCII letter in it. */
export const characterSet = (ranges: readonly Range[], ignoresCase: boolean): CharacterSet => {
  const all = ignoresCase ? ranges.flatMap((range) => [range, ...otherCase(range)]) : ranges;
  const merged: [number, number][] = [];
  for (const [first, last] of [...all].sort((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return {
    ascii: Uint8Array.from({ length: 128 }, (_, code) => (isIn(merged, code) ? 1 : 0)),
    ranges: merged,
  };
};

/** The ranges of everything that is not in a set. */
export const outside = ({ ranges }: CharacterSet): readonly Range[] => {
  const gaps: Range[] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  return next <= MOST ? [...gaps, [next, MOST]] : gaps;
};

/** Whether a code unit is in a set; `NaN`, from beyond a text, is in none. */
export const holdsCode = ({ ascii, ranges }: CharacterSet, code: number): boolean =>
  code < 128 ? ascii[code] === 1 : isIn(ranges, code);

const isIn = (ranges: readonly Range[], code: number): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

const otherCase = ([first, last]: Range): Range[] => [
  ...shifted(first, last, 0x41, 0x5a, 0x20),
  ...shifted(first, last, 0x61, 0x7a, -0x20),
];

const shifted = (first: number, last: number, from: number, to: number, by: number): Range[] => {
  const low = Math.max(first, from);
  const high = Math.min(last, to);
  return low <= high ? [[low + by, high + by]] : [];
};
