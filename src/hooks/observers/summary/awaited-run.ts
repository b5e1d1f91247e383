import { setTimeout as delay } from 'node:timers/promises';
import type { EventData } from '../../../events/schemas.ts';
import { listSegments, logFolder, segmentPath } from '../../../events/segments.ts';
import { watchLog } from '../../../events/watch-log.ts';
import { claimsFolder, isHeld, newestClaim } from '../../test-runner/claims.ts';
import type { ObserveInput } from '../observe-input.ts';

type Awaited = NonNullable<EventData<'SummaryObserved'>['awaited']>;

/** Milliseconds: how long a run is waited for, and how often is looked. */
const LONGEST_MS = 1_000;
const LOOK_MS = 50;
/** Bytes before the end of the log: what was written while this call began. */
const LOOK_BACK = 256 * 1024;

/**
 * docket's own test run that is under way in the worktree, waited for a moment; null where there is none. One whose process
 * was killed is over, though nobody could say so.
 */
export const awaitedRun = async ({ root, state, place, deps }: ObserveInput): Promise<Awaited | null> => {
  const { open } = state.runner;
  if (open === null || root === undefined) return null;
  const claims = claimsFolder(root, place.worktree);
  const isUnderWay = (): boolean => {
    const claim = newestClaim(claims);
    return claim !== null && isHeld(claim);
  };
  const { run, runner } = open;
  const folder = logFolder(root, deps.fs, deps.segmentLimit);
  const segment = listSegments(folder).at(-1) ?? 1;
  const size = deps.fs.statSync(segmentPath(folder, segment)).size;
  const watch = watchLog(folder, { segment, offset: Math.max(0, size - LOOK_BACK) });
  const left = deps.timeLeft?.() ?? Number.POSITIVE_INFINITY;
  const until = performance.now() + Math.min(LONGEST_MS, left / 2);
  for (;;) {
    // Asked first: a run that ends after the state was folded has its result in the log before it gives its claim back.
    const goesOn = isUnderWay();
    for (const { type, id, data } of watch.look() ?? []) {
      if (data['run'] !== run) continue;
      if (type === 'TestRunSuperseded') return { run, runner, result: null };
      if (type !== 'TestRunFinished') continue;
      const { status, failures } = data as EventData<'TestRunFinished'>;
      return { run, runner, result: { event: id, status, failures } };
    }
    if (!goesOn) return null;
    if (performance.now() >= until) return { run, runner, result: null };
    await delay(LOOK_MS);
  }
};
