import { describe, expect, test } from 'vitest';
import { handle } from '../../src/hooks/handle.ts';
import { type Outcome, type Payload, prompts, SESSION, scenario } from '../kit/scenario.ts';
import { agentEnds, contextIn, rulesOf } from '../kit/subagents.ts';

const GATE = 'agent-findings';
const gates = { [GATE]: { mode: 'enforce' }, 'check-planner': { mode: 'enforce' } };
const POLICY = { preset: 'observe', gates };

const starts = (source = 'startup', session = SESSION): Payload => ({
  hook_event_name: 'SessionStart',
  session_id: session,
  source,
});

/** Deliveries of one event come within a moment. */
const AT_ONCE = { now: () => Date.UTC(2026, 0, 1, 12) };

const LOOP = 'Shall I go on?';
const FOUND = 'There is no MASTER_PLAN.md.';

const types = ({ events }: Outcome): string[] => events.map(({ type }) => type);

describe('findings are delivered once (seed 001, `.agent-findings`: one-shot delivery)', () => {
  test('with the next prompt of a person, and never again', async () => {
    const s = scenario({ policy: POLICY });
    const ended = await s.when(agentEnds('planner', LOOP, 'a1'));
    expect(ended.answer).toBeNull();
    expect(types(ended)).toContain('FindingsRecorded');
    const told = await s.when(prompts('go on'));
    expect(contextIn(told)).toContain(FOUND);
    expect(contextIn(told)).toContain('planner a1 (on branch feature/x):');
    expect(contextIn(told)).toContain('[docket check-planner/no-plan]');
    expect(types(told)).toContain('FindingsDelivered');
    for (const payload of [prompts('again'), starts('resume'), starts('startup', 's2')]) {
      expect(contextIn(await s.when(payload))).toBe('');
    }
  });

  test.each(['startup', 'resume', 'clear', 'compact', 'fork'])('with the start of a session: %s', async (source) => {
    const s = scenario({ policy: POLICY });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    expect(contextIn(await s.when(starts(source)))).toContain(FOUND);
    expect(contextIn(await s.when(prompts('go on')))).toBe('');
  });

  test('in whichever session of the project comes first, which is told whose they are', async () => {
    const s = scenario({ policy: POLICY });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    const told = await s.when(prompts('hello', { session_id: 's2' }));
    expect(contextIn(told)).toContain('planner a1 (on branch feature/x, in another session):');
    expect(contextIn(await s.when(prompts('go on')))).toBe('');
  });

  test('those of several subagents together, what is found later with the next one', async () => {
    const s = scenario({ policy: POLICY });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    await s.when(agentEnds('Plan', 'Done.', 'a2'));
    const told = contextIn(await s.when(prompts('go on')));
    expect(told).toContain('planner a1');
    expect(told).toContain('Plan a2');
    await s.when(agentEnds('planner', LOOP, 'a3'));
    const next = contextIn(await s.when(prompts('and on')));
    expect(next).toContain('planner a3');
    expect(next).not.toContain('a1');
  });

  const answers = async (s: ReturnType<typeof scenario>, session: string) =>
    handle(Buffer.from(JSON.stringify({ ...prompts('hello'), session_id: session, cwd: s.project })), s.deps);

  test('by one of several sessions that are prompted at once: the one whose ruling stands first', async () => {
    const s = scenario({ policy: POLICY, deps: AT_ONCE });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    const all = await Promise.all(['s2', 's3', 's4'].map((session) => answers(s, session)));
    const told = all.map(({ stdout }) => stdout.includes(FOUND));
    expect(told.filter(Boolean)).toHaveLength(1);
    for (const { finish } of all) finish();
    const [first, ...others] = s
      .events()
      .flatMap(({ type, stream }) => (type === 'GatesRuled' && stream !== SESSION ? [stream] : []));
    expect(others).toHaveLength(2);
    expect(['s2', 's3', 's4'][told.indexOf(true)]).toBe(first);
    expect(s.events().filter(({ type }) => type === 'FindingsDelivered')).toHaveLength(1);
    const sent = s.events().filter(({ type, stream }) => type === 'AnswerSent' && stream !== SESSION);
    expect(sent.map(({ stream }) => stream)).toEqual([first]);
  });

  test('by another session where the one that was first died before its answer', async () => {
    let now = Date.UTC(2026, 0, 1, 12);
    const s = scenario({ policy: POLICY, deps: { now: () => now } });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    const first = await answers(s, 's2');
    expect(first.stdout).toContain(FOUND);
    expect(contextIn(await s.when(prompts('hello', { session_id: 's3' })))).toBe('');
    now += 10_000;
    expect(contextIn(await s.when(prompts('hello again', { session_id: 's3' })))).toContain(FOUND);
  });

  test('the same delivery of a prompt, twice, gets the same answer and counts once', async () => {
    const s = scenario({ policy: POLICY, deps: AT_ONCE });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    const prompt = prompts('go on');
    const first = await s.when(prompt);
    const second = await s.when(prompt);
    expect(second.answer).toEqual(first.answer);
    expect([...types(first), ...types(second)].filter((type) => type === 'FindingsDelivered')).toHaveLength(1);
  });

  test('the same end, delivered twice, is recorded once', async () => {
    const s = scenario({ policy: POLICY, deps: AT_ONCE });
    const end = agentEnds('planner', LOOP, 'a1');
    await s.when(end);
    await s.when(end);
    expect(s.events().filter(({ type }) => type === 'FindingsRecorded')).toHaveLength(1);
  });
});

describe('findings wait', () => {
  test.each([
    ['a task notification', prompts('<task-notification>done</task-notification>')],
    ['a scheduled wake-up', prompts('look again', { source: 'cron' })],
    ['a prompt inside a subagent', prompts('go on', { agent_id: 'a9', agent_type: 'planner' })],
    ['a tool', { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'a' }, tool_use_id: 'r' }],
    ['the end of the turn', { hook_event_name: 'Stop', stop_hook_active: false }],
  ])('%s does not take them', async (_name, payload) => {
    const s = scenario({ policy: POLICY });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    await s.when(payload);
    expect(contextIn(await s.when(prompts('go on')))).toContain(FOUND);
  });

  test('another host that is answered with nothing does not take them', async () => {
    const s = scenario({ policy: POLICY });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    await s.when(prompts('go on', { session_id: 's2' }), { host: 'cursor' });
    expect(contextIn(await s.when(prompts('go on')))).toContain(FOUND);
  });

  test('what is found of a subagent that goes on takes the place of what was found before', async () => {
    const s = scenario({ policy: POLICY });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    await s.when(agentEnds('planner', 'Done.', 'a1'));
    const told = contextIn(await s.when(prompts('go on')));
    expect(told).toContain(FOUND);
    expect(told).not.toContain('approval loop');
    expect(told.match(/planner a1/g)).toHaveLength(1);
  });

  test('and nothing is told where it is settled', async () => {
    const s = scenario({ policy: POLICY });
    await s.when(agentEnds('planner', LOOP, 'a1'));
    s.write('MASTER_PLAN.md', '# P\n\n## Vision\n\nTea.\n\n## Phase 1: A\n\n**Status:** planned\n\n- [ ] a\n');
    await s.when(agentEnds('planner', 'The plan is complete.', 'a1'));
    expect(contextIn(await s.when(prompts('go on')))).toBe('');
  });

  test('of subagents without an id, and of two sessions that use one id, none settles or replaces another', async () => {
    const s = scenario({ policy: POLICY });
    const nameless = (text: string): Payload => ({ ...agentEnds('planner', text), agent_id: undefined });
    await s.when(nameless(LOOP));
    await s.when(nameless('Shall I stop?'));
    await s.when(agentEnds('planner', LOOP, 'a1'));
    await s.when(agentEnds('planner', LOOP, 'a1', { session_id: 's2' }));
    s.write('MASTER_PLAN.md', '# P\n\n## Vision\n\nTea.\n\n## Phase 1: A\n\n**Status:** planned\n\n- [ ] a\n');
    expect(types(await s.when(nameless('The plan is complete.')))).not.toContain('FindingsRecorded');
    const told = contextIn(await s.when(prompts('go on')));
    expect(told.match(/^planner \(/gm)).toHaveLength(2);
    expect(told.match(/^planner a1 \(/gm)).toHaveLength(2);
  });

  test("none from hooks that tests of docket's own runner call", async () => {
    const s = scenario({ policy: POLICY });
    const env = { ...s.deps.env, DOCKET_TEST_RUN: 'r1' };
    const ended = await s.when(agentEnds('planner', LOOP, 'a1'), { env });
    expect(types(ended)).not.toContain('FindingsRecorded');
    await s.when(agentEnds('planner', LOOP, 'a2'));
    const start = await s.when(starts(), { env });
    expect(contextIn(start)).toBe('');
    expect(contextIn(await s.when(prompts('go on')))).toContain(FOUND);
  });

  test('none where a check is only watched, and no word where the gate is', async () => {
    const watched = scenario({ policy: { preset: 'observe', gates: { [GATE]: { mode: 'enforce' } } } });
    const ended = await watched.when(agentEnds('planner', LOOP, 'a1'));
    expect(rulesOf(ended, 'check-planner')).toContain('no-plan');
    expect(types(ended)).not.toContain('FindingsRecorded');
    const silent = scenario({ policy: { preset: 'observe', gates: { 'check-planner': { mode: 'enforce' } } } });
    await silent.when(agentEnds('planner', LOOP, 'a1'));
    const prompted = await silent.when(prompts('go on'));
    expect(prompted.answer).toBeNull();
    expect(types(prompted)).not.toContain('FindingsDelivered');
  });
});

describe('findings stay short', () => {
  test('as many as have room are told, the rest with the next prompt, oldest first', async () => {
    const s = scenario({ policy: POLICY });
    for (let index = 0; index < 31; index += 1) await s.when(agentEnds('planner', LOOP, `a${index}-`));
    const told: string[] = [];
    for (let round = 0; round < 5; round += 1) told.push(contextIn(await s.when(prompts(`go on ${round}`))));
    expect(told[0]).toMatch(/\(\d+ further reports? with the next prompt\.\)/);
    for (const text of told) expect(text.length).toBeLessThan(5_000);
    const names = told.join('\n').match(/planner a\d+-/g) ?? [];
    expect(names).toEqual(Array.from({ length: 31 }, (_, index) => `planner a${index}-`));
    expect(told.at(-1)).toBe('');
  });

  test('beyond some the oldest are forgotten, and how many is said', async () => {
    const s = scenario({ policy: POLICY });
    for (let index = 0; index < 34; index += 1) await s.when(agentEnds('planner', 'Done.', `a${index}-`));
    const told = contextIn(await s.when(prompts('go on')));
    expect(told).toContain('(2 older reports had no room.)');
    expect(told).not.toContain('planner a1-');
  });
});

test.each([
  ['observe', 'monitor', null],
  ['standard', undefined, null],
  ['strict', 'enforce', FOUND],
] as const)('%s: the checks, and what is told', async (preset, mode, words) => {
  const s = scenario({ preset });
  const ended = await s.when(agentEnds('planner', LOOP, 'a1'));
  expect(ended.verdicts.find(({ rule }) => rule === 'check-planner/no-plan')?.mode).toBe(mode);
  const told = contextIn(await s.when(prompts('go on')));
  if (words === null) expect(told).not.toContain(FOUND);
  else expect(told).toContain(words);
});
