/** How long things took, in milliseconds. */
export interface Spread {
  readonly n: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** Durations as a count for each whole millisecond: exact, and no larger than there are different ones. */
export interface Durations {
  readonly add: (milliseconds: number) => void;
  /** Null where there are none. Percentiles by the nearest rank. */
  readonly spread: () => Spread | null;
}

export const startDurations = (): Durations => {
  const counts = new Map<number, number>();
  let n = 0;
  return {
    add: (milliseconds) => {
      n += 1;
      counts.set(milliseconds, (counts.get(milliseconds) ?? 0) + 1);
    },
    spread: () => {
      if (n === 0) return null;
      const sorted = [...counts].sort(([a], [b]) => a - b);
      const at = (part: number): number => {
        const rank = Math.ceil(part * n);
        let seen = 0;
        for (const [milliseconds, count] of sorted) {
          seen += count;
          if (seen >= rank) return milliseconds;
        }
        return sorted.at(-1)?.[0] as number;
      };
      return { n, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
    },
  };
};
