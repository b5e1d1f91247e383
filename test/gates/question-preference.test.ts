import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { Verdict } from '../../src/events/schemas.ts';
import { combine } from '../../src/gates/combine.ts';
import { preferenceFor } from '../../src/gates/question-decision.ts';
import { oneWayIn } from '../../src/hooks/observers/questions/one-way.ts';
import { answerClaudeCode } from '../../src/hooks/protocols/claude-code.ts';
import { type Asked, answers, asks, failsWith, NATIVE, OF_SERVER, prefers, question } from '../kit/questions.ts';
import { type Outcome, prompts, requests, type Scenario, scenario, stateIn, stops } from '../kit/scenario.ts';

const STORE = question();
const POLICY = {
  preset: 'strict',
  gates: { 'stop-guard': { mode: 'off' } },
  questions: { ids: { store: 'store', 'ship-test-failure-triage': 'tests? fail' }, oneWay: ['go to the moon'] },
};

const started = (preferences: Record<string, string>, policy: Record<string, unknown> = POLICY): Scenario => {
  const s = scenario({ policy });
  prefers(s, preferences);
  return s;
};

const specific = ({ answer }: Outcome) => answer?.['hookSpecificOutput'] as Record<string, unknown> | undefined;
const answersOf = (outcome: Outcome) =>
  (specific(outcome)?.['updatedInput'] as { answers?: Record<string, string> } | undefined)?.answers;

describe('a question that the user prefers not to be asked (seed 004, auto-decide)', () => {
  it.each([NATIVE, OF_SERVER])(
    'is answered with what is recommended, in the full input, beside an allow: %s',
    async (tool) => {
      const s = started({ store: 'never-ask' });
      const outcome = await s.when(asks([STORE], 'c1', tool));
      expect(outcome.decision).toBe('allow');
      expect(specific(outcome)).toMatchObject({
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { questions: [STORE], answers: { [STORE.question]: 'A) SQLite (recommended)' } },
      });
      const reason = String(specific(outcome)?.['permissionDecisionReason']);
      expect(reason).toContain('by preference (store, never-ask by store): "A) SQLite (recommended)"');
      expect(specific(outcome)?.['additionalContext']).toBe(reason);
    },
  );

  it('is the seed’s example: never-ask on ship-test-failure-triage', async () => {
    const s = started({ 'ship-test-failure-triage': 'never-ask' });
    const triage = question('2 tests fail. What now?', ['"A) Fix now" (recommended)', 'B) Later']);
    expect(answersOf(await s.when(asks([triage], 'c1')))).toEqual({ [triage.question]: '"A) Fix now" (recommended)' });
  });

  it('is answered under ask-only-one-way as well', async () => {
    const s = started({ store: 'ask-only-one-way' });
    expect(answersOf(await s.when(asks([STORE], 'c1')))).toBeDefined();
  });

  it('is found by a pattern for its id', async () => {
    const s = started({ 'sto*': 'never-ask' });
    expect(answersOf(await s.when(asks([STORE], 'c1')))).toBeDefined();
  });

  it('is named by a digest where the policy gives no name', async () => {
    const s = started({ 'q-*': 'never-ask' });
    const outcome = await s.when(asks([question('Tabs or spaces?', ['Tabs (recommended)', 'Spaces'])], 'c1'));
    expect(answersOf(outcome)).toEqual({ 'Tabs or spaces?': 'Tabs (recommended)' });
  });

  it('gets every recommended label where several can be chosen, joined as the host joins them', async () => {
    const s = started({ '*': 'never-ask' });
    const many = question('Which?', ['A (recommended)', 'B', 'C, "D" (recommended)'], { multiSelect: true });
    expect(answersOf(await s.when(asks([many], 'c1')))).toEqual({
      'Which?': 'A (recommended), "C, \\"D\\" (recommended)"',
    });
  });

  it('is one of several in a call, which are all answered', async () => {
    const s = started({ '*': 'never-ask' });
    const other = question('Tabs?', ['Yes (recommended)', 'No']);
    expect(answersOf(await s.when(asks([STORE, other], 'c1')))).toEqual({
      [STORE.question]: 'A) SQLite (recommended)',
      'Tabs?': 'Yes (recommended)',
    });
  });

  it('keeps whatever else is in the input', async () => {
    const s = started({ '*': 'never-ask' });
    const input = { questions: [{ ...STORE, extra: [1, { deep: null }] }], metadata: { source: 'skill' } };
    const outcome = await s.when(requests(NATIVE, input));
    expect(specific(outcome)?.['updatedInput']).toEqual({
      ...input,
      answers: { [STORE.question]: 'A) SQLite (recommended)' },
    });
  });

  it('is answered from the text that the host sent, and logged without the secret in it', async () => {
    const s = started({ '*': 'never-ask' });
    const secret = `sk-ant-api03-${'a'.repeat(93)}AA`;
    const asked = question(`Use ${secret}?`, [`Yes, ${secret} (recommended)`, 'No']);
    expect(answersOf(await s.when(asks([asked], 'c1')))).toEqual({ [asked.question]: `Yes, ${secret} (recommended)` });
    await s.when(answers([asked], { [asked.question]: `Yes, ${secret} (recommended)` }, 'c1'));
    expect(JSON.stringify(s.events())).not.toContain(secret);
    expect(s.events().find(({ type }) => type === 'QuestionAnswered')?.data['by']).toBe('preference');
  });
});

describe('a question that is asked all the same, in silence: "defer" would end a headless turn', () => {
  const expectSilence = async (s: Scenario, questions: readonly Asked[]) => {
    const outcome = await s.when(asks(questions, 'c1'));
    expect(outcome.answer).toBeNull();
    return outcome;
  };
  const limitOf = (outcome: Outcome) =>
    outcome.verdicts.flatMap(({ limits }) => limits.flatMap(({ name, holds }) => (holds ? [] : [name])));

  it('has no preference', async () => {
    const outcome = await expectSilence(started({}), [STORE]);
    expect(outcome.verdicts).toEqual([]);
  });

  it('is set to always-ask, over a pattern that says otherwise', async () => {
    const outcome = await expectSilence(started({ '*': 'never-ask', store: 'always-ask' }), [STORE]);
    expect(limitOf(outcome)).toEqual(['no-question-is-always-asked']);
    expect(outcome.verdicts[0]?.reason).toContain('A person is asked: store: always-ask.');
  });

  it.each(['never-ask', 'ask-only-one-way'])('cannot be taken back, whatever %s says', async (preference) => {
    const s = started({ '*': preference });
    for (const asked of [
      question('Delete the store?'),
      question('What now?', ['Keep it (recommended)', 'Force push']),
      question('Which?', undefined, { header: 'Deploy' }),
      question('Which?', undefined, { options: [{ label: 'A (recommended)', description: 'drops the table' }] }),
      question('Shall we go to the moon?'),
    ]) {
      expect(limitOf(await expectSilence(s, [asked]))).toEqual(['every-choice-can-be-taken-back']);
    }
  });

  it('has two recommended options (auq-two-recommended), or none', async () => {
    const s = started({ '*': 'never-ask' });
    for (const labels of [
      ['A (recommended)', 'B (Recommended)'],
      ['A', 'B'],
      ['A (recommended)', 'A (recommended)'],
    ]) {
      expect(limitOf(await expectSilence(s, [question('Which?', labels)]))).toEqual(['one-answer-is-recommended']);
    }
  });

  it('stands in a call with one that is asked: the host takes answers for all or for none', async () => {
    const s = started({ store: 'never-ask' });
    await expectSilence(s, [STORE, question('Tabs?', ['Yes (recommended)', 'No'])]);
    const all = started({ '*': 'never-ask' });
    await expectSilence(all, [STORE, question('Tabs?', ['Yes', 'No'])]);
    await expectSilence(all, [STORE, question('Delete it?', ['Yes (recommended)', 'No'])]);
  });

  it('has the text of another one, or is answered already', async () => {
    const s = started({ '*': 'never-ask' });
    await expectSilence(s, [STORE, STORE]);
    const outcome = await s.when(
      requests(NATIVE, { questions: [STORE], answers: { [STORE.question]: 'B) Postgres' } }),
    );
    expect(outcome.answer).toBeNull();
  });

  it.each([
    ['no questions', {}],
    ['a text', 'x'],
    ['questions that are none', { questions: [3, null, {}] }],
    ['options that are none', { questions: [{ question: 'A?', options: [3] }] }],
    ['a thousand questions', { questions: Array.from({ length: 1000 }, (_, i) => question(`Q${i}?`)) }],
    ['a question of a megabyte', { questions: [question('x'.repeat(1_000_000))] }],
  ])('cannot be read: %s', async (_what, input) => {
    const s = started({ '*': 'never-ask' });
    const outcome = await s.when(requests(NATIVE, input));
    expect(outcome.answer).toBeNull();
    expect(outcome.exitCode).toBe(0);
  });

  it.each(['AskUserQuestions', 'mcp__x__NotAskUserQuestion', 'xAskUserQuestion', 'mcp__AskUserQuestion__x'])(
    'is asked with a tool of another name: %s',
    async (tool) => {
      const s = started({ '*': 'never-ask' });
      const outcome = await s.when(asks([STORE], 'c1', tool));
      expect(specific(outcome)?.['permissionDecision']).toBeUndefined();
    },
  );

  it('is never merely allowed by another gate (auq-pre-hook-strips)', async () => {
    const s = started({}, { preset: 'strict', gates: { 'auto-review': { mode: 'enforce', allow: true } } });
    await expectSilence(s, [STORE]);
    await expectSilence(s, [question('Which?', ['A', 'B'])]);
  });

  it('is only watched under monitor, and nothing of it is counted as answered', async () => {
    const s = started({ '*': 'never-ask' }, { preset: 'observe' });
    const outcome = await expectSilence(s, [STORE]);
    expect(outcome.verdicts).toMatchObject([
      { rule: 'question-preference/answered', decision: 'allow', mode: 'monitor' },
    ]);
    await s.when(answers([STORE], { [STORE.question]: 'A) SQLite (recommended)' }, 'c1'));
    expect(stateIn(s).questions).toMatchObject({ asked: 1, answered: 1, automatic: 0 });
  });

  it.each(['deny', 'ask'] as const)('is not answered where another gate says %s', async (decision) => {
    const s = started({ '*': 'never-ask' });
    const { verdicts, events } = await s.when(asks([STORE], 'c1'));
    const other = { ...(verdicts[0] as Verdict), gate: 'other', rule: 'other/rule', decision };
    const { answers: _none, ...without } = other;
    const answer = answerClaudeCode({
      ruling: combine([...verdicts, without], stateIn(s)),
      trigger: events[0] as Envelope,
      toolInput: { questions: [STORE] },
      notice: null,
    });
    const { permissionDecision, updatedInput } = JSON.parse(answer.stdout).hookSpecificOutput;
    expect([permissionDecision, updatedInput]).toEqual([decision, undefined]);
  });
});

describe('the log of questions', () => {
  const answered = (s: Scenario) => s.events().filter(({ type }) => type === 'QuestionAnswered');

  it('tells an automatic answer from a person’s by the call: no marker files', async () => {
    const s = started({ store: 'never-ask' });
    const tabs = question('Tabs?', ['Yes (recommended)', 'No']);
    await s.given(
      asks([STORE], 'c1'),
      asks([tabs], 'c2'),
      answers([tabs], { 'Tabs?': 'Yes (recommended)' }, 'c2'),
      answers([STORE], { [STORE.question]: 'A) SQLite (recommended)' }, 'c1'),
    );
    expect(answered(s).map(({ call, data }) => [call, data['id'], data['by'], data['labels']])).toEqual([
      ['c2', expect.stringMatching(/^q-/), 'person', ['Yes (recommended)']],
      ['c1', 'store', 'preference', ['A) SQLite (recommended)']],
    ]);
    expect(stateIn(s).questions).toMatchObject({ asked: 2, answered: 2, automatic: 1, unanswered: 0 });
  });

  it('counts one result once, also where parallel deliveries each tell it', async () => {
    const s = started({});
    await s.given(asks([STORE], 'c1'));
    const done = answers([STORE], { [STORE.question]: 'B) Postgres' }, 'c1');
    await s.given(done, done);
    const [{ type, call, cause, data } = {} as Envelope] = answered(s);
    await s.given({ type, call, cause, data });
    expect(answered(s)).toHaveLength(2);
    expect(stateIn(s).questions).toMatchObject({ asked: 1, answered: 1 });
  });

  it('holds several labels, and words of the person’s own', async () => {
    const s = started({});
    const many = question('Which?', ['A', 'B', 'C, "D"'], { multiSelect: true });
    await s.given(
      answers([many, STORE], { 'Which?': 'A, "C, \\"D\\""', [STORE.question]: 'Neither, use a file' }, 'c1'),
    );
    expect(answered(s).map(({ data }) => data['labels'])).toEqual([['A', 'C, "D"'], ['Neither, use a file']]);
  });

  it('reports what ran where it is not what docket answered, to the person and once', async () => {
    const s = started({ store: 'never-ask' });
    await s.given(prompts('go'), asks([STORE], 'c1'), answers([STORE], { [STORE.question]: 'B) Postgres' }, 'c1'));
    expect(answered(s)[0]?.data).toMatchObject({
      by: 'other',
      labels: ['B) Postgres'],
      sent: ['A) SQLite (recommended)'],
    });
    const end = await s.when(stops());
    expect(end.answer).toEqual({ systemMessage: expect.stringContaining('is not what ran') });
    expect(JSON.stringify(end.answer)).toContain('Another hook rewrites calls of the question tool');
    expect((await s.when(stops({ last_assistant_message: 'It stands as it did.' }))).answer).toBeNull();
  });

  it('reports a question that another hook changed', async () => {
    const s = started({ store: 'never-ask' });
    const changed = question('Which database?', ['X', 'Y']);
    await s.given(asks([STORE], 'c1'), answers([changed], { 'Which database?': 'X' }, 'c1'));
    expect(answered(s)[0]?.data).toMatchObject({ by: 'other', sent: [] });
  });

  it('takes a server’s words for docket’s answer where they name it', async () => {
    const s = started({ store: 'never-ask' });
    await s.given(asks([STORE], 'c1', OF_SERVER), {
      ...answers([STORE], {}, 'c1', OF_SERVER),
      tool_response: [{ type: 'text', text: 'Chosen: A) SQLite (recommended)' }],
    });
    expect(answered(s)[0]?.data).toMatchObject({ by: 'preference' });
  });

  it.each([
    ['says nothing of the answer', 'ok', 'preference', 'A) SQLite (recommended)'],
    ['answers by an index', '{"answers": ["A) SQLite (recommended)"]}', 'preference', 'A) SQLite (recommended)'],
    [
      'answers by the header',
      '{"answers": {"Choice": "A) SQLite (recommended)"}}',
      'preference',
      'A) SQLite (recommended)',
    ],
    ['asked the person all the same', 'The user chose B) Postgres', 'other', 'B) Postgres'],
  ])('knows the answer of a server that %s', async (_what, text, by, label) => {
    const s = started({ store: 'never-ask' });
    const call = { ...answers([STORE], { [STORE.question]: 'A) SQLite (recommended)' }, 'c1', OF_SERVER) };
    await s.given(asks([STORE], 'c1', OF_SERVER), { ...call, tool_response: [{ type: 'text', text }] });
    expect(answered(s)[0]?.data).toMatchObject({ by, labels: [label], failure: null });
  });

  it('has no answer of docket’s where the answer never reached the host', async () => {
    const s = started({ store: 'never-ask' });
    await s.given(answers([STORE], { [STORE.question]: 'A) SQLite (recommended)' }, 'never-requested'));
    expect(answered(s)[0]?.data['by']).toBe('person');
  });

  it('holds a failure as unanswered', async () => {
    const s = started({ store: 'never-ask' });
    await s.given(asks([STORE], 'c1', OF_SERVER), failsWith([STORE], 'socket closed', 'c1'));
    expect(answered(s)[0]?.data).toMatchObject({
      by: 'unanswered',
      failure: 'the tool failed: socket closed',
      labels: [],
    });
  });
});

describe('the preference that holds', () => {
  it.each([
    ['store', { store: 'never-ask', '*': 'always-ask' }, 'store'],
    ['ship-it', { '*': 'always-ask', 'ship-*': 'never-ask', 's*': 'always-ask' }, 'ship-*'],
    ['ship-it', { '*-it': 'never-ask', 's*it': 'always-ask' }, 's*it'],
    ['aXbXc', { 'a*b*c': 'never-ask' }, 'a*b*c'],
    ['ab', { 'ab*b': 'never-ask' }, null],
    ['store', { stor: 'never-ask' }, null],
    ['constructor', {}, null],
  ] as const)('of %s under %j is by %s', (id, preferences, by) => {
    expect(preferenceFor(id, preferences as Record<string, 'never-ask'>)?.by ?? null).toBe(by);
  });

  it('is the project’s over the user’s', async () => {
    const s = scenario({ policy: POLICY });
    prefers(s, { store: 'never-ask' }, { store: 'always-ask' });
    expect((await s.when(asks([STORE], 'c1'))).answer).toBeNull();
  });

  it('holds from the next question on when it is changed', async () => {
    const s = started({});
    expect((await s.when(asks([STORE], 'c1'))).answer).toBeNull();
    prefers(s, { store: 'never-ask' });
    expect((await s.when(asks([STORE], 'c2'))).answer).not.toBeNull();
    prefers(s, {});
    expect((await s.when(asks([STORE], 'c3'))).answer).toBeNull();
  });
});

describe('an automatic answer, whatever is asked', () => {
  const label = fc.oneof(
    fc.constantFrom(
      'A) Fix (recommended)',
      'B',
      'Recommended: C',
      'Delete it (recommended)',
      '__proto__',
      'x, "y" (Recommended)',
    ),
    fc.string({ maxLength: 20 }),
  );
  const any = fc.record({
    question: fc.oneof(
      fc.constantFrom('Which?', 'Deploy?', '__proto__', 'I recommend A.'),
      fc.string({ maxLength: 20 }),
    ),
    header: fc.constantFrom('H', 'Release', ''),
    options: fc.array(fc.record({ label, description: fc.constantFrom('', 'drops it', 'Recommended: fast') }), {
      maxLength: 4,
    }),
    multiSelect: fc.boolean(),
  });
  /** One that can be answered, most of the time. */
  const plain = fc
    .record({
      name: fc.nat(),
      at: fc.nat(2),
      mark: fc.constantFrom(' (recommended)', ' [Recommended]', ', "x" (recommended)'),
    })
    .map(({ name, at, mark }) => ({
      question: `Which of ${name}?`,
      header: 'H',
      options: ['x', 'y', 'z'].map((text, index) => ({ label: `${text}${index === at ? mark : ''}`, description: '' })),
      multiSelect: name % 2 === 0,
    }));
  const asked = fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: any });

  it('names labels that are there, of every question, never where a choice cannot be taken back, and echoes the input', async () => {
    const s = started({ '*': 'never-ask' }, { preset: 'strict' });
    let given = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(asked, { minLength: 1, maxLength: 3 }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        async (questions, more) => {
          const { answers: _given, questions: _asked, ...others } = more;
          const input = JSON.parse(JSON.stringify({ ...others, questions }));
          const outcome = await s.when(requests(NATIVE, input));
          if (outcome.answer === null) return;
          given += 1;
          const updated = specific(outcome)?.['updatedInput'] ?? {};
          const { answers: map, ...echo } = updated as { answers: Record<string, string> };
          expect(echo).toEqual(input);
          expect(Object.keys(map).sort()).toEqual(questions.map((one) => one.question).sort());
          for (const one of questions) {
            const texts = [
              one.header,
              one.question,
              ...one.options.flatMap((option) => [option.label, option.description]),
            ];
            expect(oneWayIn(texts)).toBeNull();
            const answer = map[one.question] as string;
            if (!one.multiSelect) expect(one.options.map((option) => option.label)).toContain(answer);
            else
              expect(
                one.options.some(
                  (option) => answer.includes(option.label) || answer.includes(JSON.stringify(option.label)),
                ),
              ).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(given).toBeGreaterThan(30);
  });
});
