import { join } from 'node:path';
import type { Envelope } from '../../events/envelope.ts';
import type { EventData, Policy } from '../../events/schemas.ts';
import type { Fold } from '../../projections/fold.ts';
import type { HookDeps } from '../deps.ts';
import type { HookCall } from '../hook-call.ts';
import { claimsFolder, isHeld, newestClaim } from './claims.ts';
import { findTestCommands, shownCommands } from './find-command.ts';
import { type RunnerOrder, runnerOptions } from './order.ts';
import { type WrittenCode, writtenCode } from './written-code.ts';

/** A hook call whose answer is out. */
export interface AnsweredCall {
  readonly call: HookCall;
  readonly deps: HookDeps;
  readonly policy: Policy;
  /** What the hook recorded of it, the event itself first. */
  readonly events: readonly Envelope[];
  /** The log as the gates saw it. */
  readonly fold: Fold;
  readonly position: string;
}

/**
 * Starts docket's own test run after a write of code, and ends what a killed one left at the end of a turn or session. A
 * bundle of its own, loaded behind the answer: it asks the file system much, and starting a process costs more than a
 * hook call.
 */
export const startTests = (answered: AnsweredCall): void => {
  const { call, fold } = answered;
  if (call.trigger.type === 'TurnEnded' || call.trigger.type === 'SessionEnded') {
    for (const [worktree, { runner }] of fold.state().worktrees) {
      if (runner.open !== null && answered.policy.gates['test-runner']?.mode === 'enforce')
        startRunner(answered, worktree);
    }
    return;
  }
  const written = answered.events.flatMap((event, index) => {
    const code = writtenCode(event, call.place.gitOf, index === 0 ? call.toolInput : undefined);
    // Another repository's tests are none of this project's.
    return code === null || call.place.worktreeOf(code.worktree) === null ? [] : [{ ...code, event: event.id }];
  });
  for (const worktree of new Set(written.map((code) => code.worktree))) {
    const here = written.filter((code) => code.worktree === worktree);
    startIn(answered, { worktree, paths: here.flatMap(({ paths }) => paths) }, here.at(-1)?.event ?? call.trigger.id);
  }
};

const startIn = (answered: AnsweredCall, { worktree, paths }: WrittenCode, write: string): void => {
  const { policy } = answered;
  const gate = policy.gates['test-runner'];
  const { command } = runnerOptions(gate?.options ?? {});
  const commands = findTestCommands({ worktree, paths, command });
  if (commands.length === 0) skip(answered, worktree, write, { reason: 'no-command', would: null });
  else if (gate?.mode !== 'enforce') {
    skip(answered, worktree, write, { reason: 'monitor', would: shownCommands(commands, worktree) });
  } else startRunner(answered, worktree);
};

/** Says that nothing was started, once a session as long as the reason is the same. */
const skip = (
  { call, fold }: AnsweredCall,
  worktree: string,
  write: string,
  data: EventData<'TestRunSkipped'>,
): void => {
  const { stream } = call.trigger;
  const { skipped } = fold.view(stream, worktree).runner;
  if (skipped?.stream === stream && skipped.reason === data.reason && skipped.would === data.would) return;
  call.recorder.append([call.recorder.encode({ type: 'TestRunSkipped', cause: write, call: null, worktree, data })]);
};

/** One that runs already, or is about to, reads of the write in the log. */
const startRunner = ({ call, deps, position }: AnsweredCall, worktree: string): void => {
  const { root, policyDir } = call.location;
  const claim = newestClaim(claimsFolder(root, worktree));
  if ((claim !== null && isHeld(claim)) || deps.program === undefined) return;
  const { id, stream, actor, host, turn } = call.trigger;
  const event = { id, stream, actor, host, turn };
  const order: RunnerOrder = { root, policyDir, worktree, event, position };
  const { spawn } = process.getBuiltinModule('node:child_process');
  // In a session of its own: a host that ends the hook's process group does not end it.
  const runner = spawn(process.execPath, [join(deps.program, 'test-runner.cjs'), JSON.stringify(order)], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env: deps.env,
  });
  // What cannot be started is no reason to crash.
  runner.on('error', () => undefined);
  runner.unref();
};
