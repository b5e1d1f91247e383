import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Envelope, EventDraft } from '../../../src/events/envelope.ts';
import { claimsFolder, takeClaim } from '../../../src/hooks/test-runner/claims.ts';
import type { RunnerOrder } from '../../../src/hooks/test-runner/order.ts';
import { type ProcessRef, processRef } from '../../../src/hooks/test-runner/process-ref.ts';
import { work } from '../../../src/workers/test-runner/work.ts';
import { cleanEnv } from '../../kit/hook-process.ts';
import { type Scenario, scenario } from '../../kit/scenario.ts';

// What a hook records that looked at the claim just before it was released, and so started nobody.
const beforeRelease = vi.hoisted(() => ({ do: [] as (() => Promise<void>)[] }));
vi.mock('../../../src/hooks/test-runner/claims.ts', async (original) => {
  const claims = await original<typeof import('../../../src/hooks/test-runner/claims.ts')>();
  const takeClaim: typeof claims.takeClaim = (folder, holder) => {
    const claim = claims.takeClaim(folder, holder);
    if (claim === null) return null;
    const release = (): void => {
      void beforeRelease.do.shift()?.();
      claim.release();
    };
    return { ...claim, release };
  };
  return { ...claims, takeClaim };
});

const RUNNER = { command: 'echo "# pass 1"', debounce: 0, cooldown: 0 };

/** What a hook would tell a runner that it starts for the first event of a log. */
const orderIn = (s: Scenario): RunnerOrder => {
  const { id, stream, actor, host, turn } = s.events()[0] as Envelope;
  const event = { id, stream, actor, host, turn };
  return { root: s.root, policyDir: s.project, worktree: s.project, event, position: '1:0' };
};

it('a write whose hook found the claim held, while its holder was about to end, is tested by that one', async () => {
  const s = scenario({ policy: { preset: 'strict', gates: { 'test-runner': RUNNER } } });
  execFileSync('git', ['init', '--quiet', s.project], { env: cleanEnv() });
  const written = (id: string): EventDraft => ({
    type: 'ToolCompleted',
    data: { tool_name: 'Write', tool_input: { file_path: join(s.project, 'src', id) } },
  });
  await s.given(written('a.ts'));
  beforeRelease.do.push(() => s.given(written('b.ts')));
  await work(orderIn(s));
  const id = s.events()[0]?.id;
  const [, second] = s.events().filter(({ type }) => type === 'ToolCompleted');
  const runs = s.events().filter(({ type }) => type === 'TestRunStarted');
  expect(runs.map(({ cause }) => cause)).toEqual([id, second?.id]);
});

it('a run whose end could not be recorded, though its runner gave its claim up, is ended by the next one', async () => {
  const s = scenario({ policy: { preset: 'strict', gates: { 'test-runner': RUNNER } } });
  const run = { runner: 'npm test', run: 'r1', masked: false };
  await s.given({ type: 'TestRunStarted', provenance: 'worker', data: run });
  takeClaim(claimsFolder(s.root, s.project), processRef(process.pid) as ProcessRef)?.release();
  await work(orderIn(s));
  const [finished] = s.events().filter(({ type }) => type === 'TestRunFinished');
  expect(finished?.data).toMatchObject({ run: 'r1', status: 'unknown', reason: 'how it ended could not be recorded' });
});
