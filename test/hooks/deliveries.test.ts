import { describe, expect, it } from 'vitest';
import { logFolder } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { completes, prompts, redRun, requests, type Scenario, scenario, stops, writes } from '../kit/scenario.ts';

const viewOf = (s: Scenario) => loadState(logFolder(s.root, s.deps.fs), s.root, null).fold.view('s1', s.project);

/** Enough events that a turn's end saves a snapshot. */
const longPast = (s: Scenario) =>
  s.given(...Array.from({ length: 40 }, (_, i) => ({ hook_event_name: 'Notification', message: `${i}` })));

describe('two deliveries of one event', () => {
  it('do not turn a pass of code that changed during the run into evidence', async () => {
    const s = scenario({ preset: 'strict' });
    const run = { command: 'npm test' };
    const finished = completes('Bash', run, { stdout: '# pass 1\n# fail 0', stderr: '' }, { tool_use_id: 'run' });
    const write = { file_path: 'src/a.ts', content: '' };
    await s.given(requests('Bash', run, { tool_use_id: 'run' }), completes('Write', write, {}, { tool_use_id: 'w' }));
    await s.given(finished);
    expect(viewOf(s).tests.status).toBe('unknown');
    await s.given(finished);
    expect(viewOf(s).tests.status).toBe('unknown');
  });

  it('get the same answer also when a snapshot was saved between them', async () => {
    const s = scenario({ preset: 'strict', deps: { now: () => Date.UTC(2026, 0, 1) } });
    await longPast(s);
    await s.given(prompts('go'), ...redRun());
    const stop = stops();
    const first = await s.when(stop);
    const second = await s.when(stop);
    expect([first.decision, second.decision]).toEqual(['deny', 'deny']);
    expect(second.answer).toEqual(first.answer);
    expect(viewOf(s).turn.stopBlocks).toBe(1);
  });

  it('get the same answer also when the first was killed before it could rule', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const write = writes('src/a.ts');
    await s.given({
      type: 'ToolRequested',
      call: write['tool_use_id'] as string,
      delivery: write['tool_use_id'] as string,
      data: { tool_name: 'Write', tool_input: { file_path: 'src/a.ts' } },
    });
    const second = await s.when(write);
    expect(second.decision).toBe('advise');
    expect(second.events.find(({ type }) => type === 'GatesRuled')?.data['repeatOf']).toBeDefined();
  });

  it('are two events where the host gives them two ids of a prompt, however equal they are', async () => {
    const s = scenario({ preset: 'strict', deps: { now: () => Date.UTC(2026, 0, 1) } });
    const twice = (id: string) => ({ ...prompts('go on'), prompt_id: id });
    await s.given(twice('p1'), twice('p1'), twice('p2'));
    expect(viewOf(s).turn.prompts).toBe(2);
  });

  it('are two events when they are apart: a call resumed an hour later is judged anew', async () => {
    let now = Date.UTC(2026, 0, 1);
    const s = scenario({ preset: 'strict', branch: 'main', deps: { now: () => now } });
    const write = writes('src/a.ts');
    expect((await s.when(write)).decision).toBe('deny');
    s.write('.git/HEAD', 'ref: refs/heads/mine\n');
    now += 3_600_000;
    expect((await s.when(write)).decision).toBe('none');
  });
});
