import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope } from '../../events/envelope.ts';
import { newEventId } from '../../events/ids.ts';
import { ABOUT_NOW } from '../../gates/facts.ts';
import type { TestResult } from '../../hooks/observers/test-result.ts';
import { observeTree } from '../../hooks/observers/tree/tree.ts';
import { folderOf, type TestCommand } from '../../hooks/test-runner/find-command.ts';
import { loggedEnd } from '../../hooks/test-runner/output.ts';
import type { ProcessRef } from '../../hooks/test-runner/process-ref.ts';
import { testScope } from '../../projections/test-scope.ts';
import { endGroup, startChild } from './child.ts';
import type { Records } from './records.ts';
import { resultOf, unknownResult } from './result.ts';
import { testEnvironment } from './test-env.ts';

/** Why a run is ended before its time: `superseded` by a newer write, `unrecorded` since there is no log any more. */
export type Interruption =
  | { readonly kind: 'superseded'; readonly by: string }
  | { readonly kind: 'ended'; readonly reason: string }
  | { readonly kind: 'unrecorded' };

export interface TestRun {
  readonly worktree: string;
  readonly command: TestCommand;
  /** The newest write that it is about, in whose session it is recorded. */
  readonly write: Envelope;
  readonly cause: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds that a run has to end once it is asked to. */
  readonly grace: number;
  readonly records: Records;
  /** Which process group is to be ended should this process be killed. */
  readonly setChild: (child: ProcessRef | null) => void;
  /** Looks whether the run is to be ended; asked often. */
  readonly interrupted: () => Interruption | null;
}

export interface RunOutcome {
  readonly run: string;
  /** Null when it was superseded, or is not recorded. */
  readonly finished: string | null;
  /** Other content was there when it ended than when it began, though no write was reported. */
  readonly isChanged: boolean;
}

/** How often is looked whether a run is to be ended, in milliseconds. */
const LOOK = 100;
const TREE_TIME = 30_000;

/** Runs the tests once and records what it comes to. Everything that it started is ended when it returns. */
export const runTests = async (input: TestRun): Promise<RunOutcome> => {
  const { worktree, command, write, cause, records } = input;
  const run = newEventId();
  const before = await codeOf(worktree);
  const scope = { runner: command.shown, run, ...testScope({ folder: folderOf(command, worktree) }) };
  records.add(write, 'TestRunStarted', { ...scope, masked: false, tree: before }, cause);
  const { result, output, interruption } = await runCommand(input, run);
  if (interruption !== null && interruption.kind !== 'ended') {
    if (interruption.kind === 'superseded') {
      records.add(write, 'TestRunSuperseded', { run, by: interruption.by }, interruption.by);
    }
    return { run, finished: null, isChanged: false };
  }
  const after = await codeOf(worktree);
  const isChanged = before.code !== after.code;
  const isUndone = isChanged && result.status === 'pass';
  const data = {
    ...scope,
    ...(isUndone ? unknownResult('code changed while the tests ran') : result),
    source: 'runner' as const,
    ...(isChanged ? {} : { tree: after }),
    output: loggedEnd(output),
  };
  const finished = records.add(write, 'TestRunFinished', data, cause);
  return { run, finished, isChanged: isChanged && interruption === null };
};

const codeOf = async (worktree: string) =>
  (await observeTree(worktree, ABOUT_NOW, { env: process.env, timeLeft: () => TREE_TIME })).tree;

interface Ran {
  readonly result: TestResult;
  readonly output: string;
  /** Why it was ended; null when it ended by itself. */
  readonly interruption: Interruption | null;
}

const runCommand = async ({ command, interrupted, setChild, timeout, grace }: TestRun, run: string): Promise<Ran> => {
  const { words, folder, shown } = command;
  const latest = performance.now() + timeout;
  const child = startChild(words, { cwd: folder, env: testEnvironment(process.env, run), grace });
  const done = child.done.then((ended) => ({ ended }));
  try {
    setChild(child.ref);
    for (;;) {
      const over = await Promise.race([done, delay(LOOK)]);
      if (over !== undefined) {
        const output = child.output();
        return { result: resultOf(shown, output, over.ended), output, interruption: null };
      }
      const interruption = performance.now() > latest ? tooLate(timeout) : interrupted();
      if (interruption === null) continue;
      if (child.ref !== null) await endGroup(child.ref.pid, grace);
      await done;
      // What it printed last may say where it hung.
      const reason = interruption.kind === 'ended' ? interruption.reason : interruption.kind;
      return { result: unknownResult(reason), output: child.output(), interruption };
    }
  } finally {
    // Whatever went wrong, nothing goes on unseen.
    if (child.ref !== null) await endGroup(child.ref.pid, grace);
    setChild(null);
  }
};

const tooLate = (timeout: number): Interruption => ({
  kind: 'ended',
  reason: `it did not end within ${timeout / 1000} seconds`,
});
