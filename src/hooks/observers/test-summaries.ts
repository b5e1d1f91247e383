import { countsByWord, readSummaryLines, type Tally, tally } from './test-summary-lines.ts';

/**
 * Adds up the summaries of all test runners whose format is recognised; null when there is none. `cut` says that lines
 * are missing in the middle, so that lists of single results are incomplete.
 */
export const readSummaries = (lines: readonly string[], cut: boolean): Tally | null => {
  const found = [...readSummaryLines(lines), ...READERS.flatMap((read) => read(lines) ?? [])];
  return found.length > 0 ? together(found) : readTap(lines, cut);
};

/**
 * A line by which a runner reports one failure, for outputs whose summary was cut off or filtered out; null when there
 * is none. Weaker than a summary: a test may print such a line on purpose.
 */
export const failureMark = (lines: readonly string[]): string | null =>
  lines
    .find((line) => MARKS.some((mark) => mark.test(line)))
    ?.trim()
    .slice(0, 80) ?? null;

const MARKS = [
  /^\s*(?:❯ )?FAIL(?:\s+\S|$)/, // jest, vitest, go
  /^\s*--- FAIL: /, // go
  /^FAILED \S+(?:::| - )/, // pytest
  /^ERROR (?:collecting )?\S+\.py\b/,
  /^not ok\b/,
  /^test \S+ \.\.\. FAILED$/, // cargo
  /^error: could not compile /,
  /^rspec \.\/\S+:\d+ # /,
  /\bLoadError: cannot load such file\b/,
  /^\s*● Test suite failed to run/,
  /^BUILD FAILED\b/, // gradle
  /^\[(?:INFO|ERROR)\] BUILD FAILURE\b/, // maven
];

/** Several summaries as one, under the name of the one that decides. */
const together = (tallies: readonly Tally[]): Tally | null => {
  const [first] = tallies;
  if (first === undefined) return null;
  const deciding = tallies.find(({ failed }) => failed) ?? tallies.find(({ ran }) => ran) ?? first;
  return {
    by: deciding.by,
    passed: total(tallies.map(({ passed }) => passed)),
    failures: total(tallies.map(({ failures }) => failures)),
    failed: deciding.failed,
    ran: deciding.ran,
  };
};

const total = (counts: readonly (number | null)[]): number | null => {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0);
};

type Reader = (lines: readonly string[]) => Tally | null;

/** The numbers that `pattern` captures, over all lines; null where it never matches. */
const sumOf = (lines: readonly string[], pattern: RegExp): number | null =>
  total(lines.map((line) => pattern.exec(line)?.[1]).map((text) => (text === undefined ? null : Number(text))));

const count = (lines: readonly string[], pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;

/** The counts in what `pattern` captures, over all lines; null where it never matches. */
const wordsOf = (lines: readonly string[], pattern: RegExp): ReadonlyMap<string, number> | null => {
  const texts = lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  return texts.length === 0 ? null : countsByWord(texts.join(', '));
};

const vitest: Reader = (lines) => {
  const files = wordsOf(lines, /^\s*Test Files {2}(\d+ .*|no tests)/);
  const tests = wordsOf(lines, /^\s*Tests {2}(\d+ .*|no tests)/);
  if (files === null && tests === null) return null;
  const failures = tests?.get('failed') ?? 0;
  const errors = sumOf(lines, /^\s*(?:Type )?Errors {2}(\d+) errors?$/) ?? 0;
  const brokenFiles = failures === 0 ? (files?.get('failed') ?? 0) : 0;
  return tally('vitest', tests === null ? null : (tests.get('passed') ?? 0), failures, brokenFiles + errors);
};

// jest: `Tests:       1 failed, 5 passed, 6 total`; Pest: `  Tests:    1 failed, 5 passed (12 assertions)`
const jest: Reader = (lines) => {
  const suites = wordsOf(lines, /^Test Suites: +(\d+ .*)$/);
  const tests = wordsOf(lines, /^\s*Tests: +(\d+ [a-z].*)$/);
  if (suites === null && tests === null) return null;
  const failures = tests?.get('failed') ?? 0;
  const brokenSuites = failures === 0 ? (suites?.get('failed') ?? 0) : 0;
  return tally(
    suites === null ? 'pest' : 'jest',
    tests === null ? null : (tests.get('passed') ?? 0),
    failures,
    brokenSuites,
  );
};

const mocha: Reader = (lines) => {
  const passing = sumOf(lines, /^\s*(\d+) passing(?: \(\S+\))?$/);
  const failing = sumOf(lines, /^\s*(\d+) failing$/);
  return passing === null && failing === null ? null : tally('mocha', passing, failing ?? 0);
};

const playwright: Reader = (lines) => {
  const passed = sumOf(lines, /^ {2}(\d+) passed \(\d[\d.]*\w+\)$/);
  const failed = sumOf(lines, /^ {2}(\d+) (?:failed|interrupted)$/);
  if (passed === null && failed === null) return null;
  return tally('playwright', passed, failed ?? 0, sumOf(lines, /^ {2}(\d+) did not run$/) ?? 0);
};

const ava: Reader = (lines) => {
  const passed = sumOf(lines, /^\s*(\d+) tests? passed$/);
  const failed = sumOf(lines, /^\s*(\d+) tests? failed$/);
  const uncaught = sumOf(lines, /^\s*(\d+) (?:uncaught exceptions?|unhandled rejections?)$/);
  return passed === null && failed === null ? null : tally('ava', passed, failed ?? 0, uncaught ?? 0);
};

/** node:test and tape, both as TAP comments; node's spec reporter writes the same behind `ℹ`. */
const nodeTest: Reader = (lines) => {
  const passed = sumOf(lines, /^(?:#|ℹ) pass +(\d+)$/);
  const failed = sumOf(lines, /^(?:#|ℹ) (?:fail|cancelled) +(\d+)$/);
  if (passed === null && sumOf(lines, /^(?:#|ℹ) tests +(\d+)$/) === null) return null;
  return tally('node:test', passed ?? 0, failed ?? 0);
};

const bun: Reader = (lines) => {
  if (count(lines, /^Ran \d+ tests? across \d+ files?\./) === 0) return null;
  return tally('bun test', sumOf(lines, /^\s*(\d+) pass$/), sumOf(lines, /^\s*(\d+) fail$/) ?? 0);
};

// Ran 5 tests in 0.001s ⏎ ⏎ FAILED (failures=1, errors=1, skipped=1)
const unittest: Reader = (lines) => {
  const found: Tally[] = [];
  for (const [index, line] of lines.entries()) {
    const ran = /^Ran (\d+) tests? in \d/.exec(line)?.[1];
    if (ran === undefined) continue;
    const verdict = lines.slice(index + 1, index + 6).find((next) => /^(?:OK|FAILED|NO TESTS RAN)\b/.test(next));
    // Without it the output stops before anybody knows.
    if (verdict === undefined) continue;
    const of = (name: string): number => Number(new RegExp(`\\b${name}=(\\d+)`).exec(verdict)?.[1] ?? 0);
    const failures = of('failures') + of('errors') + of('unexpected successes');
    found.push(
      tally('unittest', Number(ran) - failures - of('skipped'), failures, verdict.startsWith('FAILED') ? 1 : 0),
    );
  }
  return together(found);
};

const go: Reader = (lines) => {
  const ok = lines.filter((line) => /^ok\s+[A-Za-z_]\S*\s+(?:\d[\d.]*s|\(cached\))/.test(line));
  const broken = count(lines, /^FAIL\s+\S+\s+(?:\d[\d.]*s|\[(?:build|setup) failed\])$/);
  const passed = count(lines, /^--- PASS: /);
  const failed = count(lines, /^--- FAIL: \S+ \(\d/);
  const empty = count(lines, /^\?\s+\S+\s+\[no test files\]$/);
  if (ok.length + broken + passed + failed + empty === 0) return null;
  const ranNothing = ok.every((line) => /\[no tests to run\]/.test(line)) && passed === 0;
  // Without -v only packages are listed, and how many tests passed is not known.
  const known = passed > 0 || ranNothing ? passed : null;
  return tally('go test', known, failed > 0 || broken === 0 ? failed : null, broken);
};

// [ERROR] Tests run: 10, Failures: 1, Errors: 0, Skipped: 0: once a class with its time, and once for all
const maven: Reader = (lines) => {
  const pattern = /^(?:\[\w+\] )?Tests run: *(\d+), +Failures: (\d+)(?:, Errors: (\d+))?(?:, Skipped: (\d+))?(.*)$/;
  const all = lines.map((line) => pattern.exec(line)).filter((match) => match !== null);
  const totals = all.filter(([, , , , , rest = '']) => !rest.includes('Time elapsed'));
  const tallies = (totals.length > 0 ? totals : all).map(([, run, failures, errors, skipped]) => {
    const failed = Number(failures) + Number(errors ?? 0);
    return tally('JUnit', Number(run) - failed - Number(skipped ?? 0), failed);
  });
  return together(tallies);
};

const junitConsole: Reader = (lines) => {
  const passed = sumOf(lines, /^\[ +(\d+) tests successful +\]$/);
  return passed === null ? null : tally('JUnit', passed, sumOf(lines, /^\[ +(\d+) tests failed +\]$/) ?? 0);
};

const dotnetList: Reader = (lines) => {
  if (sumOf(lines, /^\s*Total tests: (\d+)$/) === null) return null;
  return tally('dotnet test', sumOf(lines, /^\s*Passed: (\d+)$/) ?? 0, sumOf(lines, /^\s*Failed: (\d+)$/) ?? 0);
};

/** XCTest prints a line a suite and the sum last. */
const xctest: Reader = (lines) => {
  const pattern = /^\s*Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures? \(/;
  const match = pattern.exec(lines.findLast((line) => pattern.test(line)) ?? '');
  if (match === null) return null;
  const [, all, skipped, failed] = match;
  return tally('swift test', Number(all) - Number(failed) - Number(skipped ?? 0), Number(failed));
};

const READERS: readonly Reader[] = [
  vitest,
  jest,
  mocha,
  playwright,
  ava,
  nodeTest,
  bun,
  unittest,
  go,
  maven,
  junitConsole,
  dotnetList,
  xctest,
];

/** Results one by one (testanything.org): only what a plan announced, and all of it, is a pass. */
const readTap = (lines: readonly string[], cut: boolean): Tally | null => {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const line of lines) {
    const match = /^(not )?ok\b(?: +\d+)?(.*)$/.exec(line);
    if (match === null) continue;
    const directive = /# *(skip|todo)/i.exec(match[2] ?? '');
    if (directive !== null) skipped += 1;
    else if (match[1] === undefined) passed += 1;
    else failed += 1;
  }
  const planned = sumOf(lines, /^1\.\.(\d+)/);
  const bailedOut = count(lines, /^Bail out!/);
  if (failed > 0 || (bailedOut > 0 && planned !== null)) return tally('TAP', passed, failed, bailedOut);
  if (planned === null || cut || passed + skipped < planned) return null;
  return tally('TAP', passed, 0);
};
