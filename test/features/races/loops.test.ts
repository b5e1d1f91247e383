import { describe, expect, it } from 'vitest';
import { type HookSession, hookSession } from '../../kit/hook-session.ts';
import { cart, POLICY } from './policy.ts';

/** A session whose code is other than it was, with nothing said of it. */
const withChange = async (policy: Readonly<Record<string, unknown>> = POLICY): Promise<HookSession> => {
  const s = hookSession({ policy });
  await s.prompt('Add a discount');
  await s.edit('src/cart.js', cart(2));
  return s;
};

const failedReview = (s: HookSession, error: string) => {
  const call = { tool_name: 'mcp__codex__codex', tool_input: { prompt: 'Review' }, tool_use_id: `review ${error}` };
  return s
    .send({ hook_event_name: 'PreToolUse', ...call })
    .then(() => s.send({ hook_event_name: 'PostToolUseFailure', ...call, error }));
};

describe('loops between a stop and a review', () => {
  it('a reviewer that cannot work holds nobody up, and approves nothing', async () => {
    const s = await withChange();
    await s.precommit();
    await failedReview(s, '[Tool result missing due to internal error]');
    expect((await s.stop()).decision).toBe('none');
    await s.prompt('Go on');
    await s.edit('src/cart.js', cart(3));
    expect((await s.stop()).said).toMatch(/code review/);
  });

  it('the end of a turn is blocked once while nothing else happens, and three times in ten minutes at most', async () => {
    const s = await withChange();
    const decisions: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      decisions.push((await s.stop({ stop_hook_active: i > 0 })).decision);
      if (i > 0) await s.bash('cat src/cart.js');
    }
    expect(decisions).toEqual(['block', 'none', 'block', 'block', 'none', 'none']);
  });

  it('a turn may end while its review is under way in the background', async () => {
    const s = await withChange();
    const reviewer = { id: 'a1', type: 'subagent', status: 'running', agent_type: 'code-reviewer' };
    expect((await s.stop({ background_tasks: [reviewer] })).decision).toBe('none');
    expect((await s.stop({ background_tasks: [{ ...reviewer, status: 'completed' }] })).decision).toBe('block');
  });

  it('the newest verdict about the same content counts, whichever came before', async () => {
    const s = await withChange();
    await s.precommit();
    await s.review('⛔ Blocked');
    expect((await s.stop()).said).toMatch(/code review/);
    await s.review('✅ Ready');
    expect((await s.stop()).decision).toBe('none');
    await s.review('⛔ Blocked');
    expect((await s.stop()).said).toMatch(/code review/);
  });

  it('what is owed blocks nothing where the gate is off or only monitors', async () => {
    for (const mode of ['off', 'monitor']) {
      const s = await withChange({
        ...POLICY,
        gates: { ...POLICY.gates, 'session-summary': { mode: 'off' }, 'stop-guard': { mode } },
      });
      await s.review('⛔ Blocked');
      expect((await s.stop()).stdout).toBe('');
    }
  });
});
