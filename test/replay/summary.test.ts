import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Data, Envelope } from '../../src/events/envelope.ts';
import { dataSchemas } from '../../src/events/schemas.ts';
import { summaryOf, verdictsIn } from '../../src/replay/summary.ts';
import { envelope } from '../kit/envelope.ts';

const eventOf = (type: string, data: Data): Envelope => envelope('e1', type, { data });

const FIELDS = [
  'decision',
  'verdicts',
  'policy',
  'problems',
  'programs',
  'understood',
  'failures',
  'status',
  'tool_input',
  'answers',
  'unasked',
  'paths',
];

describe('the summary of an event', () => {
  it.each([
    ['GatesRuled', '?'],
    ['AnswerSent', '?'],
    ['PolicyLoaded', 'preset ?'],
    ['TestRunFinished', '?: ?,'],
    ['CommandUnderstood', 'not understood:'],
    ['LogSealed', '? lines up to ?'],
    ['LlmReviewed', ''],
    ['CustomGatesJudged', ''],
    ['TreeObserved', '?: code ?, docs ?, clean'],
    ['ChangesObserved', '? wrote what it does not name'],
    ['DecisionsAudited', '0 in the code'],
    ['ReviewRecorded', 'some review: ? by ?'],
    ['PhaseEntered', '?: begun, now in ? ()'],
    ['PhaseCallObserved', '? of'],
    ['WorkflowReset', '?:'],
    ['TodoAdded', '?:'],
    ['UpdateChecked', '?: ?,'],
    ['StateFileImported', 'claim: ?:'],
    ['TodoClaimed', '? by hook'],
    ['QuestionsUnderstood', 'none'],
    ['QuestionAnswered', '?: nothing (?)'],
    ['MocksObserved', '0 of ? of the project in ?'],
    ['FindingsRecorded', '?: nothing any more'],
    ['FindingsDelivered', '0 told, with ?'],
    ['AnnotationsObserved', 'without a decision: 0 of ? changed source files'],
    ['ClosingObserved', '?: ""'],
    ['SummaryObserved', 'no branch'],
  ])('of %s says so when its data is missing', (type, summary) => {
    expect(summaryOf(eventOf(type, {}))).toBe(summary);
  });

  it.each<[string, Data, string]>([
    [
      'TreeObserved',
      { about: 'now', tree: { code: 'abcdef0123', docs: null }, counts: { code: 1, docs: 1 }, problem: null },
      'now: code abcdef, docs ?, 2 files changed',
    ],
    ['TreeObserved', { about: 'now', tree: {}, problem: 'git took too long' }, 'now: git took too long'],
    [
      'DecisionsAudited',
      { total: 3, unplanned: ['a'], unimplemented: ['b', 'c'], missing: ['d'], unaddressedP0: ['e'], problem: null },
      '3 in the code, 1 unplanned, 2 unimplemented, 1 changed file without, 1 P0 unaddressed',
    ],
    ['DecisionsAudited', { total: 0, problem: 'git took too long' }, 'git took too long'],
    ['ChangesObserved', { by: 'sed', paths: ['src/a.ts', 'src/b.ts'] }, 'sed wrote src/a.ts, src/b.ts'],
    [
      'ReviewRecorded',
      { kind: 'code', outcome: 'pass', sentinel: '✅ Ready', by: 'mcp__codex__codex', standing: 'evidence' },
      'code review: pass "✅ Ready" by mcp__codex__codex',
    ],
    [
      'ReviewRecorded',
      { kind: null, outcome: 'broken', sentinel: null, by: 'mcp__codex__codex', standing: 'claim' },
      'claim: some review: broken by mcp__codex__codex',
    ],
    ['ProofRecorded', { note: 'saw the cart', standing: 'evidence' }, '"saw the cart"'],
    [
      'PhaseEntered',
      { workflow: 'feature', from: 'planning', outcome: 'done', phase: 'approval', reason: 'agent planner finished' },
      'feature: planning done, now in approval (agent planner finished)',
    ],
    ['ApprovalRefused', { workflow: 'feature', reason: 'nothing to approve' }, 'feature: nothing to approve'],
    [
      'PhaseCallObserved',
      { tool: 'Agent', agent: 'executor', phases: [{ workflow: 'feature', phase: 'execution' }] },
      'executor of feature execution',
    ],
    ['QuestionsUnderstood', { questions: [{ id: 'store' }, { id: 'q-1' }, 3], problem: null }, 'store, q-1, ?'],
    [
      'QuestionAnswered',
      { id: 'store', labels: ['A', 'B'], by: 'preference', failure: null },
      'store: A, B (preference)',
    ],
    ['QuestionAnswered', { id: 'q-1', labels: [], by: 'unanswered', failure: 'x' }, 'q-1: x (unanswered)'],
    ['QuestionAnswered', { id: 'q-1', labels: [], by: 'unanswered', declined: true }, 'q-1: declined (unanswered)'],
    [
      'MocksObserved',
      { path: 'a.test.ts', added: 3, mocks: [{ place: 'internal' }, { place: 'unknown' }, null], problem: null },
      '1 of 3 of the project in a.test.ts',
    ],
    ['MocksObserved', { path: 'a.test.ts', added: 0, mocks: [], problem: 'too large' }, 'a.test.ts: too large'],
    [
      'FindingsRecorded',
      { agent: 'planner', findings: [{ rule: 'check-planner/no-plan' }, null] },
      'planner: check-planner/no-plan, ?',
    ],
    ['FindingsDelivered', { findings: ['e1', 'e2'], event: 'e3' }, '2 told, with e3'],
    [
      'AnnotationsObserved',
      { missing: ['a.ts'], files: 3, problem: null },
      'without a decision: 1 of 3 changed source files',
    ],
    ['TestRunSuperseded', { run: 'r1', by: 'r2' }, 'run r1, by the write r2'],
    ['ClosingObserved', { kind: 'bare', closing: 'Done.', mark: 'Done' }, 'bare: "Done."'],
    ['SummaryObserved', { branch: 'feature/x', uncommitted: 2 }, 'feature/x, 2 not committed'],
  ])('of %s says what it is about: %j', (type, data, summary) => {
    expect(summaryOf(eventOf(type, data))).toBe(summary);
  });

  it('of a review says what each reviewer held, or why nobody was asked', () => {
    const answers = [
      { provider: 'gemini', verdict: { safe: true, aligned: false }, failure: null },
      { provider: 'openai', verdict: null, failure: 'timeout' },
      null,
    ];
    expect(summaryOf(eventOf('LlmReviewed', { answers }))).toBe('gemini safe, not aligned, openai: timeout, ?');
    expect(summaryOf(eventOf('LlmReviewed', { unasked: 'there is no key' }))).toBe('not asked: there is no key');
  });

  it('of paths says where each leads, and what of docket’s it is or holds', () => {
    const paths = [
      { written: 'build', path: '/p/build', place: 'inside' },
      { written: null, path: '/etc', place: 'system' },
      { written: '*.json', path: '/p', place: 'inside', protected: 'policy' },
      { written: '.', path: '/p', place: 'project', holds: 'log' },
      null,
    ];
    const said = "build: inside, /etc: system, *.json: docket's policy, .: holds docket's log, ?";
    expect(summaryOf(eventOf('PathsObserved', { paths }))).toBe(said);
    expect(summaryOf(eventOf('PathsObserved', { paths: [{}] }))).toBe('?: ?');
  });

  it('of a seal says how far it goes', () => {
    expect(summaryOf(eventOf('LogSealed', { n: 7, to: '1:99' }))).toBe('7 lines up to 1:99');
    expect(summaryOf(eventOf('LogSealed', { n: 7, to: '1:99', signature: 'x' }))).toBe('7 lines up to 1:99, signed');
  });

  it('is one line, whatever the data is', () => {
    const data = fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue());
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(dataSchemas)), data, (type, fields) => {
        expect(summaryOf(eventOf(type, fields as Data))).not.toContain('\n');
      }),
    );
  });

  it('names the gates that fired before those that passed', () => {
    const verdicts = [
      { gate: 'guard', rule: 'guard/none', decision: 'pass', mode: 'enforce' },
      { gate: 'test-gate', rule: 'test-gate/tests-fail', decision: 'deny', mode: 'monitor' },
    ];
    expect(summaryOf(eventOf('GatesRuled', { decision: 'none', verdicts }))).toBe('none test-gate:deny* guard:pass');
  });
});

it('verdicts are only the objects of a list', () => {
  expect(verdictsIn({ verdicts: [null, 1, { gate: 'guard' }] })).toEqual([{ gate: 'guard' }]);
  expect(verdictsIn({ verdicts: 'x' })).toEqual([]);
});
