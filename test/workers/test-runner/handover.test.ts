import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Envelope, EventDraft } from '../../../src/events/envelope.ts';
import { work } from '../../../src/workers/test-runner/work.ts';
import { cleanEnv } from '../../kit/hook-process.ts';
import { scenario } from '../../kit/scenario.ts';

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

it('a write whose hook found the claim held, while its holder was about to end, is tested by that one', async () => {
  const s = scenario({ policy: { preset: 'strict', gates: { 'test-runner': RUNNER } } });
  execFileSync('git', ['init', '--quiet', s.project], { env: cleanEnv() });
  const written = (id: string): EventDraft => ({
    type: 'ToolCompleted',
    data: { tool_name: 'Write', tool_input: { file_path: join(s.project, 'src', id) } },
  });
  await s.given(written('a.ts'));
  beforeRelease.do.push(() => s.given(written('b.ts')));
  const { id, stream, actor, host, turn } = s.events()[0] as Envelope;
  await work({
    root: s.root,
    policyDir: s.project,
    worktree: s.project,
    event: { id, stream, actor, host, turn },
    position: '1:0',
  });
  const [, second] = s.events().filter(({ type }) => type === 'ToolCompleted');
  const runs = s.events().filter(({ type }) => type === 'TestRunStarted');
  expect(runs.map(({ cause }) => cause)).toEqual([id, second?.id]);
});
