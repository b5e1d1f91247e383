import { failedRun, failureMark } from './test-failure-lines.ts';
import { readOutput } from './test-output.ts';
import { readSummaries } from './test-summaries.ts';
import type { Tally } from './test-tally.ts';

/** What is known about a finished test run. */
export interface TestRunOutcome {
  /** For people: `npm test`. What it printed is recognised whatever it is called. */
  readonly runner: string;
  /** The exit code is not that of the tests. */
  readonly masked: boolean;
  readonly output: string;
  readonly exit:
    | { readonly kind: 'success' }
    | { readonly kind: 'failure'; readonly code: number | null }
    /** Stopped from outside: by a person, a signal, or when its time was up. */
    | { readonly kind: 'interrupted'; readonly by?: string }
    | { readonly kind: 'background' };
  /** The command line that ran it: what it spells out itself is no output of a runner. */
  readonly command?: string;
}

export interface TestResult {
  readonly status: 'pass' | 'fail' | 'unknown';
  /** Counts as far as the output shows them. */
  readonly failures: number | null;
  readonly passed: number | null;
  /** One clause, for people. */
  readonly reason: string;
  /** The runner says that it left tests out because of how it was called. */
  readonly partial?: true;
}

/**
 * Judges a test run by its exit and by the summaries of test runners in its output, of which only the beginning and
 * the end are read. A visible failure always counts. A success needs the exit code of the tests themselves or a visible
 * summary with a test that passed; where neither is there, or no test ran, the result is unknown.
 */
export const readTestResult = ({ runner, masked, output, exit, command }: TestRunOutcome): TestResult => {
  if (exit.kind === 'background') return unknown('it went on in the background');
  const seen = readOutput(output, command);
  const isStopped = exit.kind === 'interrupted';
  if (isStopped && !isWatching(seen.lines)) return unknown(`it ${exit.by ?? 'was interrupted'}`);
  const counts = readSummaries(seen);
  if (counts?.failed === true) return result('fail', counts, failedReason(counts));
  const broken = failedRun(seen.lines);
  if (broken !== null) return result('fail', counts, shownReason(broken));
  if (!masked && exit.kind === 'failure') return redExit(runner, exit.code, counts);
  if (counts === null) {
    return masked || isStopped ? withoutSummary(seen.lines) : result('pass', null, `${runner} succeeded`);
  }
  if (!counts.ran) return result('unknown', counts, 'no test ran');
  if (isCutShort(seen.lines)) return result('unknown', counts, 'it was interrupted');
  if (exit.kind === 'failure') return result('unknown', counts, `${passedReason(counts)}, but another command failed`);
  return result('pass', counts, passedReason(counts));
};

/** Where no test was found, the exit code says that and nothing of tests. */
const redExit = (runner: string, code: number | null, counts: Tally | null): TestResult =>
  counts?.foundNone === true
    ? result('unknown', counts, 'no test was found')
    : result('fail', counts, exitReason(runner, code));

/** A runner in watch mode says so when a run is over; then it waits until somebody stops it. */
const isWatching = (lines: readonly string[]): boolean =>
  lines.some((line) =>
    /^\s*(?:(?:PASS|FAIL) {2}Waiting for file changes|Watch Usage\b|Watching for file changes)/.test(line),
  );

/** A runner that is told to stop sums up what it got to, which then looks like a pass of everything: pytest, vitest. */
const isCutShort = (lines: readonly string[]): boolean =>
  lines.some((line) =>
    /^!{3,} (?:\S+\.)?(?:KeyboardInterrupt|Interrupted|Exit)\b.* !{3,}$|^Cancelling test run\. Press CTRL\+c/.test(
      line,
    ),
  );

const withoutSummary = (lines: readonly string[]): TestResult => {
  const mark = failureMark(lines);
  if (mark !== null) return result('fail', null, shownReason(mark));
  return unknown('the exit code is not that of the tests, and no summary is visible');
};

const result = (status: TestResult['status'], counts: Tally | null, reason: string): TestResult => ({
  status,
  failures: counts?.failures ?? (status === 'pass' ? 0 : null),
  passed: counts?.passed ?? null,
  reason,
  ...(counts?.partial === true ? { partial: true } : {}),
});

const unknown = (reason: string): TestResult => result('unknown', null, reason);

const shownReason = (line: string): string => `the output shows a failure: ${line}`;

const failedReason = ({ by, failures }: Tally): string =>
  failures === null || failures === 0 ? `${by} reports a failure` : `${by} reports ${failures} failed`;

const passedReason = ({ by, passed }: Tally): string =>
  passed === null ? `${by} reports success` : `${by} reports ${passed} passed`;

const exitReason = (runner: string, code: number | null): string =>
  code === null ? `${runner} failed` : `${runner} exited with code ${code}`;
