import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope } from '../../events/envelope.ts';
import { newEventId } from '../../events/ids.ts';
import { ABOUT_NOW } from '../../gates/facts.ts';
import type { TestResult } from '../../hooks/observers/test-result.ts';
import { observeTree } from '../../hooks/observers/tree/tree.ts';
import { folderOf, shownCommands, type TestCommand } from '../../hooks/test-runner/find-command.ts';
import type { ProcessRef } from '../../hooks/test-runner/process-ref.ts';
import { endGroup, startChild } from './child.ts';
import { loggedEnd } from './output.ts';
import type { Records } from './records.ts';
import { combineResults, resultOf, unknownResult } from './result.ts';
import { testEnvironment } from './test-env.ts';

/** Why a run is ended before its time. */
export type Interruption =
  /** A newer write, by its event, makes it pointless. */
  { readonly kind: 'superseded'; readonly by: string } | { readonly kind: 'ended'; readonly reason: string };

export interface TestRun {
  readonly worktree: string;
  readonly commands: readonly TestCommand[];
  /** The newest write that it is about, in whose session it is recorded. */
  readonly write: Envelope;
  readonly cause: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly records: Records;
  /** Which process group is to be ended should this process be killed. */
  readonly setChild: (child: ProcessRef | null) => void;
  /** Looks whether the run is to be ended; asked often. */
  readonly interrupted: () => Interruption | null;
}

export interface RunOutcome {
  readonly run: string;
  /** Null when it was superseded. */
  readonly finished: string | null;
  /** Other content was there when it ended than when it began, though no write was reported. */
  readonly isChanged: boolean;
}

/** How often is looked whether a run is to be ended, in milliseconds. */
const LOOK = 100;
const TREE_TIME = 30_000;

/** Runs the tests once and records what it comes to. Everything that it started is ended when it returns. */
export const runTests = async (input: TestRun): Promise<RunOutcome> => {
  const { worktree, commands, write, cause, records } = input;
  const run = newEventId();
  const runner = shownCommands(commands, worktree);
  const before = await codeOf(worktree);
  const folders = commands.map((command) => folderOf(command, worktree));
  records.add(write, 'TestRunStarted', { runner, masked: false, run, folders, tree: before }, cause);
  const results: TestResult[] = [];
  const outputs: string[] = [];
  const end = Date.now() + input.timeout;
  let interruption: Interruption | null = null;
  for (const command of commands) {
    const ran = await runCommand(command, input, run, end);
    outputs.push(ran.output);
    if (ran.result !== null) results.push(ran.result);
    interruption = ran.interruption;
    if (interruption !== null || ran.result?.status !== 'pass') break;
  }
  if (interruption?.kind === 'superseded') {
    records.add(write, 'TestRunSuperseded', { run, by: interruption.by }, interruption.by);
    return { run, finished: null, isChanged: false };
  }
  const after = await codeOf(worktree);
  const isChanged = before.code !== after.code;
  const result = interruption === null ? combineResults(results) : unknownResult(interruption.reason);
  const output = loggedEnd(outputs.join('\n'));
  const finished = records.add(
    write,
    'TestRunFinished',
    {
      runner,
      ...(isChanged && result.status === 'pass' ? unknownResult('code changed while the tests ran') : result),
      source: 'runner',
      run,
      ...(isChanged ? {} : { tree: after }),
      output,
    },
    cause,
  );
  return { run, finished, isChanged: isChanged && interruption === null };
};

const codeOf = async (worktree: string) =>
  (await observeTree(worktree, ABOUT_NOW, { env: process.env, timeLeft: () => TREE_TIME })).tree;

interface Ran {
  /** Null when it was interrupted. */
  readonly result: TestResult | null;
  readonly output: string;
  readonly interruption: Interruption | null;
}

const runCommand = async (
  { words, folder, shown }: TestCommand,
  { interrupted, setChild, timeout }: TestRun,
  run: string,
  end: number,
): Promise<Ran> => {
  const child = startChild(words, folder, testEnvironment(process.env, run));
  setChild(child.ref);
  const done = child.done.then((ended) => ({ ended }));
  try {
    for (;;) {
      const over = await Promise.race([done, delay(LOOK)]);
      const output = child.output();
      if (over !== undefined) return { result: resultOf(shown, output, over.ended), output, interruption: null };
      const isLate = Date.now() > end;
      const late = { kind: 'ended', reason: `it did not end within ${timeout / 1000} seconds` } as const;
      const interruption = isLate ? late : interrupted();
      if (interruption === null) continue;
      if (child.ref !== null) await endGroup(child.ref.pid);
      await done;
      // What it printed last may say where it hung.
      return { result: null, output: child.output(), interruption };
    }
  } finally {
    // Whatever went wrong, nothing goes on unseen.
    if (child.ref !== null) await endGroup(child.ref.pid);
    setChild(null);
  }
};
