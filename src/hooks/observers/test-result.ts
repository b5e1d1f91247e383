import { failureMark, readSummaries } from './test-summaries.ts';
import type { Tally } from './test-summary-lines.ts';

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
    | { readonly kind: 'interrupted' }
    | { readonly kind: 'background' };
}

export interface TestResult {
  readonly status: 'pass' | 'fail' | 'unknown';
  /** Counts as far as the output shows them. */
  readonly failures: number | null;
  readonly passed: number | null;
  /** One clause, for people. */
  readonly reason: string;
}

/**
 * Judges a test run by its exit and by the summaries of test runners in its output, of which only the beginning and
 * the end are read. A visible failure always counts. A success needs the exit code of the tests themselves or a visible
 * summary with a test that passed; where neither is there, or no test ran, the result is unknown.
 */
export const readTestResult = ({ runner, masked, output, exit }: TestRunOutcome): TestResult => {
  if (exit.kind === 'background') return unknown('it went on in the background');
  if (exit.kind === 'interrupted') return unknown('it was interrupted');
  const { lines, cut } = visibleLines(output);
  const counts = readSummaries(lines, cut);
  if (counts?.failed === true) return result('fail', counts, failedReason(counts));
  if (!masked && exit.kind === 'failure') return result('fail', counts, exitReason(runner, exit.code));
  if (counts === null) return masked ? withoutSummary(lines) : result('pass', null, `${runner} succeeded`);
  if (!counts.ran) return result('unknown', counts, 'no test ran');
  if (exit.kind === 'failure') return result('unknown', counts, `${passedReason(counts)}, but another command failed`);
  return result('pass', counts, passedReason(counts));
};

const withoutSummary = (lines: readonly string[]): TestResult => {
  const mark = failureMark(lines);
  if (mark !== null) return result('fail', null, `the output shows a failure: ${mark}`);
  return unknown('the exit code is not that of the tests, and no summary is visible');
};

const BEGINNING = 16 * 1024;
const END = 64 * 1024;
/** No runner prints a longer summary, and long lines would only cost time. */
const LONGEST_LINE = 500;

const visibleLines = (output: string): { lines: string[]; cut: boolean } => {
  if (output.length <= BEGINNING + END) return { lines: toLines(output), cut: false };
  // The lines at the cut are incomplete: `11 failed` could be read as `1 failed`.
  const beginning = output.slice(0, BEGINNING);
  const end = output.slice(-END);
  const lines = [beginning.slice(0, beginning.lastIndexOf('\n') + 1), end.slice(end.indexOf('\n') + 1)].flatMap(
    toLines,
  );
  return { lines, cut: true };
};

const ESC = '\u001b';
const BEL = '\u0007';
const ESCAPES = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[@-Z\\\\^_])`, 'g');

/** `packages/a test: …`: what pnpm and turbo put before each line of a package. */
const PACKAGE_PREFIX = /^[\w@./-]{1,100}[ :]test(?::[\w-]{1,40})?: ?/;

const toLines = (text: string): string[] =>
  text
    .replace(ESCAPES, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.length <= LONGEST_LINE)
    .map((line) => line.replace(PACKAGE_PREFIX, ''));

const result = (status: TestResult['status'], counts: Tally | null, reason: string): TestResult => ({
  status,
  failures: counts?.failures ?? (status === 'pass' ? 0 : null),
  passed: counts?.passed ?? null,
  reason,
});

const unknown = (reason: string): TestResult => result('unknown', null, reason);

const failedReason = ({ by, failures }: Tally): string =>
  failures === null || failures === 0 ? `${by} reports a failure` : `${by} reports ${failures} failed`;

const passedReason = ({ by, passed }: Tally): string =>
  passed === null ? `${by} reports success` : `${by} reports ${passed} passed`;

const exitReason = (runner: string, code: number | null): string =>
  code === null ? `${runner} failed` : `${runner} exited with code ${code}`;
