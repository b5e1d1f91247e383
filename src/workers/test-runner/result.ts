import { readTestResult, type TestResult } from '../../hooks/observers/test-result.ts';
import type { ChildEnd } from './child.ts';

/** What the shell says of a program that is not there, or may not be run. */
const NOT_STARTED: ReadonlySet<number> = new Set([126, 127]);

/** The result of a command that ended by itself. */
export const resultOf = (runner: string, output: string, end: ChildEnd): TestResult => {
  if (end.kind === 'unstartable') return unknownResult(end.message);
  const code = end.kind === 'exit' ? end.code : null;
  const exit = code === 0 ? ({ kind: 'success' } as const) : ({ kind: 'failure', code } as const);
  const read = readTestResult({ runner, masked: false, output, exit });
  // Without a summary that says so, a run that something ended is no failure of the tests.
  const isBroken = end.kind === 'signal' || (code !== null && NOT_STARTED.has(code));
  if (!isBroken || (read.failures ?? 0) > 0) return read;
  return unknownResult(end.kind === 'signal' ? `it was ended by ${end.signal}` : `${runner} could not be started`);
};

export const unknownResult = (reason: string): TestResult => ({
  status: 'unknown',
  failures: null,
  passed: null,
  reason,
});
