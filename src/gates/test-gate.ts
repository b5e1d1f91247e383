import type { View } from '../projections/fold.ts';
import { type SessionTests, testsOf } from '../projections/tests.ts';
import { condition, type Gate, type Way } from './gate.ts';
import { isWriteRequest } from './triggers.ts';

/**
 * No more code on top of failing tests (seed 001, test-gate.sh and "Escalating gates"). Tests, documents and
 * configuration are never gated, so that the failure can be fixed from the test's side; no result is no failure.
 */
export const testGate: Gate = {
  name: 'test-gate',
  summary: 'Warns on the first source write while tests fail, denies the next.',
  source: 'seed 001, PreToolUse test-gate.sh',
  on: isWriteRequest,
  needs: () => ['file'],
  rules: [
    {
      id: 'test-gate/tests-fail',
      decision: { first: 'advise', next: 'deny', strikeEnds: ['TestRunFinished'] },
      judge: ({ trigger, state, facts }) => {
        if (facts.file()?.data.kind !== 'source') return null;
        const tests = testsOfSession(state, trigger.stream);
        return {
          conditions: [testsDoNotFail(tests)],
          reason: `${describeFailure(tests)}, and this would write more source code.`,
        };
      },
      ways: ({ trigger }) => testsPassing(trigger.worktree),
    },
  ],
};

type Tests = SessionTests;

/** The worktree's test result as far as this session may rely on it: its own. */
export const testsOfSession = (state: View, stream: string): Tests | null => testsOf(state.tests, stream);

/** The condition that gates about failing tests share. */
export const testsDoNotFail = (tests: Tests | null) =>
  condition('tests-do-not-fail', tests?.status !== 'fail', {
    actual: tests === null ? null : { status: tests.status, failures: tests.failures, runner: tests.runner },
    because: tests?.because ?? [],
    remedy: 'Fix the failure (test files are never gated) and run the tests again.',
  });

/** "The tests fail (2 failures, vitest)". */
export const describeFailure = (tests: Tests | null): string => {
  const count = tests?.failures;
  const failures = count === null || count === undefined ? '' : `${count} ${count === 1 ? 'failure' : 'failures'}, `;
  return `The tests fail (${failures}${tests?.runner ?? 'test run'} at ${tests?.at ?? 'an unknown time'})`;
};

/** The way out of every gate about failing tests. */
export const testsPassing = (worktree: string | null): Way[] => [
  {
    todo: 'run the tests, and they pass',
    events: [
      {
        type: 'TestRunFinished',
        worktree,
        data: { runner: 'tests', status: 'pass', failures: 0, passed: 1, reason: 'assumed', source: 'agent' },
      },
    ],
  },
];
