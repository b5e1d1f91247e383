import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nodeLogFs } from '../../events/log-fs.ts';
import { parsePosition } from '../../events/position.ts';
import type { Policy } from '../../events/schemas.ts';
import { logFolder } from '../../events/segments.ts';
import { watchLog } from '../../events/watch-log.ts';
import { resolvePolicy } from '../../gates/policy-files.ts';
import { loadState } from '../../hooks/load-state.ts';
import { readPolicyFiles } from '../../hooks/observers/policy.ts';
import { claimsFolder, type OwnClaim, takeClaim } from '../../hooks/test-runner/claims.ts';
import { findTestCommands } from '../../hooks/test-runner/find-command.ts';
import { type RunnerOptions, type RunnerOrder, runnerOptions } from '../../hooks/test-runner/order.ts';
import { processRef } from '../../hooks/test-runner/process-ref.ts';
import type { RunnerState } from '../../projections/runner.ts';
import { endLeftBehind } from './child.ts';
import { recordsIn } from './records.ts';
import { unknownResult } from './result.ts';
import { type Interruption, type RunOutcome, runTests } from './run-tests.ts';
import { type PendingWrite, writesIn } from './writes.ts';

/** How often is looked for writes, in milliseconds. */
const LOOK = 100;
/** Hooks of one moment stand this near to each other in the log, in bytes. */
const LOOK_BACK = 256 * 1024;

/**
 * Runs the tests of a worktree as long as there are writes to test. One process a worktree does: another one that is
 * started meanwhile ends at once, since this one reads of its write in the log.
 */
export const work = async (order: RunnerOrder): Promise<void> => {
  const self = processRef(process.pid);
  if (self === null) return;
  const folder = claimsFolder(order.root, order.worktree);
  let runner: Runner | null = null;
  for (let claim = takeClaim(folder, self); claim !== null; claim = takeClaim(folder, self)) {
    runner ??= runnerFor(order);
    try {
      await runner.testAll(claim);
    } finally {
      claim.release();
    }
    // A hook that still saw the claim held started nobody: its write is in the log by now.
    if (!runner.hasMore()) return;
  }
};

interface Runner {
  /** Tests until there is nothing to test. */
  readonly testAll: (claim: OwnClaim) => Promise<void>;
  readonly hasMore: () => boolean;
}

const runnerFor = (order: RunnerOrder): Runner => {
  const { root, policyDir, worktree } = order;
  const folder = logFolder(root, nodeLogFs);
  const from = parsePosition(order.position) ?? { segment: 1, offset: 0 };
  const watch = watchLog(folder, { ...from, offset: Math.max(0, from.offset - LOOK_BACK) });
  const writes = writesIn(worktree);
  const records = recordsIn(folder, order);
  const viewNow = () => loadState(folder, root, null).fold.view('', worktree);
  const stateNow = (): RunnerState => viewNow().runner;
  const optionsNow = () => optionsIn(policyDir, () => viewNow().policy.policy);

  /** Why nothing is tested any more; null while there is no reason. */
  let stopped: string | null = null;
  let isGone = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopped = `docket's runner was ended by ${signal}`;
    });
  }
  let isLost = (): boolean => false;
  const look = (): void => {
    const events = watch.look();
    // Where there is a log again, it is one that knows nothing of this run, and others see no claim on it.
    isGone = events === null || isLost();
    if (isGone) stopped = 'the log is gone';
    writes.note(events ?? []);
  };

  /** What a runner that was killed had begun is over, and its end is recorded. */
  const closeOpenRun = async ({ before }: OwnClaim): Promise<void> => {
    const { grace } = optionsNow() ?? runnerOptions({});
    if (before?.child !== null && before?.child !== undefined) await endLeftBehind(before.child, grace);
    const { open } = stateNow();
    if (open === null) return;
    const { event, ...scope } = open;
    // One that gave its claim up was not killed: the log took nothing more.
    const reason = before?.isReleased === true ? UNRECORDED : "docket's runner was killed";
    const data = { ...scope, ...unknownResult(reason), source: 'runner' as const };
    records.add(event, 'TestRunFinished', data);
    writes.reopen(open.run);
  };

  /** Waits until writes rest, the last run is long enough ago, and the agent's own is over. */
  const settled = async ({ debounce, cooldown, timeout }: RunnerOptions): Promise<void> => {
    // Reading the log takes time, which is no part of the wait.
    const { endedAt } = stateNow();
    const cooledAt = timeToCool(endedAt, cooldown) + performance.now();
    let newest: string | undefined;
    const latest = performance.now() + timeout;
    for (let restsSince = performance.now(); ; ) {
      look();
      const write = writes.pending().at(-1)?.event.id;
      if (write === undefined || stopped !== null) return;
      if (write !== newest && newest !== undefined) restsSince = performance.now();
      newest = write;
      const wait = Math.max(restsSince + debounce, cooledAt) - performance.now();
      const isFree = !writes.areTestsRunning() || performance.now() > latest;
      if (wait <= 0 && isFree) return;
      await delay(Math.max(1, Math.min(wait <= 0 ? LOOK : wait, LOOK)));
    }
  };

  const interruption = (stream: string, tested: readonly PendingWrite[]): Interruption | null => {
    look();
    if (isGone) return { kind: 'unrecorded' };
    if (stopped !== null) return { kind: 'ended', reason: stopped };
    if (writes.hasEnded(stream)) return { kind: 'ended', reason: 'the session ended' };
    const newer = writes.pending().find((write) => !tested.includes(write));
    if (newer === undefined) return null;
    return optionsNow() === null
      ? { kind: 'ended', reason: 'the policy switched test-runner off' }
      : { kind: 'superseded', by: newer.event.id };
  };

  /** After content changed under a run though no write was reported: the last write, and the result that says so. */
  let again: { readonly write: string; readonly cause: string } | null = null;

  const testAll = async (claim: OwnClaim): Promise<void> => {
    isLost = claim.isLost;
    look();
    await closeOpenRun(claim);
    for (;;) {
      const options = optionsNow();
      if (options !== null) await settled(options);
      // A worktree may be removed meanwhile, and the gate switched off.
      if (!existsSync(worktree) || optionsNow() === null) writes.drop();
      const pending = writes.pending();
      const newest = pending.at(-1)?.event;
      if (newest === undefined || stopped !== null || options === null) return;
      const red = stateNow().red.map((path) => join(worktree, path, 'package.json'));
      const paths = [...pending.flatMap((write) => write.paths), ...red];
      const commands = findTestCommands({ worktree, paths, command: options.command });
      if (commands.length === 0) {
        writes.drop();
        continue;
      }
      const isAgain = again?.write === newest.id;
      const cause = (isAgain ? again?.cause : undefined) ?? newest.id;
      const { timeout, grace } = options;
      const { setChild } = claim;
      const interrupted = () => interruption(newest.stream, pending);
      const outcomes: RunOutcome[] = [];
      for (const command of commands) {
        outcomes.push(
          await runTests({ worktree, command, write: newest, cause, timeout, grace, records, setChild, interrupted }),
        );
        if (interrupted() !== null) break;
      }
      // Once only: tests that change code themselves would be run for ever.
      const changed = outcomes.find(({ isChanged }) => isChanged)?.finished ?? null;
      again = changed === null || isAgain ? null : { write: newest.id, cause: changed };
      const isCut = outcomes.length < commands.length || outcomes.some(({ finished }) => finished === null);
      const [first] = outcomes;
      // The log was read up to its beginning by now.
      if (first !== undefined && (again !== null || isCut)) writes.reopen(first.run);
    }
  };

  return {
    testAll,
    hasMore: () => {
      look();
      return stopped === null && writes.pending().length > 0;
    },
  };
};

const UNRECORDED = 'how it ended could not be recorded';

/** What the policy says now, and while a file of it is broken what hooks keep to; null where tests are not, or no longer, to be run. */
const optionsIn = (policyDir: string, inForce: () => Policy | null): RunnerOptions | null => {
  const { policy, broken } = resolvePolicy(readPolicyFiles(policyDir, process.env).sources);
  const held = (broken ? inForce() : null) ?? policy;
  const gate = held.gates['test-runner'];
  return gate?.mode === 'enforce' ? runnerOptions(gate.options) : null;
};

/** Milliseconds until the next run may begin. A clock that was set back must not hold it up. */
const timeToCool = (endedAt: string | null, cooldown: number): number =>
  endedAt === null ? 0 : Math.max(0, Math.min(Date.parse(endedAt) - Date.now(), 0) + cooldown);
