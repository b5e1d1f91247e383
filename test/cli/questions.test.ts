import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { answers, asks, failsWith, prefers, question } from '../kit/questions.ts';
import { type Scenario, scenario } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const STORE = question();
const POLICY = { preset: 'strict', questions: { ids: { store: 'store' } } };

const asked = async (policy: Record<string, unknown> = POLICY): Promise<Scenario> => {
  const s = scenario({ policy });
  prefers(s, { store: 'never-ask' });
  const tabs = question('Tabs?', ['Yes', 'No']);
  await s.given(
    asks([STORE], 'c1'),
    answers([STORE], { [STORE.question]: 'A) SQLite (recommended)' }, 'c1'),
    asks([tabs], 'c2'),
    answers([tabs], { 'Tabs?': 'No' }, 'c2'),
    { ...asks([tabs], 'c3'), session_id: 's2' },
    { ...failsWith([tabs], 'socket closed', 'c3', 'AskUserQuestion'), session_id: 's2' },
  );
  return s;
};

const questions = (project: string, ...args: readonly string[]) => runDocket(['questions', ...args], project);
const preferences = (project: string): unknown =>
  JSON.parse(readFileSync(join(project, '.config', 'docket', 'preferences.json'), 'utf8'));

describe('docket questions', () => {
  it('lists what was asked in all sessions, how it was answered, and the preference that holds', async () => {
    const s = await asked();
    for (const args of [['--json'], ['list', '--json']]) {
      const { stdout, status } = questions(s.project, ...args);
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        gate: 'enforce',
        set: { store: 'never-ask' },
        questions: [
          {
            header: 'Choice',
            question: 'Tabs?',
            asked: 2,
            answered: 1,
            automatic: 0,
            last: { by: 'person', labels: ['No'] },
            preference: null,
          },
          { id: 'store', asked: 1, answered: 1, automatic: 1, preference: { by: 'store', answering: 'never-ask' } },
        ],
      });
    }
    const { stdout } = questions(s.project);
    expect(stdout).toMatch(/^store {2}never-ask$/m);
    expect(stdout).toContain('asked once, answered once, 1 of these automatically; last:');
    expect(stdout).toMatch(/^q-\w+ {2}no preference$/m);
    expect(stdout).toContain('Choice: Tabs?');
  });

  it('says so in a project where nothing was asked, and where the gate does not judge', () => {
    const { stdout, status } = questions(tempProject().path);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^nothing is set: every question is asked/);
    expect(stdout).toMatch(/! The gate question-preference is only watched under preset observe/);
  });

  it('shows what an agent wrote without what would steer the terminal', async () => {
    const s = scenario({ policy: POLICY });
    await s.given(asks([question('\u001b[2JWhich?')], 'c1'));
    expect(questions(s.project).stdout).not.toContain('\u001b[2J');
  });
});

describe('docket status', () => {
  it('says what was asked, what was answered by preference, and where something else ran', async () => {
    const s = await asked();
    await s.given(asks([STORE], 'c4'), answers([STORE], { [STORE.question]: 'B) Postgres' }, 'c4'));
    const json = JSON.parse(runDocket(['status', '--json', '--session', 's1'], s.project).stdout);
    expect(json.questions).toMatchObject([
      { question: 'Tabs?', asked: 1, answered: 1, automatic: 0 },
      { id: 'store', asked: 2, answered: 2, automatic: 1, last: { by: 'other', labels: ['B) Postgres'] } },
    ]);
    const text = runDocket(['status', '--session', 's1'], s.project).stdout.replace(/\s+/g, ' ');
    expect(text).toContain('questions 3 asked; 3 answered, 1 of these by preference;');
    expect(text).toContain('store: docket answered A) SQLite (recommended), and B) Postgres ran');
  });
});

describe('docket questions set and unset', () => {
  it('write the user’s preferences, for all projects or for one, and take them back', () => {
    const { path } = tempProject();
    expect(questions(path, 'set', 'ship-*', 'never-ask').stdout).toMatch(/^ship-\*: never-ask in all projects\n/);
    expect(questions(path, 'set', 'store', 'always-ask', '--project').stdout).toMatch(
      /^store: always-ask in this project\n/,
    );
    expect(preferences(path)).toEqual({
      questions: { 'ship-*': 'never-ask' },
      projects: { [path]: { questions: { store: 'always-ask' } } },
    });
    expect(questions(path, 'unset', 'ship-*').status).toBe(0);
    expect(questions(path, 'unset', 'store', '--project').status).toBe(0);
    expect(preferences(path)).toEqual({ questions: {}, projects: { [path]: { questions: {} } } });
  });

  it('hold from the next question on', async () => {
    const s = await asked();
    expect(questions(s.project, 'set', 'store', 'always-ask').status).toBe(0);
    expect((await s.when(asks([STORE], 'c9'))).answer).toBeNull();
  });

  it.each([
    [['set', 'store', 'sometimes'], 2, '"sometimes" is no preference: always-ask, never-ask, ask-only-one-way are.'],
    [['set', 'store'], 2, "missing required argument 'preference'"],
    [['set', ' ', 'never-ask'], 2, 'An id has 1 to 200 characters'],
    [['set', 'x'.repeat(201), 'never-ask'], 2, 'An id has 1 to 200 characters'],
    [['unset', 'store'], 1, 'Nothing was set for store in all projects.'],
    [['test', 'nowhere.json'], 1, 'nowhere.json cannot be read (ENOENT).'],
    [['tset'], 2, 'too many arguments'],
  ] as const)('%j is told what is wrong', (args, code, message) => {
    const { stdout, stderr, status } = questions(tempProject().path, ...args);
    expect({ stdout, status }).toEqual({ stdout: '', status: code });
    expect(stderr).toContain(message);
  });

  it.each([
    ['set', 'store', 'never-ask'],
    ['unset', 'store'],
  ])('are a person’s: %s', (...args) => {
    const { path } = tempProject();
    const { stderr, status } = runDocket(['questions', ...args], path, { env: { CLAUDECODE: '1' } });
    expect(status).toBe(2);
    expect(stderr).toContain('only a person may give it');
  });
});

describe('docket questions test', () => {
  const test = (s: Scenario, input: unknown, ...args: readonly string[]) =>
    runDocket(['questions', 'test', '-', ...args], s.project, {
      input: typeof input === 'string' ? input : JSON.stringify(input),
    });

  it('says what would happen, of the hook’s input and of the tool’s', async () => {
    const s = await asked();
    for (const input of [
      { questions: [STORE] },
      { tool_name: 'AskUserQuestion', tool_input: { questions: [STORE] } },
    ]) {
      const { stdout, status } = test(s, input, '--json');
      expect(status).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        decision: 'answer',
        problem: null,
        questions: [{ id: 'store', recommended: ['A) SQLite (recommended)'], oneWay: null, asked: null }],
      });
    }
    expect(test(s, { questions: [STORE] }).stdout).toMatch(
      /^answer\n {2}store: Which store.*\n {4}answered: A\) SQLite/,
    );
  });

  it.each([
    ['a choice that cannot be taken back', [question('Delete the store?')], 'it cannot be taken back (delete)'],
    ['no preference', [question('Tabs?')], 'no preference is set'],
    ['no recommendation', [question(undefined, ['A', 'B'])], 'no option is recommended'],
    ['two questions that are one', [STORE, STORE], 'two questions have the same text'],
    ['no questions', [], 'the input has no list of questions'],
  ])('says why a person is asked: %s', async (_what, asking, why) => {
    const { stdout } = test(await asked(), { questions: asking });
    expect(stdout).toMatch(/^ask\n/);
    expect(stdout).toContain(`asked: ${why}`);
  });

  it('records nothing, and does not take what is no JSON', async () => {
    const s = await asked();
    const before = s.events().length;
    test(s, { questions: [STORE] });
    expect(s.events()).toHaveLength(before);
    const { stderr, status } = test(s, '{');
    expect(status).toBe(2);
    expect(stderr).toContain('The input is not JSON.');
  });

  it('agrees with the gate', async () => {
    const s = await asked();
    for (const [at, asking] of [STORE, question('Delete the store?'), question('Tabs?')].entries()) {
      const said = JSON.parse(test(s, { questions: [asking] }, '--json').stdout).decision;
      const { answer } = await s.when(asks([asking], `agrees-${at}`));
      expect(answer === null ? 'ask' : 'answer').toBe(said);
    }
  });
});
