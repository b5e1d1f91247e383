import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/events/schemas.ts';
import { answerClaudeCode } from '../../src/hooks/protocols/claude-code.ts';
import { envelope } from '../kit/envelope.ts';
import { question } from '../kit/questions.ts';

const allowing = (answers: number[][]): Verdict => ({
  gate: 'question-preference',
  rule: 'question-preference/answered',
  decision: 'allow',
  mode: 'enforce',
  reason: 'docket answered.',
  conditions: [],
  limits: [],
  because: [],
  answers,
});

const said = (toolInput: unknown, answers: number[][]): string =>
  answerClaudeCode({
    ruling: { decision: 'allow', nobodyCanAnswer: null, answered: [allowing(answers)] },
    trigger: envelope('e1', 'ToolRequested', { data: { tool_name: 'AskUserQuestion' } }),
    toolInput,
    notice: null,
  }).stdout;

describe('an answer that the input has no place for is not given: an allow alone would be taken for one', () => {
  const STORE = question();

  it.each([
    ['no input', null, [[0]]],
    ['no questions', {}, [[0]]],
    ['another number of questions', { questions: [STORE, STORE] }, [[0]]],
    ['no such option', { questions: [STORE] }, [[2]]],
    ['no option', { questions: [STORE] }, [[]]],
    ['options without labels', { questions: [{ ...STORE, options: [{}, {}] }] }, [[0]]],
  ] as const)('%s', (_what, input, answers) => {
    expect(
      said(
        input,
        answers.map((options) => [...options]),
      ),
    ).toBe('');
  });

  it('is given where it has', () => {
    expect(JSON.parse(said({ questions: [STORE] }, [[1]])).hookSpecificOutput.updatedInput.answers).toEqual({
      [STORE.question]: 'B) Postgres',
    });
  });
});
