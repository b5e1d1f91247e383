import type { TestResult } from '../../../../src/hooks/observers/test-result.ts';

/** What a runner prints at the end of a run, and what it says. */
export interface RunnerOutput {
  readonly name: string;
  readonly output: string;
  /** What is known when the exit code is not that of the tests. */
  readonly expected: Pick<TestResult, 'status' | 'failures' | 'passed'>;
}

export const passed = (count: number | null): RunnerOutput['expected'] => ({
  status: 'pass',
  failures: 0,
  passed: count,
});

export const failed = (failures: number | null, others: number | null): RunnerOutput['expected'] => ({
  status: 'fail',
  failures,
  passed: others,
});

export const noneRan: RunnerOutput['expected'] = { status: 'unknown', failures: 0, passed: 0 };
