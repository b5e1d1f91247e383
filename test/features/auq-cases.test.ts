import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asks, NATIVE, prefers, question } from '../kit/questions.ts';
import { completes, type Payload, type Scenario, scenario } from '../kit/scenario.ts';

interface AuqCase {
  readonly id: string;
  readonly input: Payload & { readonly session_kind?: string; readonly tool_name?: string };
  readonly expect: {
    readonly failed?: boolean;
    readonly answered?: boolean;
    readonly action?: string;
    readonly decision?: string;
    readonly choice?: null;
    readonly valid?: boolean;
  };
}

const CASES = readFileSync('fixtures/cases/auq.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as AuqCase]));

const POLICY = {
  preset: 'strict',
  gates: { 'stop-guard': { mode: 'off' }, 'auto-review': { mode: 'enforce', allow: true } },
};
const inSession = (kind = 'interactive'): Scenario => scenario({ policy: POLICY, env: { DOCKET_SESSION_KIND: kind } });

/** What each kind of session does once a retry failed as well. */
const ACTIONS: Readonly<Record<string, string>> = { block: 'stop', 'auto-choose': 'choose' };

/** Tells what a result is, and what is said where it failed twice. */
const judgeResult = async ({ input, expect: expected }: AuqCase): Promise<void> => {
  const { session_kind: kind, ...payload } = input;
  const s = inSession(kind);
  const result = { hook_event_name: 'PostToolUse', ...payload };
  const first = await s.when({ ...result, tool_use_id: 'c1' });
  const second = await s.when({ ...result, tool_use_id: 'c2' });
  const logged = s.events().find(({ type }) => type === 'QuestionAnswered')?.data;
  if (expected.failed === undefined) expect(logged?.['by']).toBe(expected.answered === true ? 'person' : 'unanswered');
  else expect(logged?.['failure'] !== null).toBe(expected.failed);
  if (expected.answered === false) expect(logged).toMatchObject({ by: 'unanswered', labels: [] });
  expect(first.answer !== null).toBe(logged?.['failure'] !== null);
  if (expected.action !== undefined)
    expect(second.verdicts[0]?.rule).toBe(`question-fallback/${ACTIONS[expected.action]}`);
};

const OTHERS: Readonly<Record<string, (line: AuqCase) => Promise<void>>> = {
  'auq-pre-hook-strips': async () => {
    expect((await inSession().when(asks([question()], 'c1'))).answer).toBeNull();
    const lost = await inSession().when(completes(NATIVE, { questions: [question()] }, { answers: {} }));
    expect(lost.verdicts[0]?.rule).toBe('question-fallback/retry');
  },
  'auq-answers-shape': async () => {
    const s = inSession();
    prefers(s, { '*': 'never-ask' });
    const asked = question('Which DB?', ['Postgres', 'SQLite'], {
      options: [
        { label: 'Postgres', description: 'Recommended: the team knows it' },
        { label: 'SQLite', description: '' },
      ],
    });
    const { answer } = await s.when(asks([asked], 'c1'));
    expect(answer?.['hookSpecificOutput']).toMatchObject({
      permissionDecision: 'allow',
      updatedInput: { questions: [asked], answers: { 'Which DB?': 'Postgres' } },
    });
  },
  'auq-two-recommended': async ({ input }) => {
    const s = inSession();
    prefers(s, { '*': 'never-ask' });
    const options = (input['options'] as { label: string }[]).map((option) => ({ ...option, description: '' }));
    const outcome = await s.when(asks([question('Which?', [], { options })], 'c1'));
    expect(outcome.answer).toBeNull();
    expect(outcome.verdicts[0]?.decision).toBe('pass');
  },
};

describe('known cases of questions', () => {
  it.each(CASES.map((line) => [line.id, line] as const))('%s', async (id, line) => {
    await (OTHERS[id] ?? judgeResult)(line);
  });
});
