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
}

/** A tally from counts; `broken` counts what failed without being a test. */
export const tally = (by: string, passed: number | null, failures: number | null, broken = 0): Tally => {
  const failed = (failures ?? 0) > 0 || broken > 0;
  return {
    by,
    passed,
    failures: failures === 0 && broken > 0 ? broken : failures,
    failed,
    ran: failed || passed === null || passed > 0,
  };
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

/** The tallies of all summaries that are one line each. */
export const readSummaryLines = (lines: readonly string[]): Tally[] => {
  const found: Tally[] = [];
  for (const line of lines) {
    for (const { by, pattern, read } of LINES) {
      const match = pattern.exec(line);
      if (match !== null) found.push(read(by, match));
    }
  }
  return found;
};

interface SummaryLine {
  readonly by: string;
  readonly pattern: RegExp;
  readonly read: (by: string, match: RegExpExecArray) => Tally;
}

const number = (text: string | undefined): number => Number(text ?? 0);

const sum = (counts: ReadonlyMap<string, number>, words: readonly string[]): number =>
  words.reduce((total, word) => total + (counts.get(word) ?? 0), 0);

/** Groups 1 to 3: all tests, those that failed, those that did not run. */
const ofTotal = (by: string, [, total, failed, skipped]: RegExpExecArray): Tally =>
  tally(by, number(total) - number(failed) - number(skipped), number(failed));

/** Groups 1 and 2: passed, failed. */
const passedAndFailed = (by: string, [, passed, failed]: RegExpExecArray): Tally =>
  tally(by, number(passed), number(failed));

const inWords = (by: string, [, text = '']: RegExpExecArray): Tally => {
  const counts = countsByWord(text);
  return tally(by, sum(counts, ['passed', 'xpassed', 'xfailed']), sum(counts, ['failed', 'error', 'errors']));
};

const noneRan = (by: string): Tally => tally(by, 0, 0);

/** Each matches one line that a runner prints once at the end of a run. */
const LINES: readonly SummaryLine[] = [
  // ==== 3 failed, 10 passed, 2 warnings in 1.23s (0:01:02) ====
  { by: 'pytest', pattern: /^=*\s?((?:\d+ [a-z]+(?: passed)?(?:, | (?=in ))){1,12})in \d[\d.]*s\b/, read: inWords },
  { by: 'pytest', pattern: /^=*\s?no tests (?:ran|collected)\b.* in \d[\d.]*s\b/, read: noneRan },
  // test result: FAILED. 5 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
  { by: 'cargo test', pattern: /^test result: \w+\. (\d+) passed; (\d+) failed;/, read: passedAndFailed },
  // Summary [   0.012s] 5/6 tests run: 4 passed (1 slow), 1 failed, 1 timed out, 0 skipped
  {
    by: 'cargo nextest',
    pattern: /^\s*Summary \[.*\] (\d+)(?:\/\d+)? tests? run: (\d+) passed/,
    read: (by, [, run, passed]) => tally(by, number(passed), number(run) - number(passed)),
  },
  {
    by: 'rspec',
    pattern: /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside)?/,
    read: (by, [, all, failed, pending, errors]) =>
      tally(by, number(all) - number(failed) - number(pending), number(failed), number(errors)),
  },
  {
    by: 'minitest',
    pattern: /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors(?:, (\d+) (?:skips|pendings))?/,
    read: (by, [, all, failed, errors, skipped]) => {
      const failures = number(failed) + number(errors);
      return tally(by, number(all) - failures - number(skipped), failures);
    },
  },
  { by: 'phpunit', pattern: /^OK \((\d+) tests?, \d+ assertions?\)/, read: ofTotal },
  {
    by: 'phpunit',
    pattern: /^Tests: (\d+), Assertions: \d+(.*)$/,
    read: (by, [, all, rest = '']) => {
      const counts = new Map([...rest.matchAll(/([A-Za-z]+): (\d+)/g)].map(([, word, n]) => [word ?? '', Number(n)]));
      const failures = sum(counts, ['Failures', 'Errors']);
      return tally(by, number(all) - failures - sum(counts, ['Skipped', 'Incomplete']), failures);
    },
  },
  { by: 'phpunit', pattern: /^No tests executed!/, read: noneRan },
  { by: 'JUnit', pattern: /^OK \((\d+) tests?\)$/, read: ofTotal },
  { by: 'gradle', pattern: /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?/, read: ofTotal },
  { by: 'gradle', pattern: /^> Task \S*:test\w* NO-SOURCE/i, read: noneRan },
  // Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 20 ms - Shop.Tests.dll (net8.0)
  {
    by: 'dotnet test',
    pattern: /^\s*(?:Passed|Failed|Skipped)!\s+- Failed:\s*(\d+), Passed:\s*(\d+),/,
    read: (by, [, failed, passed]) => tally(by, number(passed), number(failed)),
  },
  {
    by: 'dotnet test',
    pattern: /^\s*Test summary: total: \d+, failed: (\d+), succeeded: (\d+)/,
    read: (by, [, failed, passed]) => tally(by, number(passed), number(failed)),
  },
  { by: 'dotnet test', pattern: /^No test (?:is available|matches)/, read: noneRan },
  // 80% tests passed, 1 tests failed out of 5
  {
    by: 'ctest',
    pattern: /^\d+% tests passed, (\d+) tests? failed out of (\d+)/,
    read: (by, [, failed, all]) => tally(by, number(all) - number(failed), number(failed)),
  },
  { by: 'ctest', pattern: /^No tests were found!!!/, read: noneRan },
  // 3 doctests, 5 tests, 1 failure, 1 skipped: bats and ExUnit
  {
    by: 'the test runner',
    pattern:
      /^((?:\d+ (?:doctests?|properties|property|features?), ){0,3}\d+ tests?, \d+ failures?(?:, \d+ [a-z]+){0,4})$/,
    read: (by, [, text = '']) => {
      const counts = countsByWord(text);
      const all = sum(counts, [
        'test',
        'tests',
        'doctest',
        'doctests',
        'property',
        'properties',
        'feature',
        'features',
      ]);
      const failures = sum(counts, ['failure', 'failures', 'invalid']);
      return tally(by, all - failures - sum(counts, ['skipped', 'excluded']), failures);
    },
  },
  // DONE 5 tests, 1 skipped, 1 failure in 0.5s
  {
    by: 'gotestsum',
    pattern: /^DONE (?:\d+ runs?, )?(\d+ tests?.*) in \d/,
    read: (by, [, text = '']) => {
      const counts = countsByWord(text);
      const failures = sum(counts, ['failure', 'failures']);
      const passed = sum(counts, ['test', 'tests']) - failures - sum(counts, ['skipped']);
      return tally(by, passed, failures, sum(counts, ['error', 'errors']));
    },
  },
  // FAILED | 3 passed (2 steps) | 1 failed | 1 ignored (10ms)
  { by: 'deno test', pattern: /^(?:ok|FAILED) \| (\d+) passed[^|]*\| (\d+) failed/, read: passedAndFailed },
  { by: 'jasmine', pattern: /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending)?/, read: ofTotal },
  // Test run with 5 tests in 2 suites failed after 0.1 seconds with 2 issues.
  {
    by: 'swift test',
    pattern: /^\S+ Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after /,
    read: (by, [, all, word]) => (word === 'failed' ? tally(by, null, null, 1) : tally(by, number(all), 0)),
  },
  { by: 'vitest', pattern: /^No test files found, exiting with code \d/, read: noneRan },
  { by: 'jest', pattern: /^No tests found, exiting with code \d/, read: noneRan },
];
