import { describe, expect, it } from 'vitest';
import { neededLines } from '../../../src/replay/backtest/needed-lines.ts';
import { prompts, requests, type Scenario, scenario } from '../../kit/scenario.ts';
import { agentEnds } from '../../kit/subagents.ts';
import { folderOf } from '../read-log.ts';

const typesOf = (s: Scenario, stream: string, edits = new Map<string, []>()): string[] =>
  [...neededLines(folderOf(s), { isJudged: (name) => name === 'own', edits })].flatMap(({ event }) =>
    event.stream === stream ? [event.type] : [],
  );

const session = async (): Promise<Scenario> => {
  const gates = { 'check-planner': { mode: 'enforce' }, 'agent-findings': { mode: 'enforce' } };
  const s = scenario({ policy: { preset: 'observe', gates } });
  for (const session_id of ['own', 'other']) {
    await s.given(prompts('go', { session_id }), requests('Bash', { command: 'git status' }, { session_id }));
    await s.given(agentEnds('planner', 'Shall I go on?', `a-${session_id}`, { session_id }));
  }
  await s.given(prompts('and now', { session_id: 'other' }));
  return s;
};

describe('the lines that a session is judged by', () => {
  it('are all of its own, and of others what sessions share', async () => {
    const s = await session();
    const all = (stream: string) => s.events().filter((event) => event.stream === stream);
    expect(typesOf(s, 'own')).toEqual(all('own').map(({ type }) => type));
    const others = typesOf(s, 'other');
    for (const type of [
      'PromptSubmitted',
      'ToolRequested',
      'SubagentStopped',
      'FindingsRecorded',
      'FindingsDelivered',
    ]) {
      expect(others, type).toContain(type);
    }
    expect(others).not.toContain('CommandUnderstood');
    // Of rulings and answers only those that told something once for all.
    const telling = all('other').filter(
      ({ type, data }) => /Ruled|Answer/.test(type) && JSON.stringify(data).includes('"tells"'),
    );
    expect(telling.map(({ type }) => type)).toContain('AnswerSent');
    expect(others.filter((type) => /Ruled|Answer/.test(type))).toEqual(telling.map(({ type }) => type));
    expect(all('other').filter(({ type }) => type === 'GatesRuled').length).toBeGreaterThan(telling.length / 2);
  });

  it('are those as well in whose place something else stands', async () => {
    const s = await session();
    const lines = [...neededLines(folderOf(s), { isJudged: () => true, edits: new Map() })];
    const understood = lines.find(({ event }) => event.type === 'CommandUnderstood' && event.stream === 'other');
    if (understood === undefined) throw new Error('no command');
    const { segment, offset } = understood.position;
    expect(typesOf(s, 'other', new Map([[`${segment}:${offset}`, []]]))).toContain('CommandUnderstood');
  });
});
