import { describe, expect, it } from 'vitest';
import { type QuestionResult, questionResult } from '../../../../src/hooks/observers/questions/question-result.ts';

const ASKED = [{ question: 'Which DB?', header: 'DB', options: [], isMultiple: false }];

const of = (response: unknown): QuestionResult['is'] => questionResult({ tool_response: response }, false, ASKED).is;
const failure = (error: unknown, more = {}): QuestionResult['is'] => questionResult({ error, ...more }, true, ASKED).is;
const blocks = (text: string) => [{ type: 'text', text }];

const MISSING = '[Tool result missing due to internal error]';

describe('a result that is missing (seed 004, isErrorResponse)', () => {
  it.each([
    ['the sentinel', MISSING],
    ['with white space around', `\n ${MISSING}  `],
    ['in other capitals, behind a word', `Error: ${MISSING.toLowerCase()}`],
    ['an error of a tool as a result', '<tool_use_error>Error: No such tool available</tool_use_error>'],
    ['in the block of a server', blocks(MISSING)],
    ['in an object of blocks', { content: blocks(MISSING) }],
    ['is_error', { is_error: true }],
    ['isError', { isError: true, content: blocks('socket closed') }],
    ['is_error in JSON', '{"is_error": true}'],
    ['is_error in JSON in a block', blocks('{"is_error": true, "content": "x"}')],
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['an empty list', []],
    ['an empty object', {}],
    ['a dot (auq-dot)', '.'],
    ['no answers (auq-empty-answers)', 'User has answered your questions: '],
    [
      'no answers and what follows',
      'User has answered your questions: . You can now continue with the user’s answers in mind.',
    ],
    ['no answers, newer', 'Your questions have been answered: . You can now continue with these answers in mind.'],
    [
      'an answer of nothing',
      'User has answered your questions: "Which DB?"="". You can now continue with them in mind.',
    ],
    ['none, newest', 'The user did not answer the questions.'],
    ['answers that are empty', { questions: [], answers: {} }],
    ['answers that say nothing', { answers: { 'Which DB?': ' ' } }],
  ])('%s', (_what, response) => {
    expect(of(response)).toBe('failed');
  });
});

describe('a result that is there', () => {
  it.each([
    [
      'an answer about an internal error (auq-answer-says-error)',
      'User answered: "Handle the internal error path first"',
    ],
    ['an answer that quotes an error', 'User answered: "<tool_use_error>x</tool_use_error>"'],
    ['an answer that begins with the sentinel', `${MISSING} is what the page shows`],
    ['an answer that quotes the sentinel', `User answered: "show ${MISSING} in red"`],
    ['an answer that says is_error', 'Your questions have been answered: "Which DB?"="is_error: true".'],
    ['is_error: false (auq-is-error-false)', '{"is_error": false, "answer": "A"}'],
    ['is_error that is no boolean', { is_error: 'true', answers: { 'Which DB?': 'A' } }],
    ['answers', { questions: [], answers: { 'Which DB?': 'Postgres' } }],
    ['a list as an answer', { answers: { 'Which DB?': ['Postgres', 'SQLite'] } }],
    ['answers in a list', { answers: [{ question: 'Which DB?', answer: 'Postgres' }] }],
    ['words of the person', { answers: {}, response: 'neither' }],
    ['a server’s text', blocks('Postgres')],
    ['JSON that is cut', '{"is_error": tru'],
    ['a number', 3],
  ])('%s', (_what, response) => {
    expect(of(response)).toBe('answered');
  });

  it('gives the answers by their questions', () => {
    const quoted = questionResult(
      { tool_response: 'Your questions have been answered: "Which DB?"="SQLite".' },
      false,
      ASKED,
    );
    expect(quoted).toMatchObject({ answers: new Map([['Which DB?', 'SQLite']]) });
  });
});

describe('a refusal, which is no failure (seed 004, auto-decide)', () => {
  it.each([
    ['an automatic decision (auq-auto-decide-denial)', '[plan-tune auto-decide] never-ask'],
    ['of another hook', '[my-hook auto-decided] A'],
    ['behind what the host says', 'The call was not made: [plan-tune auto-decide: never-ask] A'],
    ['a person', 'User declined to answer questions'],
    ['a person, longer', "The user doesn't want to proceed with this tool use. The tool use was rejected."],
    ['an interruption', '[Request interrupted by user for tool use]'],
    ['a hook', 'PreToolUse:AskUserQuestion hook error: [guard.sh]: not now'],
    ['a rule', 'Permission to use AskUserQuestion has been denied.'],
    ['docket', 'Not now. [docket workflow/not-approved]'],
    ['something by a person', 'Cancelled by the user'],
  ])('%s', (_what, error) => {
    expect(failure(error)).toBe('declined');
  });

  it('is told by the payload as well', () => {
    expect(failure('anything', { is_interrupt: true })).toBe('declined');
    expect(
      questionResult({ permissionDecision: 'deny', reason: '[plan-tune auto-decide] never-ask' }, false, []).is,
    ).toBe('declined');
    expect(of('[plan-tune auto-decide] never-ask')).toBe('declined');
  });

  it.each([
    ['a server', 'MCP error -32603: internal error'],
    ['a file', 'EACCES: permission denied, open /run/conductor.sock'],
    ['a connection', 'connect ECONNREFUSED 127.0.0.1:4000: connection refused'],
    ['the sentinel', MISSING],
    ['nothing', ''],
    ['no text', undefined],
    ['a text about users', 'the user database: the connection was aborted'],
  ])('is not what fails by itself: %s', (_what, error) => {
    expect(failure(error)).toBe('failed');
  });
});

it('takes no time for hostile results', () => {
  const started = performance.now();
  for (const text of [
    'user '.repeat(200_000),
    '['.repeat(500_000),
    '{"a":'.repeat(100_000),
    ' '.repeat(1_000_000),
    'hook '.repeat(100_000),
  ]) {
    of(text);
    of(blocks(text));
    failure(text);
  }
  expect(performance.now() - started).toBeLessThan(5_000);
});
