import { describe, expect, it } from 'vitest';
import { answers, asks, failsWith, NATIVE, OF_SERVER, question } from '../kit/questions.ts';
import { completes, type Outcome, prompts, type Scenario, scenario } from '../kit/scenario.ts';

const STORE = question();
const POLICY = { preset: 'strict', gates: { 'stop-guard': { mode: 'off' } } };

const inSession = (kind: string, preset = 'strict'): Scenario =>
  scenario({ policy: { ...POLICY, preset }, env: { DOCKET_SESSION_KIND: kind } });

let calls = 0;
const failing = (text = STORE, error = 'socket closed') => failsWith([text], error, `f${++calls}`);

const told = ({ answer }: Outcome): string => {
  const { hookEventName, additionalContext } = (answer?.['hookSpecificOutput'] ?? {}) as Record<string, string>;
  if (answer !== null) expect(hookEventName).toMatch(/^PostToolUse/);
  return additionalContext ?? '';
};
const ruleOf = ({ verdicts }: Outcome): string | undefined => verdicts[0]?.rule;

describe('a question that fails (seed 004, AUQ-failure fallback)', () => {
  it('is asked once more, and the agent hears what to do if that fails as well', async () => {
    const s = inSession('headless');
    const first = await s.when(failing());
    expect(ruleOf(first)).toBe('question-fallback/retry');
    expect(told(first)).toMatch(/Which store.*got no answer \(the tool failed: socket closed\)/);
    expect(told(first)).toMatch(/Ask the same question once more\. If that fails as well: .*BLOCKED/);
  });

  it.each([
    ['spawned', 'choose', /choose the recommended option \(`A\) SQLite \(recommended\)`\) yourself, go on/],
    [
      'headless',
      'stop',
      /do not guess.*Stop.*begins with BLOCKED.*what has to be decided, the options, and which you recommend/,
    ],
    [
      'interactive',
      'prose',
      /plain words what is being decided.*each choice one paragraph.*letter.*completeness as a score.*recommend and why.*answer by letter/,
    ],
  ])('the second time, in a session that is %s: %s', async (kind, rule, words) => {
    const s = inSession(kind);
    await s.given(prompts('go'), failing());
    const second = await s.when(failing());
    expect(ruleOf(second)).toBe(`question-fallback/${rule}`);
    expect(told(second)).toMatch(words);
    expect(told(second)).toContain('do not call the question tool for it again');
  });

  it('is none where it was answered and nobody knows what was asked', async () => {
    const s = inSession('interactive');
    const result = { answers: { 'Which DB?': 'Postgres', 'Which port?': '5432' } };
    expect((await s.when(completes(NATIVE, {}, result))).answer).toBeNull();
    const [answered] = s.events().filter(({ type }) => type === 'QuestionAnswered');
    expect(answered?.data).toMatchObject({ by: 'person', failure: null, labels: ['Postgres, 5432'] });
  });

  it('is another question: that one is asked once more too, until the tool has failed three times', async () => {
    const s = inSession('interactive');
    expect(ruleOf(await s.when(failing()))).toBe('question-fallback/retry');
    expect(ruleOf(await s.when(failing(question('Tabs?'))))).toBe('question-fallback/retry');
    expect(ruleOf(await s.when(failing(question('Spaces?'))))).toBe('question-fallback/prose');
  });

  it('begins anew with the person’s next prompt, and where it was answered in between', async () => {
    const s = inSession('interactive');
    await s.given(failing(), prompts('go on'));
    expect(ruleOf(await s.when(failing()))).toBe('question-fallback/retry');
    await s.given(asks([STORE], 'again'), answers([STORE], { [STORE.question]: 'B) Postgres' }, 'again'));
    expect(ruleOf(await s.when(failing()))).toBe('question-fallback/retry');
  });

  it('says so to a spawned session where what it asks cannot be taken back', async () => {
    const s = inSession('spawned');
    const text = question('Delete the branch?');
    await s.given(failing(text));
    expect(told(await s.when(failing(text)))).toContain('take the one that can be');
  });

  it('is one of several that came back without an answer', async () => {
    const s = inSession('interactive');
    const other = question('Tabs?');
    const outcome = await s.when(answers([STORE, other], { [STORE.question]: 'B) Postgres' }, 'c1'));
    expect(told(outcome)).toMatch(/`Tabs\?` got no answer \(it came back without an answer\)/);
    expect(told(outcome)).not.toContain('Which store');
  });

  it.each([NATIVE, OF_SERVER])('is told where the result is missing as well: %s', async (tool) => {
    const s = inSession('headless');
    const outcome = await s.when(
      completes(tool, { questions: [STORE] }, '[Tool result missing due to internal error]'),
    );
    expect(ruleOf(outcome)).toBe('question-fallback/retry');
  });

  it('has another shape than the host’s: the agent hears of it all the same', async () => {
    const s = inSession('headless');
    const fails = { ...failing(), tool_input: { prompt: 'Which?' } };
    expect(told(await s.when(fails))).toContain('The question got no answer');
  });

  it('is told in less than the host shows, whatever it says', async () => {
    const s = inSession('interactive');
    const long = question('x'.repeat(20_000), ['y'.repeat(20_000)]);
    expect(told(await s.when(failing(long, 'z'.repeat(20_000)))).length).toBeLessThan(2_000);
  });
});

describe('what is no failure', () => {
  it.each([
    ['an answer', answers([STORE], { [STORE.question]: 'B) Postgres' }, 'c1')],
    ['a deliberate denial', failing(STORE, '[plan-tune auto-decide] never-ask')],
    ['a person who declines', failing(STORE, 'User declined to answer questions')],
    ['another tool that fails', { ...failing(), tool_name: 'mcp__conductor__Ask' }],
  ])('%s: nothing is said', async (_what, payload) => {
    const s = inSession('interactive');
    await s.given(payload);
    expect((await s.when(payload)).answer).toBeNull();
  });

  it('is not answered under standard and observe', async () => {
    for (const preset of ['standard', 'observe'])
      expect((await inSession('headless', preset).when(failing())).answer).toBeNull();
  });
});
