import { anyPattern } from './any-pattern.ts';
import { countsByWord, noneFound, sumOfWords, type Tally, tally } from './test-tally.ts';

/** The tallies of all summaries that are one line each. */
export const readSummaryLines = (lines: readonly string[]): Tally[] => {
  const found: Tally[] = [];
  for (const line of lines) {
    if (!isSummary(line)) continue;
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

/** Groups 1 to 3: all tests, those that failed, those that did not run. */
const ofTotal = (by: string, [, total, failed, skipped]: RegExpExecArray): Tally =>
  tally(by, number(total) - number(failed) - number(skipped), number(failed));

/** Groups 1 and 2: passed, failed. */
const passedAndFailed = (by: string, [, passed, failed]: RegExpExecArray): Tally =>
  tally(by, number(passed), number(failed));

/** Groups 1 and 2: failed, passed. */
const failedAndPassed = (by: string, [, failed, passed]: RegExpExecArray): Tally =>
  tally(by, number(passed), number(failed));

const inWords = (by: string, [, text = '']: RegExpExecArray): Tally => {
  const counts = countsByWord(text);
  const passed = sumOfWords(counts, ['passed', 'xpassed', 'xfailed']);
  const failed = sumOfWords(counts, ['failed', 'error', 'errors']);
  return passed + failed === 0 && counts.has('deselected') ? noneFound(by) : tally(by, passed, failed);
};

const none = (by: string): Tally => noneFound(by);

/** Counts that some tests were left out by name (group 3) of those that passed and failed. */
const filtered = (by: string, match: RegExpExecArray): Tally => ({
  ...passedAndFailed(by, match),
  ...(number(match[3]) > 0 ? { partial: true as const } : {}),
});

/** Each matches one line that a runner prints once at the end of a run. */
const LINES: readonly SummaryLine[] = [
  // ==== 3 failed, 10 passed, 2 warnings in 1.23s (0:01:02) ====
  { by: 'pytest', pattern: /^=*\s?((?:\d+ [a-z]+(?: passed)?(?:, | (?=in ))){1,12})in \d[\d.]*s\b/, read: inWords },
  { by: 'pytest', pattern: /^=*\s?no tests (?:ran|collected)\b.* in \d[\d.]*s\b/, read: none },
  // test result: FAILED. 5 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
  {
    by: 'cargo test',
    pattern: /^test result: \w+\. (\d+) passed; (\d+) failed;(?: \d+ ignored; \d+ measured; (\d+) filtered out)?/,
    read: filtered,
  },
  // Summary [   0.012s] 5/6 tests run: 4 passed (1 slow), 1 failed, 1 timed out, 0 skipped
  {
    by: 'cargo nextest',
    pattern: /^\s*Summary \[.*\] (\d+)(?:\/\d+)? tests? run: (\d+) passed/,
    read: (by, [, run, passed]) => tally(by, number(passed), number(run) - number(passed)),
  },
  { by: 'cargo nextest', pattern: /^error: no tests to run$/, read: none },
  {
    by: 'rspec',
    pattern: /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside)?/,
    read: (by, [, all, failed, pending, errors]) =>
      tally(by, number(all) - number(failed) - number(pending), number(failed), number(errors)),
  },
  { by: 'rspec', pattern: /^No examples found\.$/, read: none },
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
      const failures = sumOfWords(counts, ['Failures', 'Errors']);
      return tally(by, number(all) - failures - sumOfWords(counts, ['Skipped', 'Incomplete']), failures);
    },
  },
  { by: 'phpunit', pattern: /^No tests executed!/, read: none },
  { by: 'pest', pattern: /^\s*INFO {2}No tests found\./, read: none },
  { by: 'JUnit', pattern: /^OK \((\d+) tests?\)$/, read: ofTotal },
  { by: 'maven', pattern: /^\[INFO\] (?:No tests to run\.|Tests are skipped\.)$/, read: none },
  { by: 'gradle', pattern: /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?/, read: ofTotal },
  // SUCCESS: Executed 5 tests in 1.2s (1 skipped)
  {
    by: 'gradle',
    pattern:
      /^(?:SUCCESS|FAILURE): Executed (\d+) tests? in [\w. ]{1,30}(?:\((?:(\d+) failed)?(?:, )?(?:(\d+) skipped)?\))?/,
    read: ofTotal,
  },
  // [info] Passed: Total 5, Failed 0, Errors 0, Passed 5
  {
    by: 'sbt',
    pattern: /^(?:\[\w+\] )?(?:Passed|Failed): Total \d+, Failed (\d+), Errors (\d+), Passed (\d+)/,
    read: (by, [, failed, errors, passed]) => tally(by, number(passed), number(failed) + number(errors)),
  },
  // Failed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 20 ms - Shop.Tests.dll (net8.0)
  {
    by: 'dotnet test',
    pattern: /^\s*(?:Passed|Failed|Skipped)!\s+- Failed:\s*(\d+), Passed:\s*(\d+),/,
    read: failedAndPassed,
  },
  {
    by: 'dotnet test',
    pattern: /^\s*Test summary: total: \d+, failed: (\d+), succeeded: (\d+)/,
    read: failedAndPassed,
  },
  { by: 'dotnet test', pattern: /^No test (?:is available|matches)/, read: none },
  // 80% tests passed, 1 tests failed out of 5
  {
    by: 'ctest',
    pattern: /^\d+% tests passed, (\d+) tests? failed out of (\d+)/,
    read: (by, [, failed, all]) => tally(by, number(all) - number(failed), number(failed)),
  },
  { by: 'ctest', pattern: /^No tests were found!!!/, read: none },
  // 3 doctests, 5 tests, 1 failure, 1 skipped in 2 seconds: bats and ExUnit
  {
    by: 'the test runner',
    pattern:
      /^((?:\d+ (?:doctests?|properties|property|features?), ){0,3}\d+ tests?, \d+ failures?(?:, \d+ [a-z]+(?: run)?){0,4})(?: \(\d+ excluded\))?(?: in \d[\d.]* ?s(?:econds?)?)?$/,
    read: (by, [, text = '']) => {
      const counts = countsByWord(text);
      const all = sumOfWords(counts, EXUNIT_TESTS);
      const failures = sumOfWords(counts, ['failure', 'failures', 'invalid', 'not']);
      return tally(by, all - failures - sumOfWords(counts, ['skipped', 'excluded']), failures);
    },
  },
  { by: 'mix test', pattern: /^There are no tests to run$/, read: none },
  // DONE 5 tests, 1 skipped, 1 failure in 0.5s
  {
    by: 'gotestsum',
    pattern: /^DONE (?:\d+ runs?, )?(\d+ tests?.*) in \d/,
    read: (by, [, text = '']) => {
      const counts = countsByWord(text);
      const failures = sumOfWords(counts, ['failure', 'failures']);
      const passed = sumOfWords(counts, ['test', 'tests']) - failures - sumOfWords(counts, ['skipped']);
      return tally(by, passed, failures, sumOfWords(counts, ['error', 'errors']));
    },
  },
  // FAILED | 3 passed (2 steps) | 1 failed | 1 ignored | 4 filtered out (10ms)
  {
    by: 'deno test',
    pattern:
      /^(?:ok|FAILED) \| (\d+) passed[^|]*\| (\d+) failed[^|]*(?:\| \d+ (?:ignored|measured)[^|]*){0,2}(?:\| (\d+) filtered out)?/,
    read: filtered,
  },
  { by: 'deno test', pattern: /^error: No test modules found/, read: none },
  { by: 'bun test', pattern: /^error: 0 test files matching /, read: none },
  { by: 'jasmine', pattern: /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending)?/, read: ofTotal },
  // TOTAL: 1 FAILED, 4 SUCCESS
  {
    by: 'karma',
    pattern: /^TOTAL: (?:(\d+) FAILED, )?(\d+) (SUCCESS|FAILED)$/,
    read: (by, [, failed, count, word]) =>
      word === 'FAILED' ? tally(by, 0, number(count)) : tally(by, number(count), number(failed)),
  },
  // Test run with 5 tests in 2 suites failed after 0.1 seconds with 2 issues.
  {
    by: 'swift test',
    pattern: /^\S+ +Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after /,
    read: (by, [, all, word]) => (word === 'failed' ? tally(by, null, null, 1) : tally(by, number(all), 0)),
  },
  // 00:03 +4 ~1 -1: Some tests failed.
  {
    by: 'dart test',
    pattern: /^\d\d:\d\d \+(\d+)(?: ~\d+)?(?: -(\d+))?: (?:All tests passed!|Some tests failed\.)/,
    read: passedAndFailed,
  },
  // # { total: 6, pass: 1, fail: 5 }
  {
    by: 'tap',
    pattern: /^# \{ total: \d+(?:, pass: (\d+))?(?:, fail: (\d+))?/,
    read: passedAndFailed,
  },
  // Result: PASS
  { by: 'prove', pattern: /^Files=\d+, Tests=(\d+), /, read: (by, [, all]) => tally(by, number(all), 0) },
  { by: 'prove', pattern: /^Result: (?:NOTESTS)$/, read: none },
  // [ FAIL 0 | WARN 0 | SKIP 0 | PASS 5 ]
  {
    by: 'testthat',
    pattern: /^\[ FAIL (\d+) \| WARN \d+ \| SKIP \d+ \| PASS (\d+) \]/,
    read: failedAndPassed,
  },
  { by: 'googletest', pattern: /^\[ {2}PASSED {2}\] (\d+) tests?\.$/, read: passedAndFailed },
  { by: 'vitest', pattern: /^No test files found, exiting with code \d/, read: none },
  { by: 'jest', pattern: /^No tests found, exiting with code \d/, read: none },
  { by: 'mocha', pattern: /^(?:Error: )?No test files found(?:: |$)/, read: none },
  { by: 'playwright', pattern: /^Error: No tests found/, read: none },
  { by: 'ava', pattern: /^\s*✘ (?:Couldn't find any (?:files|tests)|No tests found)/, read: none },
];

/** One look at each line, since few are any. */
const isSummary = anyPattern(LINES.map(({ pattern }) => pattern));

const EXUNIT_TESTS = ['test', 'tests', 'doctest', 'doctests', 'property', 'properties', 'feature', 'features'];
