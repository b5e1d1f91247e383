import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { logFolder } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { completes, type Payload, prompts, requests, scenario, stateIn } from '../kit/scenario.ts';
import { agentEnds, agentStarts } from '../kit/subagents.ts';

const agentsAfter = async (...past: readonly Payload[]) => {
  const s = scenario({ preset: 'strict' });
  await s.given(...past);
  const { running, ended, last } = stateIn(s).agents;
  const shown = ({ id, type, start, end, findings }: (typeof ended)[number]) => ({
    ...{ id, type, findings },
    started: start !== null,
    ended: end !== null,
  });
  return { running: running.map(shown), ended: ended.map(shown), last };
};

const explorer = { id: 'a1', type: 'Explore', findings: 0 };

describe('subagents of a session', () => {
  test('a start and an end', async () => {
    expect((await agentsAfter(agentStarts('Explore', 'a1'))).running).toEqual([
      { ...explorer, started: true, ended: false },
    ]);
    const { running, ended } = await agentsAfter(agentStarts('Explore', 'a1'), agentEnds('Explore', 'x', 'a1'));
    expect(running).toEqual([]);
    expect(ended).toEqual([{ ...explorer, started: true, ended: true }]);
  });

  test('an end without a start', async () => {
    const { ended } = await agentsAfter(agentEnds('Explore', 'x', 'a1'));
    expect(ended).toEqual([{ ...explorer, started: false, ended: true }]);
  });

  test('a start without an end, as the session ends', async () => {
    const { running, ended } = await agentsAfter(agentStarts('Explore', 'a1'), {
      hook_event_name: 'SessionEnd',
      reason: 'clear',
    });
    expect(running).toEqual([]);
    expect(ended).toEqual([{ ...explorer, started: true, ended: false }]);
  });

  test('an end that names no type is that of the subagent of its id', async () => {
    const { ended } = await agentsAfter(agentStarts('Explore', 'a1'), agentEnds('', 'x', 'a1'));
    expect(ended).toEqual([{ ...explorer, started: true, ended: true }]);
  });

  test('the helper of a compaction is no subagent', async () => {
    const helper = agentEnds('', '<summary>compact summary</summary>', 'ad81cba8af8442a52');
    expect(await agentsAfter(helper)).toEqual({ running: [], ended: [], last: null });
  });

  test('in the background: the tool returns at once, and the end comes later', async () => {
    const input = { description: 'look', prompt: 'look', subagent_type: 'Explore', run_in_background: true };
    const call = { tool_use_id: 'agent-call' };
    const begun = [
      { ...requests('Agent', input), ...call },
      agentStarts('Explore', 'a1'),
      completes('Agent', input, { isAsync: true, status: 'async_launched', agentId: 'a1' }, call),
    ];
    expect((await agentsAfter(...begun)).running).toHaveLength(1);
    const over = [...begun, agentEnds('Explore', 'x', 'a1'), prompts('<task-notification>a1</task-notification>')];
    expect(await agentsAfter(...over)).toMatchObject({ running: [], ended: [{ id: 'a1' }] });
  });

  test('two that run at once end each by its id; without ids the oldest of the type', async () => {
    const both = await agentsAfter(
      agentStarts('Explore', 'a1'),
      agentStarts('Explore', 'a2'),
      agentEnds('Explore', 'x', 'a2'),
    );
    expect(both.running.map(({ id }) => id)).toEqual(['a1']);
    const nameless = (event: string, type: string): Payload => ({ hook_event_name: event, subagent_type: type });
    const mixed = await agentsAfter(
      nameless('SubagentStart', 'planner'),
      nameless('SubagentStart', 'guardian'),
      nameless('SubagentStop', 'guardian'),
    );
    expect(mixed.running.map(({ type }) => type)).toEqual(['planner']);
  });

  test('a second message to one that runs is no second one, and one that goes on stands once', async () => {
    const again = await agentsAfter(agentStarts('x', 'a1'), agentStarts('x', 'a1', { prompt_id: 'p2' }));
    expect(again.running).toHaveLength(1);
    const on = await agentsAfter(
      agentStarts('x', 'a1'),
      agentEnds('x', 'one', 'a1'),
      agentStarts('x', 'a1', { prompt_id: 'p2' }),
      agentEnds('x', 'two', 'a1'),
    );
    expect(on.ended).toHaveLength(1);
  });

  test('findings stand with the subagent they are about', async () => {
    const { ended } = await agentsAfter(agentStarts('planner', 'a1'), agentEnds('planner', 'Shall I?', 'a1'));
    expect(ended[0]?.findings).toBe(2);
  });

  test('where it worked: files that it wrote, not those of others', async () => {
    const of = (id: string) => ({ agent_id: id, agent_type: 'x' });
    const wrote = (path: string, more: Payload) =>
      completes(
        'Write',
        { file_path: path, content: '' },
        {},
        {
          ...requests('Write', {}),
          ...more,
          hook_event_name: 'PostToolUse',
          tool_input: { file_path: path, content: '' },
        },
      );
    const { last } = await agentsAfter(
      wrote('/w/one/src/a.ts', of('a1')),
      wrote('/w/two/src/a.ts', of('a2')),
      wrote('/w/three/src/a.ts', {}),
      agentEnds('x', 'done', 'a1'),
    );
    expect(last?.work.places).toEqual(['/w/one/src']);
  });

  test('stays bounded', async () => {
    const many = Array.from({ length: 60 }, (_, index) => index);
    const { running, ended } = await agentsAfter(
      ...many.map((index) => agentStarts('x', `r${index}`)),
      ...many.map((index) => agentEnds('x', 'done', `e${index}`)),
    );
    expect(running).toHaveLength(32);
    expect(ended).toHaveLength(16);
  });
});

describe('as a real client sends it', () => {
  const captured = async (name: string) => {
    const s = scenario({ preset: 'strict' });
    const payloads = readFileSync(`fixtures/captures/${name}.ndjson`, 'utf8').split('\n').filter(Boolean);
    const sessions = new Set<string>();
    for (const line of payloads) {
      const payload = JSON.parse(line) as Payload;
      sessions.add(String(payload['session_id']));
      await s.when({ ...payload, cwd: s.project });
    }
    const { fold } = loadState(logFolder(s.root, s.deps.fs), s.root, null);
    return [...sessions].flatMap((session) => fold.view(session, s.project).agents.ended);
  };

  test('a subagent in the foreground', async () => {
    const [only, ...more] = await captured('edit-test-review-commit');
    expect(more).toEqual([]);
    expect(only).toMatchObject({ id: 'a490533022ca1badb', type: 'general-purpose' });
    expect(only?.start).not.toBeNull();
    expect(only?.end).not.toBeNull();
    expect(only?.told).not.toBeNull();
  });

  test('a compaction, whose helper is none', async () => {
    expect(await captured('interactive-question-compact-clear')).toEqual([]);
  });
});
