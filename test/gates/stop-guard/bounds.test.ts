import { describe, expect, it } from 'vitest';
import { completes, prompts, redRun, requests, scenario, stops } from '../../kit/scenario.ts';
import { type WorkSession, workingSession } from '../../kit/work-session.ts';

// How often it blocks: the cases st-* of what went wrong elsewhere, each through the hook.

const A = 'export const a = 1;\n';

/** A session that owes a review, under a clock that the test turns. */
const owing = async (): Promise<{ w: WorkSession; at: (seconds: number) => void }> => {
  let now = Date.UTC(2026, 0, 1, 12);
  const w = await workingSession({ preset: 'strict', deps: { now: () => now } });
  await w.edits('app/src/a.ts', A);
  await w.reviewed('precommit');
  await w.reviewed('code', 'fail');
  return { w, at: (seconds) => (now = Date.UTC(2026, 0, 1, 12) + seconds * 1000) };
};

const work = (w: WorkSession) => w.ran('npm run build', () => {});

describe('blocks', () => {
  it('st-rapid-three: three inside a minute are a loop, with work between them', async () => {
    const { w, at } = await owing();
    for (const seconds of [0, 21, 44]) {
      at(seconds);
      expect((await w.stop()).decision, String(seconds)).toBe('deny');
      await work(w);
    }
    at(50);
    const { decision, verdicts } = await w.stop();
    expect(decision).toBe('none');
    expect(verdicts[0]?.limits).toContainEqual(
      expect.objectContaining({ name: 'blocked-less-than-three-times-in-ten-minutes', holds: false, actual: 3 }),
    );
  });

  it('st-rapid-three: without work, one is enough', async () => {
    const { w, at } = await owing();
    const decisions: string[] = [];
    for (const seconds of [0, 21, 44, 50]) {
      at(seconds);
      decisions.push((await w.stop()).decision);
    }
    expect(decisions).toEqual(['deny', 'none', 'none', 'none']);
  });

  it('st-slow-three: many over a long session are legitimate', async () => {
    const { w, at } = await owing();
    for (const seconds of [0, 600, 1500, 1501]) {
      at(seconds);
      expect((await w.stop()).decision, String(seconds)).toBe('deny');
      await work(w);
    }
  });

  it('are eight at most for one prompt, however slow: a session can always end', async () => {
    const { w, at } = await owing();
    const decisions: string[] = [];
    for (let i = 0; i < 10; i += 1) {
      at(i * 3600);
      decisions.push((await w.stop()).decision);
      await work(w);
    }
    expect(decisions).toEqual([...Array.from({ length: 8 }, () => 'deny'), 'none', 'none']);
    await w.sends(prompts('go on'));
    expect((await w.stop()).decision).toBe('deny');
  });

  it('are not spent by a clock that runs backwards', async () => {
    const { w, at } = await owing();
    const decisions: string[] = [];
    for (const seconds of [9000, 8000, 7000, 0]) {
      at(seconds);
      decisions.push((await w.stop()).decision);
      await work(w);
    }
    expect(decisions).toEqual(['deny', 'deny', 'deny', 'none']);
  });

  it('st-identical-feedback: the same reason again, and nothing done about it', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), stops(), stops({ stop_hook_active: true }));
    expect((await s.when(stops({ stop_hook_active: true, last_assistant_message: 'again' }))).decision).toBe('none');
  });

  it('st-active-false-again: the count is our own, whatever the host says about a loop', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const decisions: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      decisions.push((await s.when(stops({ last_assistant_message: `try ${i}` }))).decision);
      await s.given(requests('Read', { file_path: 'a' }, { tool_use_id: `r${i}` }));
      await s.given(completes('Read', { file_path: 'a' }, {}, { tool_use_id: `r${i}` }));
    }
    expect(decisions).toEqual(['deny', 'deny', 'deny', 'none']);
  });

  it('st-background-running: wait for a reviewer that still works, and are not spent by that', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    expect((await w.stop({ background_tasks: ['agent-1'] })).decision).toBe('none');
    expect((await w.stop()).decision).toBe('deny');
  });
});

describe('a review in a background shell', () => {
  it('is waited for as long as it runs and said nothing yet', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('code');
    const command = 'npm run precommit';
    const call = { tool_name: 'Bash', tool_input: { command, run_in_background: true }, tool_use_id: 'p1' };
    await w.sends({ hook_event_name: 'PreToolUse', ...call });
    const response = { stdout: '', stderr: '', interrupted: false, backgroundTaskId: 'b1' };
    await w.sends({ hook_event_name: 'PostToolUse', ...call, tool_response: response });
    const task = { id: 'b1', type: 'shell', status: 'running', command };
    expect((await w.stop({ background_tasks: [task] })).decision).toBe('none');
    expect((await w.stop({ background_tasks: [{ ...task, command: 'npm run dev' }] })).decision).toBe('deny');
    expect((await w.stop({ background_tasks: [{ ...task, status: 'completed' }] })).decision).toBe('none');
  });
});

describe('st-infra-failure: a reviewer that does not work', () => {
  it('holds nobody, and is told to the person', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    await w.reviewed('code', 'broken');
    const { decision, answer, verdicts } = await w.stop();
    expect(decision).toBe('none');
    expect(verdicts[0]?.limits).toContainEqual(expect.objectContaining({ name: 'the-reviewer-works', holds: false }));
    expect(answer).toEqual({
      systemMessage: 'docket: the turn ends without what did not work: code review (reviewer)',
    });
  });

  it('leaves what else is missing to be said', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('code', 'broken');
    expect((await w.stop()).owed).toEqual(['precommit-missing']);
  });

  it('counts for the content it was tried on alone', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    await w.reviewed('code', 'broken');
    await w.edits('app/src/a.ts', `${A}${A}`);
    expect((await w.stop()).owed).toEqual(['code-unreviewed', 'precommit-missing']);
  });

  it('does not take back what a review said of that content', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    await w.reviewed('code', 'fail');
    await w.reviewed('code', 'broken');
    expect((await w.stop()).owed).toEqual(['code-unreviewed']);
  });

  it('is also a tool that fails and whose reviews may be of any kind', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    const call = { tool_name: 'mcp__codex__codex', tool_input: { prompt: 'review it' }, tool_use_id: 'c1' };
    await w.sends({ hook_event_name: 'PreToolUse', ...call });
    await w.sends({ hook_event_name: 'PostToolUseFailure', ...call, error: 'connection refused' });
    expect((await w.stop()).decision).toBe('none');
    await w.edits('app/src/a.ts', `${A}${A}`);
    await w.reviewed('precommit');
    expect((await w.stop()).owed).toEqual(['code-unreviewed']);
  });
});
