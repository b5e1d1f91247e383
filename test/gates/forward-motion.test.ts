import { describe, expect, it } from 'vitest';
import {
  completes,
  type Payload,
  prompts,
  redRun,
  type Scenario,
  type ScenarioOptions,
  scenario,
  stops,
} from '../kit/scenario.ts';

const RULE = 'forward-motion/bare-completion';
const ALONE = { preset: 'observe', gates: { 'forward-motion': { mode: 'enforce' } } };

const endsWith = (message: string, more: Payload = {}): Payload => stops({ last_assistant_message: message, ...more });
const DONE = endsWith('All tests pass.\n\nDone.');

const begun = async (options: ScenarioOptions = { policy: ALONE }): Promise<Scenario> => {
  const s = scenario(options);
  await s.given(prompts('go'));
  return s;
};

const limitsOf = async (s: Scenario, payload: Payload): Promise<string[]> => {
  const { verdicts, answer } = await s.when(payload);
  expect(answer).toBeNull();
  const verdict = verdicts.find(({ gate }) => gate === 'forward-motion');
  expect(verdict).toMatchObject({ rule: RULE, decision: 'pass' });
  return (verdict?.limits ?? []).filter(({ holds }) => !holds).map(({ name }) => name);
};

// Seed 001, Stop hooks and "Feedback loops".
describe('forward-motion.sh: a response that ends with a bare completion statement', () => {
  it('is sent back with what to add, and the last words as the reason', async () => {
    const s = await begun();
    const { answer, decision, verdicts } = await s.when(DONE);
    expect(decision).toBe('deny');
    expect(answer).toEqual({
      decision: 'block',
      reason:
        'The message ends with "Done" and says nothing of what comes next. End with the next step you suggest, an offer or a ' +
        'question, in a sentence or two. Do not start anything new and do not repeat what you said. [docket forward-motion/bare-completion]',
    });
    const [closing] = s.events().filter(({ type }) => type === 'ClosingObserved');
    expect(verdicts.find(({ rule }) => rule === RULE)?.because).toContain(closing?.id);
    expect(closing?.data).toEqual({ kind: 'bare', closing: 'Done.', mark: 'Done' });
  });

  it.each([
    ['a question mark', 'Done. Anything else?'],
    ['an offer', 'Done. Want me to add tests, too.'],
    ['a suggestion', 'All set. I suggest a review.'],
    ['a next step', 'Finished. Next step: the tax.'],
    ['something to say', 'The total is rounded to cents.'],
  ])('is not one that ends with %s', async (_what, message) => {
    const s = await begun();
    const { decision, verdicts } = await s.when(endsWith(message));
    expect(decision).toBe('none');
    expect(verdicts.filter(({ rule }) => rule === RULE)).toEqual([]);
  });

  it('is none where the host does not say how it ends', async () => {
    const s = await begun();
    const { verdicts, answer } = await s.when({ hook_event_name: 'Stop', stop_hook_active: false });
    expect(answer).toBeNull();
    expect(verdicts.filter(({ gate }) => gate === 'forward-motion')).toEqual([]);
  });

  it('is read before anything is redacted or cut', async () => {
    const s = await begun();
    const long = `${'word '.repeat(40_000)}\n\npassword=hunter2hunter2 is set.\n\nDone.`;
    expect((await s.when(endsWith(long))).decision).toBe('deny');
  });

  it('goes by the words of the policy as well', async () => {
    const gate = { mode: 'enforce', completions: ['fertig'], offers: ['soll ich'] };
    const s = await begun({ policy: { preset: 'observe', gates: { 'forward-motion': gate } } });
    expect((await s.when(endsWith('Fertig. Soll ich weitermachen.'))).decision).toBe('none');
    expect((await s.when(endsWith('Fertig.'))).decision).toBe('deny');
  });
});

describe('one nudge', () => {
  it('is no loop: the turn that goes on says so', async () => {
    const s = await begun();
    expect(await limitsOf(s, { ...DONE, stop_hook_active: true })).toEqual(['not-sent-back-before']);
  });

  it('is the only one of a prompt, whatever the agent does in between', async () => {
    const s = await begun();
    expect((await s.when(DONE)).decision).toBe('deny');
    await s.given(completes('Read', { file_path: 'a.ts' }, {}));
    expect(await limitsOf(s, endsWith('Finished.'))).toEqual(['not-nudged-since-the-prompt']);
    await s.given(prompts('<task-notification>done</task-notification>'));
    expect(await limitsOf(s, endsWith('Finished again.'))).toEqual(['not-nudged-since-the-prompt']);
  });

  it('is made again after the next prompt of a person', async () => {
    const s = await begun();
    await s.given(DONE, prompts('and the tax'));
    expect((await s.when(endsWith('Finished.'))).decision).toBe('deny');
  });
});

describe('a turn is let go', () => {
  it.each([
    ['headless', { CLAUDE_CODE_SESSION_ATTENDED: '0' }],
    ['spawned', { OPENCLAW_SESSION: '1' }],
  ])('in a session that is %s: nobody reads an offer', async (_kind, env) => {
    const s = await begun({ policy: ALONE, env });
    expect(await limitsOf(s, DONE)).toEqual(['a-person-reads-it']);
  });

  it('while background work will report back', async () => {
    const s = await begun();
    const task = { id: 'a1', type: 'subagent', status: 'running' };
    expect(await limitsOf(s, { ...DONE, background_tasks: [task] })).toEqual(['no-background-work']);
    expect(await limitsOf(s, { ...endsWith('Done!'), background_tasks: ['agent-1'] })).toEqual(['no-background-work']);
  });

  it('but not for a server that runs in the background, nor for work that is over', async () => {
    const tasks = [
      { id: 'b1', type: 'shell', status: 'running', command: 'npm run dev' },
      { id: 'a1', type: 'subagent', status: 'completed' },
    ];
    const s = await begun();
    expect((await s.when({ ...DONE, background_tasks: tasks })).decision).toBe('deny');
  });

  it('in plan mode', async () => {
    const s = await begun();
    expect(await limitsOf(s, { ...DONE, permission_mode: 'plan' })).toEqual(['not-in-plan-mode']);
  });

  it('where another gate holds it anyway, with one answer', async () => {
    const on = { mode: 'enforce' };
    const s = await begun({ policy: { preset: 'observe', gates: { 'stop-guard': on, 'forward-motion': on } } });
    await s.given(...redRun());
    const { answer, verdicts } = await s.when(DONE);
    expect(answer?.['reason']).toContain('stop-guard/tests-fail');
    expect(answer?.['reason']).not.toContain(RULE);
    const own = verdicts.find(({ rule }) => rule === RULE);
    expect(own?.limits.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual(['no-other-gate-denied']);
  });

  it('of a subagent', async () => {
    const s = await begun();
    const end = { hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'general-purpose' };
    const { answer, verdicts } = await s.when({ ...end, last_assistant_message: 'Done.' });
    expect(answer).toBeNull();
    expect(verdicts.filter(({ gate }) => gate === 'forward-motion')).toEqual([]);
  });
});

describe('presets', () => {
  it.each([
    ['observe', 'monitor', null],
    ['standard', undefined, null],
    ['strict', 'enforce', 'block'],
  ] as const)('%s', async (preset, mode, decision) => {
    const s = await begun({ preset });
    const { verdicts, answer } = await s.when(DONE);
    expect(verdicts.find(({ rule }) => rule === RULE)?.mode).toBe(mode);
    expect(answer?.['decision'] ?? null).toBe(decision);
  });
});
