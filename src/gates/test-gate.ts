import type { View } from '../projections/fold.ts';
import { isAbsolute, relativeTo } from '../projections/paths.ts';
import { testsOf } from '../projections/test-results.ts';
import type { SessionTests } from '../projections/tests.ts';
import { atWords, condition, counted, type Gate, type Way } from './gate.ts';
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
        const file = facts.file()?.data;
        if (file?.kind !== 'source') return null;
        const tests = testsOf(state.tests, trigger.stream);
        return {
          conditions: [testsDoNotFail(tests)],
          limits: tests === null || isOfPackage(file, tests.folder, trigger.data['cwd']) ? [] : [notWarnedYet(state)],
          reason: `${describeFailure(tests)}, and this would write more source code.`,
        };
      },
      ways: ({ trigger }) => testsPassing(trigger.worktree),
    },
  ],
};

/** Whether a file is one of the package whose tests ran; true of one that lies nobody knows where. */
const isOfPackage = (
  { path, worktree }: { readonly path: string; readonly worktree: string | null },
  folder: string,
  cwd: unknown,
): boolean => {
  if (folder === '') return true;
  const whole = isAbsolute(path) || typeof cwd !== 'string' ? path : `${cwd}/${path}`;
  const inside = relativeTo(worktree, whole);
  return isAbsolute(inside) || inside.includes('..') || inside.startsWith(`${folder}/`);
};

/** Another package's failure may have nothing to do with the file: it is told once, and stops nothing. */
const notWarnedYet = ({ strikes }: View) => {
  const { delivered = [], monitored = [] } = strikes['test-gate'] ?? {};
  const warnings = [...delivered, ...monitored];
  return condition('of-this-package-or-not-warned-yet', warnings.length === 0, {
    actual: warnings.length,
    because: warnings,
  });
};

/** The condition that gates about failing tests share. */
export const testsDoNotFail = (tests: SessionTests | null) =>
  condition('tests-do-not-fail', tests?.status !== 'fail', {
    actual: tests === null ? null : { status: tests.status, failures: tests.failures, runner: tests.runner },
    because: tests?.because ?? [],
    remedy: 'Fix the failure (test files are never gated) and run the tests again.',
  });

/** "The tests fail (2 failures, vitest at 2026-01-31 14:02:11 UTC)". */
export const describeFailure = (tests: SessionTests | null): string => {
  const { failures = null, runner = null, at = null } = tests ?? {};
  const count = failures === null ? '' : `${counted(failures, 'failure')}, `;
  return `The tests fail (${count}${runner ?? 'test run'} ${at === null ? 'once' : atWords(at)})`;
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
