/** What one summary says. */
export interface Tally {
  /** The test runner it comes from. */
  readonly by: string;
  readonly passed: number | null;
  readonly failures: number | null;
  /** Also true when something broke that is no test: a file that does not load, an error outside of tests. */
  readonly failed: boolean;
  /** At least one test ran. */
  readonly ran: boolean;
  /** The runner says that it found no test to run: then its exit code says nothing of tests. */
  readonly foundNone?: true;
  /** The runner says that it left tests out because of how it was called. */
  readonly partial?: true;
}

/** A tally from counts; `broken` counts what failed without being a test. */
export const tally = (by: string, passed: number | null, failures: number | null, broken = 0): Tally => {
  const failed = (failures ?? 0) > 0 || broken > 0;
  return {
    by,
    passed: passed === null ? null : Math.max(0, passed),
    failures: failures === 0 && broken > 0 ? broken : failures,
    failed,
    ran: failed || passed === null || passed > 0,
  };
};

/** No test was found. */
export const noneFound = (by: string): Tally => ({ ...tally(by, 0, 0), foundNone: true });

/** Several summaries as one, under the name of the one that decides; null of none. */
export const together = (tallies: readonly Tally[]): Tally | null => {
  const [first] = tallies;
  if (first === undefined) return null;
  const deciding = tallies.find(({ failed }) => failed) ?? tallies.find(({ ran }) => ran) ?? first;
  return {
    by: deciding.by,
    passed: total(tallies.map(({ passed }) => passed)),
    failures: total(tallies.map(({ failures }) => failures)),
    failed: deciding.failed,
    ran: deciding.ran,
    ...(!deciding.ran && tallies.some(({ foundNone }) => foundNone) ? { foundNone: true as const } : {}),
    ...(tallies.some(({ partial }) => partial) ? { partial: true as const } : {}),
  };
};

/** The sum of those that are known; null when none is. */
export const total = (counts: readonly (number | null)[]): number | null => {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
};

/** `3 failed, 10 passed` as counts by word, lower case. */
export const countsByWord = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [, number, word = ''] of text.matchAll(/(\d+) ([A-Za-z]+)/g)) {
    const key = word.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + Number(number));
  }
  return counts;
};

/** The sum of the counts of some words. */
export const sumOfWords = (counts: ReadonlyMap<string, number>, words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
