import { describe, expect, it } from 'vitest';
import { selectLog } from '../../../src/audit/selection.ts';
import { type RuleStats, statsOf } from '../../../src/audit/stats/stats.ts';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import { logFolder } from '../../../src/events/segments.ts';
import { completes, greenRun, prompts, redRun, requests, type Scenario, scenario, writes } from '../../kit/scenario.ts';

const RULE = 'test-gate/tests-fail';

const stats = (s: Scenario, gate: string | null = null) =>
  statsOf(
    selectLog(logFolder(s.root, nodeLogFs), { sessions: null, matches: () => true, last: null, gate, words: [] }),
  );

const ruleIn = (s: Scenario, id = RULE): RuleStats => {
  const found = stats(s).rules.find(({ rule }) => rule === id);
  if (found === undefined) throw new Error(`${id} is not among the rules`);
  return found;
};

/** A write that was denied since the tests failed. */
const denied = async (policy: Record<string, unknown> = { preset: 'strict' }): Promise<Scenario> => {
  const s = scenario({ policy });
  await s.given(prompts('go on'), ...redRun(), writes('src/a.ts'), writes('src/b.ts', { tool_use_id: 'w2' }));
  return s;
};

describe('statistics of a log', () => {
  it('count how often a rule fired, by decision', async () => {
    expect(ruleIn(await denied())).toMatchObject({
      gate: 'test-gate',
      fired: 2,
      byDecision: { advise: 1, deny: 1 },
      watched: 0,
      waived: 0,
      overridden: 0,
      satisfied: 0,
      timeToSatisfy: null,
      weeks: [{ week: '2026-W01', fired: 2 }],
    });
  });

  it('count what was only watched apart', async () => {
    const s = await denied({ preset: 'strict', gates: { 'test-gate': { mode: 'monitor' } } });
    expect(ruleIn(s)).toMatchObject({ fired: 0, watched: 2, byDecision: {} });
  });

  it('count a waived verdict as waived', async () => {
    const s = await denied();
    await s.given(prompts('docket waive test-gate/tests-fail: the runner is broken'), writes('src/c.ts'));
    expect(ruleIn(s)).toMatchObject({ fired: 2, waived: 1 });
  });

  it('count a denied call that ran all the same as overridden, and one that did not as not', async () => {
    const s = await denied();
    expect(ruleIn(s).overridden).toBe(0);
    const input = { file_path: 'src/b.ts', content: 'x' };
    await s.given(completes('Write', input, {}, { tool_use_id: 'w2' }));
    expect(ruleIn(s)).toMatchObject({ overridden: 1, weeks: [{ overridden: 1 }] });
  });

  it('count a question that somebody answered with yes as overridden', async () => {
    const s = scenario({ preset: 'strict' });
    const ask = { command: 'git reset --hard' };
    const asked = await s.when(requests('Bash', ask, { tool_use_id: 'c1' }));
    const rule = asked.verdicts.find(({ decision }) => decision === 'ask' || decision === 'deny')?.rule ?? '';
    expect(ruleIn(s, rule).overridden).toBe(0);
    await s.given(completes('Bash', ask, { stdout: '' }, { tool_use_id: 'c1' }));
    expect(ruleIn(s, rule).overridden).toBe(1);
  });

  it('tell how long it took until what did not hold did, once the gate looked again', async () => {
    const s = await denied();
    await s.given(...greenRun());
    expect(ruleIn(s).satisfied).toBe(0);
    await s.given(writes('src/c.ts'));
    const at = (call: (data: Record<string, unknown>) => boolean): number[] =>
      s.events().flatMap((event) => (event.type === 'ToolRequested' && call(event.data) ? [Date.parse(event.at)] : []));
    const fired = at(({ tool_input }) => /src\/[ab]\.ts/.test(JSON.stringify(tool_input)));
    const [again] = at(({ tool_input }) => JSON.stringify(tool_input).includes('src/c.ts')) as [number];
    const took = fired.map((time) => again - time).sort((a, b) => a - b);
    expect(ruleIn(s)).toMatchObject({ satisfied: 2, timeToSatisfy: { n: 2, p50: took[0], max: took[1] } });
  });

  it('tell how long the hook took, from the event to its answer', async () => {
    const s = await denied();
    const { latency } = stats(s);
    const rulings = s.events().filter(({ type, data }) => type === 'GatesRuled' && data['repeatOf'] === undefined);
    expect(latency.all?.n).toBe(rulings.length);
    const [event, answer] = [
      s.events().find(({ type, call }) => type === 'ToolRequested' && call === 'w2'),
      s.events().find(({ type, call }) => type === 'AnswerSent' && call === 'w2'),
    ].map((found) => Date.parse(found?.at ?? '')) as [number, number];
    expect(latency.all?.max).toBeGreaterThanOrEqual(answer - event);
    expect(latency.events.reduce((sum, { n }) => sum + n, 0)).toBe(rulings.length);
  });

  it('are of one gate where only that is asked for', async () => {
    const rules = stats(await denied(), 'test-gate').rules.map(({ rule }) => rule);
    expect(rules).toEqual([RULE]);
  });
});
