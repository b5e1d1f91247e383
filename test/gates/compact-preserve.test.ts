import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { handle } from '../../src/hooks/handle.ts';
import { compacts, contextOf, starts } from '../kit/contexts.ts';
import { gitProject } from '../kit/git-project.ts';
import { completes, greenRun, prompts, redRun, scenario, stateIn, writes } from '../kit/scenario.ts';

const STRICT = { policy: { preset: 'strict', gates: { 'session-summary': { mode: 'off' } } } };
const ANNOTATED = '// @decision DEC-CART-001\n// @title Cents\n// @status accepted\n// @rationale Sums drift.\n';
const GIVEN = 'What docket kept of this session before its';

const kept = (events: readonly { type: string; data: unknown }[]): EventData<'ContextPreserved'> | undefined =>
  events.find(({ type }) => type === 'ContextPreserved')?.data as EventData<'ContextPreserved'> | undefined;

describe('before a conversation is summed up', () => {
  it.each(['manual', 'auto'])(
    'whoever writes the summary is told in plain text what it has to hold (%s)',
    async (trigger) => {
      const s = scenario(STRICT);
      const outcome = await s.when(compacts(trigger));
      expect(outcome.answer).toBeNull();
      expect(outcome.stdout).toMatch(/^Write the summary so that/);
      for (const topic of ['Objective', 'Active files', 'constraints', 'Handoff'])
        expect(outcome.stdout).toContain(topic);
      expect(outcome.stdout).not.toContain('hookSpecificOutput');
      expect(kept(outcome.events)?.trigger).toBe(trigger);
    },
  );

  it('the task is kept, however often the person only said to go on', async () => {
    const s = scenario(STRICT);
    await s.given(prompts('write a discount of ten percent'), prompts('make it work with the cart'));
    await s.given(...['yes', 'go on', 'ok', 'now the tests'].map((text) => prompts(text)));
    const asked = ['make it work with the cart', 'go on', 'ok', 'now the tests'];
    expect(kept((await s.when(compacts())).events)?.prompts).toEqual(asked);
    expect(contextOf(await s.when(starts('compact')))).toContain(
      'Asked for last: "make it work with the cart"; then "go on"',
    );
  });

  it('what the session knows is kept', async () => {
    const p = gitProject(STRICT);
    p.git('app', 'switch', '-q', '-c', 'topic');
    p.write('app/src/cart.ts', ANNOTATED);
    p.write('app/MASTER_PLAN.md', '# Plan\n\n## Phase 1: Cart\n**Status:** in-progress\n');
    for (const step of [
      prompts('add a discount'),
      completes('Write', { file_path: `${p.path}/src/cart.ts`, content: ANNOTATED }, {}, { tool_use_id: 'w1' }),
      ...redRun(),
      writes('src/a.ts'),
      writes('src/a.ts'),
    ]) {
      await p.sends(step);
    }
    const outcome = await p.sends(compacts());
    expect(kept(outcome.events)).toMatchObject({
      prompts: ['add a discount'],
      git: { branch: 'topic', changed: 1, files: expect.arrayContaining(['MASTER_PLAN.md', 'src/cart.ts']) },
      plan: { path: 'MASTER_PLAN.md', phases: 1, current: 'Phase 1: Cart' },
      changes: { count: 1, files: ['src/cart.ts'] },
      decisions: [{ path: 'src/cart.ts', id: 'DEC-CART-001', status: 'accepted' }],
      tests: { status: 'fail', failures: 1 },
      findings: [],
    });
    expect(kept(outcome.events)?.trail).toEqual([
      expect.stringMatching(/\|test_fail\|1 failed, npm test$/),
      expect.stringMatching(/\|gate_deny\|test-gate\/tests-fail: /),
    ]);
    expect(outcome.stdout).toContain('What docket knows for certain');
    expect(outcome.stdout).toContain('DEC-CART-001 (accepted) in `src/cart.ts`');
  });

  it('what was found of subagents is kept with it, until it is told', async () => {
    const s = scenario(STRICT);
    const finding = { agent: 'planner', agentId: 'a1', findings: [{ rule: 'r', text: 'no phases' }], branch: null };
    await s.given(starts(), { type: 'FindingsRecorded', data: finding });
    expect(kept((await s.when(compacts())).events)?.findings).toEqual(['planner: no phases']);
  });

  it('only the directive is told under standard, and nothing under observe', async () => {
    const s = scenario({ policy: { preset: 'standard', gates: { 'session-summary': { mode: 'off' } } } });
    const outcome = await s.when(compacts());
    expect(outcome.stdout).not.toContain('for certain');
    expect(kept(outcome.events)).toBeDefined();
    const o = scenario({ preset: 'observe' });
    expect((await o.when(compacts())).stdout).toBe('');
    expect(kept(o.events())).toBeUndefined();
  });

  it('each compaction is told, not only the first', async () => {
    const s = scenario(STRICT);
    await s.given(compacts(), starts('compact'));
    expect((await s.when(compacts('auto'))).stdout).toContain('Objective');
  });

  it('lists stay bounded, and so does the answer', async () => {
    const s = scenario(STRICT);
    const long = 'x'.repeat(5_000);
    for (let at = 0; at < 60; at += 1) {
      await s.given({
        type: 'ChangesObserved',
        data: { by: 'sed', paths: [`src/${'d'.repeat(100)}/${at}.ts`], planes: ['code'] },
      });
    }
    await s.given(prompts(long), prompts(`${long}1`), prompts(`${long}2`), ...redRun());
    const outcome = await s.when(compacts());
    expect(outcome.stdout.length).toBeLessThan(9_500);
    expect(kept(outcome.events)).toMatchObject({ changes: { count: 60, files: { length: 30 } } });
    expect(JSON.stringify(kept(outcome.events)).length).toBeLessThan(12_000);
  });
});

describe('what a compaction kept', () => {
  it('is given back once, as the session goes on', async () => {
    const s = scenario(STRICT);
    await s.given(starts(), prompts('add a discount'), compacts());
    expect(contextOf(await s.when(starts('compact')))).toContain(GIVEN);
    expect(contextOf(await s.when(starts('resume')))).not.toContain(GIVEN);
    expect((await s.when(prompts('go on'))).answer).toBeNull();
  });

  it('survives a process that dies before its answer arrives', async () => {
    const s = scenario(STRICT);
    await s.given(starts(), prompts('add a discount'), compacts());
    const raw = Buffer.from(JSON.stringify({ session_id: 's1', cwd: s.project, ...starts('compact') }));
    await handle(raw, { ...s.deps, fs: nodeLogFs });
    expect(contextOf(await s.when(starts('resume')))).toContain(GIVEN);
  });

  it('survives a session that dies behind the compaction, until it is resumed', async () => {
    const s = scenario(STRICT);
    await s.given(starts(), compacts());
    const weeks = Date.UTC(2026, 1, 1);
    expect(contextOf(await s.when(starts('resume'), { now: () => weeks }))).toContain(GIVEN);
  });

  it('is taken over by a new session in the same worktree, once the one that left it is not live', async () => {
    const s = scenario(STRICT);
    await s.given(starts(), prompts('add a discount'), compacts());
    const other = starts('startup', { session_id: 's2' });
    expect(contextOf(await s.when(other))).not.toContain('add a discount');
    await s.given({ hook_event_name: 'SessionEnd', reason: 'other' });
    const told = contextOf(await s.when(starts('startup', { session_id: 's3' })));
    expect(told).toMatch(/A session in this worktree was compacted .* and did not go on\./);
    expect(told).toContain('"add a discount"');
    expect(contextOf(await s.when(starts('startup', { session_id: 's4' })))).not.toContain('add a discount');
  });

  it.each<[string, string, number]>([
    ['that was cleared', 'clear', 0],
    ['that was forked', 'fork', 0],
    ['two days later', 'startup', 2],
  ])('is not taken over by one %s', async (_name, source, days) => {
    const s = scenario(STRICT);
    await s.given(starts(), prompts('add a discount'), compacts(), { hook_event_name: 'SessionEnd', reason: 'other' });
    const now = days === 0 ? s.deps.now : () => Date.UTC(2026, 0, 1 + days, 12);
    const told = contextOf(await s.when(starts(source, { session_id: 's2' }), { now }));
    expect(told).not.toContain('add a discount');
  });

  it('is not taken over in another worktree', async () => {
    const p = gitProject(STRICT);
    p.git('app', 'worktree', 'add', '-q', '../topic', '-b', 'topic');
    for (const step of [starts(), prompts('add a discount'), compacts()]) await p.sends(step);
    await p.sends({ hook_event_name: 'SessionEnd', reason: 'other' });
    const told = contextOf(await p.sends({ ...starts('startup', { session_id: 's2' }), cwd: `${p.outer}/topic` }));
    expect(told).not.toContain('add a discount');
  });

  it('of the newest compaction is what counts', async () => {
    const s = scenario(STRICT);
    await s.given(starts(), prompts('add a discount'), compacts(), prompts('and a tax'), compacts('auto'));
    expect(stateIn(s).preserved.kept).toHaveLength(0 + 1);
    expect(contextOf(await s.when(starts('compact')))).toContain('and a tax');
  });
});

describe('a session from its start to its end', () => {
  it('is told what it needs at each step, once', async () => {
    const s = scenario(STRICT);
    s.write('MASTER_PLAN.md', '# Plan\n\n## Phase 1: Cart\n**Status:** in-progress\n');
    expect(contextOf(await s.when(starts()))).toContain('now Phase 1: Cart');
    expect((await s.when(prompts('add a discount'))).answer).toBeNull();
    await s.given(...greenRun());
    expect((await s.when(compacts('auto'))).stdout).toContain('Objective');
    const again = contextOf(await s.when(starts('compact')));
    expect(again).toContain('now Phase 1: Cart');
    expect(again).toContain('- Tests: pass');
    await s.given({ hook_event_name: 'SessionEnd', reason: 'other' });
    const resumed = contextOf(await s.when(starts('resume')));
    expect(resumed).toContain('now Phase 1: Cart');
    expect(resumed).not.toContain(GIVEN);
    await s.given({ hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' });
    expect(stateIn(s).sessions.open).toEqual([]);
  });
});
