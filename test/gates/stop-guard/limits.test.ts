import { describe, expect, it } from 'vitest';
import { completes, greenRun, prompts, redRun, requests, scenario, stops } from '../../kit/scenario.ts';

const read = (call: string) => [
  requests('Read', { file_path: 'src/a.ts' }, { tool_use_id: call }),
  completes('Read', { file_path: 'src/a.ts' }, {}, { tool_use_id: call }),
];

describe('stop-guard', () => {
  it('lets a turn end when nothing failed', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...greenRun());
    expect((await s.when(stops())).answer).toBeNull();
  });

  it('blocks once while tests fail, and lets the next stop without tools through', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const first = await s.when(stops());
    expect(first.answer).toEqual({ decision: 'block', reason: expect.stringContaining('The tests fail') });
    const second = await s.when(stops({ stop_hook_active: true, last_assistant_message: 'I cannot fix it.' }));
    expect(second.answer).toBeNull();
    expect(second.verdicts[0]).toMatchObject({
      decision: 'pass',
      conditions: [{ name: 'tests-do-not-fail', holds: false }],
      limits: expect.arrayContaining([
        expect.objectContaining({ name: 'tools-ran-since-the-last-block', holds: false }),
      ]),
    });
  });

  it('blocks again after tools ran, whatever the host says about the loop, and three times at most', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const decisions: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      decisions.push((await s.when(stops({ last_assistant_message: `try ${i}` }))).decision);
      await s.given(...read(`read-${i}`));
    }
    expect(decisions).toEqual(['deny', 'deny', 'deny', 'none', 'none']);
  });

  it('counts anew for a prompt of a person, not for a task notification', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), stops());
    await s.given(prompts('<task-notification>\n<task-id>b1</task-id> done</task-notification>'));
    expect((await s.when(stops({ last_assistant_message: 'again' }))).decision).toBe('none');
    await s.given(prompts('try once more'));
    expect((await s.when(stops({ last_assistant_message: 'and again' }))).decision).toBe('deny');
  });

  it.each([
    { id: 'a', type: 'subagent', status: 'running' },
    { id: 'b', type: 'workflow' },
    { id: 'c', type: 'review', status: 'running' },
    'agent-1',
  ])('waits for background work that reports back: %j', async (task) => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const result = await s.when(stops({ background_tasks: [task] }));
    expect(result.decision).toBe('none');
    expect(result.verdicts[0]?.limits).toContainEqual(
      expect.objectContaining({ name: 'no-background-work', holds: false }),
    );
    // Deferred is not spent: the stop that follows is blocked.
    expect((await s.when(stops({ last_assistant_message: 'now' }))).decision).toBe('deny');
  });

  it.each([
    { id: 'a', type: 'shell', status: 'running', command: 'npm run dev' },
    { id: 'b', type: 'monitor', status: 'running' },
    { id: 'c', type: 'subagent', status: 'completed' },
  ])('does not wait for %j', async (task) => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    expect((await s.when(stops({ background_tasks: [task] }))).decision).toBe('deny');
  });

  it('is not opened by another session whose tests fail or pass in the same worktree', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    await s.given(...greenRun().map((payload) => ({ ...payload, session_id: 'other' })));
    expect((await s.when(stops())).decision).toBe('deny');
    await s.given(prompts('again'), ...redRun().map((payload) => ({ ...payload, session_id: 'third' })));
    expect((await s.when(stops({ last_assistant_message: 'still' }))).decision).toBe('deny');
  });

  it('records what a turn left open when it is let go', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), stops(), stops({ stop_hook_active: true }));
    const { loadState } = await import('../../../src/hooks/load-state.ts');
    const { logFolder } = await import('../../../src/events/segments.ts');
    const { fold } = loadState(logFolder(s.root, s.deps.fs), s.root, null);
    expect(fold.view('s1', s.project).turn.openPoints).toEqual(['tests-do-not-fail']);
  });

  it('leaves subagents alone', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    expect((await s.when({ hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'x' })).answer).toBeNull();
  });

  it('needs no transcript (st-empty-transcript-path)', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    expect((await s.when(stops({ transcript_path: '' }))).decision).toBe('deny');
  });
});
