import { anyPattern } from './any-pattern.ts';
import { countsByWord, noneFound, type Tally, tally, together, total } from './test-tally.ts';

/** The tallies of all summaries that take several lines, runner by runner. */
export const readSummaryBlocks = (lines: readonly string[]): Tally[] => {
  const marked = lines.filter(isMarked);
  // Most readers look for several things in each line, and most outputs are none of theirs.
  const readers = new Set(
    BLOCK_READERS.flatMap(([mark, read]) => (marked.some((line) => mark.test(line)) ? [read] : [])),
  );
  return [...readers].flatMap((read) => read(lines) ?? []);
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
  const by = suites === null ? 'pest' : 'jest';
  const counted = tally(by, tests === null ? null : (tests.get('passed') ?? 0), failures, brokenSuites);
  const isPartial = count(lines, /^Ran all test suites (?:matching|related to|within paths) /) > 0;
  return isPartial ? { ...counted, partial: true } : counted;
};

const mocha: Reader = (lines) => {
  const passing = sumOf(lines, /^\s*(\d+) passing(?: \(\S+\))?$/);
  const failing = sumOf(lines, /^\s*(\d+) failing$/);
  return passing === null && failing === null ? null : tally('mocha', passing, failing ?? 0);
};

const playwright: Reader = (lines) => {
  const passed = sumOf(lines, /^ {2}(\d+) passed \(\d[\d.]*\w+\)$/);
  const failed = sumOf(lines, /^ {2}(\d+) (?:failed|interrupted)$/);
  const outside = sumOf(lines, /^ {2}(\d+) errors? (?:was|were) not a part of any test/);
  if (passed === null && failed === null && outside === null) return null;
  const broken = (outside ?? 0) + (sumOf(lines, /^ {2}(\d+) did not run$/) ?? 0);
  return tally('playwright', passed, failed ?? 0, broken);
};

const ava: Reader = (lines) => {
  const passed = sumOf(lines, /^\s*(\d+) tests? passed$/);
  const failed = sumOf(lines, /^\s*(\d+) tests? failed$/);
  const uncaught = sumOf(lines, /^\s*(\d+) (?:uncaught exceptions?|unhandled rejections?)$/);
  if (passed === null && failed === null && uncaught === null) return null;
  return tally('ava', passed, failed ?? 0, uncaught ?? 0);
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
  const errors = sumOf(lines, /^\s*(\d+) errors?$/) ?? 0;
  return tally('bun test', sumOf(lines, /^\s*(\d+) pass$/), sumOf(lines, /^\s*(\d+) fail$/) ?? 0, errors);
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
    const of = (name: string): number => Number(new RegExp(`[(,] ?${name}=(\\d+)`).exec(verdict)?.[1] ?? 0);
    const failures = of('failures') + of('errors') + of('unexpected successes');
    const passed = Number(ran) - failures - of('skipped');
    const isRed = verdict.startsWith('FAILED');
    found.push(
      verdict.startsWith('NO') || (ran === '0' && !isRed)
        ? noneFound('unittest')
        : tally('unittest', passed, failures, isRed ? 1 : 0),
    );
  }
  return together(found);
};

const go: Reader = (lines) => {
  const ok = lines.filter((line) => /^ok\s+[A-Za-z_]\S*\s+(?:\d[\d.]*s|\(cached\))/.test(line));
  const broken = count(lines, /^FAIL\s+\S+(?:\s+(?:\d[\d.]*s|\[(?:build|setup) failed\])|: .*)$/);
  const passed = count(lines, /^--- PASS: /);
  const failed = count(lines, /^--- FAIL: \S+ \(\d/);
  const empty = count(lines, /^\?\s+\S+\s+\[no test files\]$/);
  if (ok.length + broken + passed + failed + empty === 0) return null;
  const ranNothing = ok.every((line) => /\[no tests to run\]/.test(line)) && passed === 0;
  // Without -v only packages are listed, and how many tests passed is not known.
  const known = passed > 0 || ranNothing ? passed : null;
  // The last line of a red run, where the line of the package was cut off.
  const isRed = broken > 0 || lines.includes('FAIL');
  const counted = tally('go test', known, failed > 0 || !isRed ? failed : null, isRed ? 1 : 0);
  return counted.ran ? counted : noneFound('go test');
};

/** One object a line (`go doc test2json`). What passes is only known when nothing is missing. */
const goJson: Reader = (lines) => {
  const events = lines.flatMap((line) => {
    const action = /^\{.*"Action":"(pass|fail|skip|build-fail)"/.exec(line)?.[1];
    return action === undefined ? [] : [{ action, isTest: line.includes('"Test":"') }];
  });
  if (events.length === 0) return null;
  const of = (wanted: string, isTest: boolean): number =>
    events.filter((event) => event.action === wanted && event.isTest === isTest).length;
  const broken = of('fail', false) + of('build-fail', false);
  const failures = of('fail', true);
  const isOver = of('pass', false) + of('skip', false) > 0;
  if (failures + broken === 0 && !isOver) return null;
  return tally('go test', of('pass', true), failures, failures > 0 ? 0 : broken);
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
  if (passed === null) return null;
  const broken = sumOf(lines, /^\[ +(\d+) containers failed +\]$/) ?? 0;
  return tally('JUnit', passed, sumOf(lines, /^\[ +(\d+) tests failed +\]$/) ?? 0, broken);
};

/** Gradle says nothing of tests that pass: their task ran, and so did the whole build. */
const gradle: Reader = (lines) => {
  const tasks = lines.flatMap((line) => {
    const match = /^> Task \S*:\w*[tT]est\b ?([A-Z-]*)$/.exec(line);
    return match === null ? [] : [match[1] ?? ''];
  });
  if (tasks.length === 0) return null;
  const isBuilt = count(lines, /^BUILD SUCCESSFUL in /) > 0;
  const ran = tasks.some((outcome) => outcome !== 'NO-SOURCE' && outcome !== 'SKIPPED');
  if (!ran) return noneFound('gradle');
  return isBuilt && !tasks.includes('FAILED') ? tally('gradle', null, 0) : null;
};

const dotnetList: Reader = (lines) => {
  if (sumOf(lines, /^\s*Total tests: (\d+)$/) === null) return null;
  const failed = sumOf(lines, /^\s*Failed: (\d+)$/) ?? 0;
  return tally('dotnet test', sumOf(lines, /^\s*Passed: (\d+)$/) ?? 0, failed);
};

/** Microsoft.Testing.Platform: `Test run summary: Failed!`, and the counts below. */
const dotnetPlatform: Reader = (lines) => {
  const verdicts = lines.flatMap((line) => /^\s*Test run summary: (\w+)!/.exec(line)?.[1] ?? []);
  if (verdicts.length === 0) return null;
  const failed = sumOf(lines, /^ {2}failed: (\d+)$/) ?? 0;
  const passed = sumOf(lines, /^ {2}succeeded: (\d+)$/);
  return tally('dotnet test', passed ?? 0, failed, verdicts.includes('Failed') && failed === 0 ? 1 : 0);
};

/** XCTest prints a line a suite and the sum last. */
const xctest: Reader = (lines) => {
  const pattern = /^\s*Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures? \(/;
  const match = pattern.exec(lines.findLast((line) => pattern.test(line)) ?? '');
  if (match === null) return null;
  const [, all, skipped, failed] = match;
  return tally('swift test', Number(all) - Number(failed) - Number(skipped ?? 0), Number(failed));
};

/** Karma goes on with one line; the last of each browser counts. */
const karma: Reader = (lines) => {
  const pattern =
    /^(.{0,80}?): Executed (\d+) of \d+(?: \((\d+) FAILED\))?(?: \(skipped \d+\))?(?: (SUCCESS|ERROR|DISCONNECTED))?/;
  const last = new Map<string, Tally>();
  for (const line of lines) {
    const match = pattern.exec(line);
    if (match === null) continue;
    const [, browser = '', executed, failed, word] = match;
    const isBroken = word === 'ERROR' || word === 'DISCONNECTED';
    last.set(browser, tally('karma', Number(executed) - Number(failed ?? 0), Number(failed ?? 0), isBroken ? 1 : 0));
  }
  // Its reporters also print a sum.
  return lines.some((line) => /^TOTAL: \d/.test(line)) ? null : together([...last.values()]);
};

/** uvu, right-aligned names: what is neither passed nor skipped failed. */
const uvu: Reader = (lines) => {
  const all = sumOf(lines, /^ {2}Total: {5}(\d+)$/);
  const passed = sumOf(lines, /^ {2}Passed: {4}(\d+)$/);
  return all === null || passed === null ? null : tally('uvu', passed, all - passed);
};

/** automake: `# PASS:  4`, `# FAIL:  1`, … */
const automake: Reader = (lines) => {
  const passed = sumOf(lines, /^# PASS: +(\d+)$/);
  const broken = sumOf(lines, /^# ERROR: +(\d+)$/) ?? 0;
  const failed = (sumOf(lines, /^# FAIL: +(\d+)$/) ?? 0) + (sumOf(lines, /^# XPASS: +(\d+)$/) ?? 0);
  return passed === null ? null : tally('make check', passed, failed, broken);
};

/** meson: `Ok:   5`, `Fail:   1`, `Timeout:   0` */
const meson: Reader = (lines) => {
  const ok = sumOf(lines, /^Ok: {3,}(\d+)\s*$/);
  const failed = sumOf(lines, /^(?:Fail|Unexpected Pass|Timeout): {3,}(\d+)\s*$/);
  return ok === null || failed === null ? null : tally('meson', ok, failed);
};

/** ScalaTest without sbt's own line. */
const scalatest: Reader = (lines) => {
  const pattern = /^(?:\[\w+\] )?Tests: succeeded (\d+), failed (\d+)/;
  const broken = /^(?:\[\w+\] )?Suites: completed \d+, aborted (\d+)/;
  const passed = sumOf(lines, pattern);
  if (passed === null || lines.some((line) => /^(?:\[\w+\] )?(?:Passed|Failed): Total \d/.test(line))) return null;
  const failed = sumOf(lines, /^(?:\[\w+\] )?Tests: succeeded \d+, failed (\d+)/) ?? 0;
  return tally('ScalaTest', passed, failed, sumOf(lines, broken) ?? 0);
};

/** Reports in JSON, on one line or many: jest and vitest, mocha, rspec. */
const json: Reader = (lines) => {
  const found: Tally[] = [];
  const jestFailed = sumOf(lines, /"numFailedTests": ?(\d+)/);
  const jestPassed = sumOf(lines, /"numPassedTests": ?(\d+)/);
  if (jestFailed !== null && jestPassed !== null) {
    const broken = jestFailed === 0 ? (sumOf(lines, /"numFailedTestSuites": ?(\d+)/) ?? 0) : 0;
    found.push(tally('jest', jestPassed, jestFailed, broken));
  }
  const mochaPassed = sumOf(lines, /^\s*"passes": (\d+),?$/);
  const mochaFailed = sumOf(lines, /^\s*"failures": (\d+),?$/);
  if (mochaPassed !== null && mochaFailed !== null) found.push(tally('mocha', mochaPassed, mochaFailed));
  for (const line of lines) {
    const match = /"summary_line":"(\d+) examples?, (\d+) failures?/.exec(line);
    if (match !== null) found.push(tally('rspec', Number(match[1]) - Number(match[2]), Number(match[2])));
  }
  return together(found);
};

/** `Result: FAIL` of prove, which counts tests and not failures. */
const prove: Reader = (lines) => (lines.includes('Result: FAIL') ? tally('prove', null, null, 1) : null);

/** Each with what one line at least looks like, where there is anything to read. */
export const BLOCK_READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^\s*Test(?: Files|s) {2}/, vitest],
  [/^\s*Test(?: Suites|s): /, jest],
  [/^\s*\d+ (?:pass|fail)ing/, mocha],
  [/^ {2}\d+ (?:passed \(|failed$|interrupted$|errors? )/, playwright],
  [/^\s*\d+ (?:tests? (?:passed|failed)|uncaught|unhandled)/, ava],
  [/^(?:#|ℹ) (?:pass|tests) /, nodeTest],
  [/^Ran \d+ tests? across/, bun],
  [/^Ran \d+ tests? in/, unittest],
  [/^(?:ok|FAIL|\?)\s+\S|^--- (?:PASS|FAIL): /, go],
  [/^\{.*"Action":"/, goJson],
  [/^(?:\[\w+\] )?Tests run:/, maven],
  [/^\[ +\d+ tests successful/, junitConsole],
  [/^> Task \S*:\w*[tT]est\b/, gradle],
  [/^\s*Total tests: \d/, dotnetList],
  [/^\s*Test run summary: /, dotnetPlatform],
  [/^\s*Executed \d/, xctest],
  [/: Executed \d/, karma],
  [/^ {2}Total: {5}\d/, uvu],
  [/^# PASS: /, automake],
  [/^Ok: {3,}\d/, meson],
  [/^(?:\[\w+\] )?Tests: succeeded \d/, scalatest],
  [/"num(?:Failed|Passed)Tests": ?\d|"summary_line":"/, json],
  [/^\s*"(?:passe|failure)s": \d/, json],
  [/^Result: FAIL$/, prove],
];

const isMarked = anyPattern(BLOCK_READERS.map(([mark]) => mark));
