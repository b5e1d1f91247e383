import { describe, expect, it } from 'vitest';
import type { Data } from '../../src/events/envelope.ts';
import { hasPromisedData } from '../../src/events/promised-data.ts';
import { type DocketEventType, dataSchemas, type EventData } from '../../src/events/schemas.ts';
import { envelope } from '../kit/envelope.ts';

const WHOLE: { readonly [Type in DocketEventType]: EventData<Type> } = {
  HostObserved: { kind: 'headless', because: 'CI', entrypoint: null },
  PolicyLoaded: { fingerprint: 'f', sources: [], problems: [], policy: { preset: 'strict', gates: {} } },
  CommandUnderstood: { understood: true, problems: [], programs: [null, 'git'], forcePushes: [], mentions: [] },
  GitObserved: { about: 'session', path: '/p', worktree: '/p', branch: null, commit: null, project: true },
  CustomGatesJudged: { gates: [], ms: 12 },
  LlmReviewed: { hash: 'a', cwd: '/p', prompt: null, answers: [], unasked: null, kept: false, from: null },
  PathsObserved: { about: 'act 1', paths: [] },
  FolderRefused: { path: '/p/tmp', code: 'EACCES' },
  FileObserved: { path: 'src/a.ts', worktree: null, kind: 'source' },
  TestRunStarted: { runner: 'npm test', masked: false },
  TestRunFinished: {
    runner: 'npm test',
    status: 'fail',
    failures: 1,
    passed: null,
    reason: 'exit code',
    source: 'agent',
  },
  TreeObserved: {
    about: 'now',
    worktree: '/p',
    head: null,
    tree: { code: 'a', docs: null },
    changed: { code: [], docs: [] },
    counts: { code: 0, docs: 0 },
    problem: null,
  },
  ChangesObserved: { by: 'sed', paths: ['src/a.ts'], planes: ['code'] },
  TestRunSuperseded: { run: 'r1', by: 'e1' },
  TestRunSkipped: { reason: 'no-command', would: null },
  ReviewRecorded: {
    kind: 'code',
    plane: 'code',
    outcome: 'pass',
    sentinel: '✅ Ready',
    by: 'mcp__codex__codex',
    reason: 'it says so',
    standing: 'evidence',
  },
  ProofRecorded: { note: 'the cart adds up', standing: 'evidence' },
  ProofRevoked: { note: '' },
  LintFinished: {
    linter: 'eslint',
    path: 'src/a.ts',
    status: 'clean',
    problems: [],
    count: 0,
    digest: null,
    reason: 'no problems',
  },
  LintSkipped: { reason: 'monitor', path: 'src/a.ts', linters: ['eslint'] },
  ContentObserved: { path: 'src/a.ts', exists: true, lines: 60, written: 60, problem: null },
  MocksObserved: { path: 'test/a.test.ts', added: 0, mocks: [], problem: null },
  PlanObserved: {
    path: 'MASTER_PLAN.md',
    worktree: '/p',
    exists: false,
    digest: null,
    bytes: null,
    phases: [],
    requirements: [],
    decisions: [],
    malformed: [],
    intent: null,
    intentKept: null,
    sections: [],
    research: { exists: false, entries: 0 },
    since: null,
    problem: null,
  },
  PromptUnderstood: { topics: ['plan'], deferred: null, steps: 0, issues: ['#42'], files: [] },
  ContextPreserved: {
    trigger: 'manual',
    prompts: [],
    git: null,
    plan: null,
    changes: { count: 0, files: [] },
    decisions: [],
    tests: null,
    findings: [],
    trail: [],
  },
  FindingsRecorded: { agent: 'planner', agentId: 'a1', findings: [], branch: null },
  FindingsDelivered: { findings: ['e1'], event: 'e2' },
  AnnotationsObserved: { worktree: '/p', lines: 50, files: 1, missing: [], problem: null },
  DecisionsAudited: {
    worktree: '/p',
    unplanned: ['DEC-CART-002'],
    unimplemented: [],
    missing: [],
    total: 1,
    sourceFilesChanged: 1,
    unaddressedP0: [],
    noGo: [],
    problem: null,
  },
  ClosingObserved: { kind: 'bare', closing: 'Done.', mark: 'Done' },
  SummaryObserved: {
    worktree: '/p',
    branch: 'feature/x',
    isMain: false,
    uncommitted: 2,
    ahead: null,
    decisions: 1,
    plan: true,
    awaited: { run: 'r', runner: 'npm test', result: null },
  },
  PhaseEntered: {
    workflow: 'feature',
    run: 'e',
    session: 's',
    phase: 'planning',
    from: 'analysis',
    outcome: 'done',
    by: 'agent',
    reason: 'agent analyzer finished',
    evidence: ['e'],
    requires: [],
    phases: ['analysis', 'planning'],
    keeps: [],
  },
  ApprovalRefused: { workflow: 'feature', reason: 'nothing to approve yet' },
  WorkflowReset: { workflow: 'feature', run: 'e', reason: 'given up' },
  PhaseCallObserved: { tool: 'Agent', agent: 'executor', phases: [{ workflow: 'feature', phase: 'execution' }] },
  TodoAdded: { todo: 'kq3f', text: 'round the total', session: null },
  TodoClaimed: { todo: '#42', session: 's1' },
  TodoReleased: { todo: '#42', session: 's1' },
  TodoDone: { todo: 'kq3f', session: 's1' },
  StateFileImported: {
    path: '.claude/.test-status',
    says: 'pass, 0 failed',
    said: '2026-01-01T12:00:00.000Z',
    age: 60,
  },
  WaiverGranted: { rule: 'guard/rm-all', reason: 'a scratch folder', until: '2026-01-01T13:00:00.000Z', session: null },
  WaiverRevoked: { waiver: 'e', rule: 'guard/rm-all' },
  UpdateChecked: { way: 'registry', current: '1.0.0', newest: null, outcome: 'failed', reason: 'no answer' },
  PreferencesLoaded: { fingerprint: 'f', careful: true, questions: { deploy: 'always-ask' }, problems: [] },
  QuestionsUnderstood: { questions: [], problem: 'the input has no list of questions' },
  QuestionAnswered: {
    id: 'q-1',
    header: 'DB',
    question: 'Which DB?',
    labels: ['Postgres'],
    by: 'person',
    failure: null,
    recommended: [],
    oneWay: null,
  },
  IndexObserved: { indexes: [{ name: 'codegraph', path: '.codegraph/', tools: 'mcp__codegraph__*' }] },
  SearchObserved: { by: 'rg', paths: ['src'] },
  GatesRuled: { event: 'e', observedPosition: '1:1', policy: 'f', preset: 'strict', decision: 'none', verdicts: [] },
  AnswerSent: { event: 'e', decision: 'advise', verdicts: [] },
  HookFailed: { stage: 'load', code: 'EIO', message: 'no log' },
  SegmentArchived: {
    segment: 1,
    bytes: 9,
    sha256: 'a',
    lines: 1,
    firstAt: null,
    lastAt: null,
    packed: 34,
    before: '2026-01-01T00:00:00.000Z',
  },
  LogSealed: { prev: null, from: '1:0', to: '1:9', n: 1, hash: 'a', chain: 'b', lines: 'AAAAAAAA' },
};

const isWhole = (type: DocketEventType, data: Data): boolean => dataSchemas[type].safeParse(data).success;

describe.each(Object.entries(WHOLE) as [DocketEventType, Data][])('the data of %s', (type, data) => {
  it('is what is promised when it is whole', () => {
    expect(isWhole(type, data)).toBe(true);
    expect(hasPromisedData(envelope('e', type, { data }))).toBe(true);
  });

  it.each(Object.keys(data))(
    'is not without %s, or with something else in its place, just as the schema says',
    (field) => {
      const { [field]: _, ...without } = data;
      for (const damaged of [without, { ...data, [field]: undefined }, { ...data, [field]: 7n }]) {
        expect(isWhole(type, damaged)).toBe(false);
        expect(hasPromisedData(envelope('e', type, { data: damaged }))).toBe(false);
      }
    },
  );

  it('may have more, from a newer docket', () => {
    expect(hasPromisedData(envelope('e', type, { data: { ...data, later: {} } }))).toBe(true);
  });
});

it('a text that was moved to a blob is still there', () => {
  const data = { ...WHOLE.TestRunFinished, reason: { $blob: 'ab12', bytes: 9000, head: '', tail: '' } };
  expect(hasPromisedData(envelope('e', 'TestRunFinished', { data }))).toBe(true);
});

it('a policy without gates is none', () => {
  const data = { ...WHOLE.PolicyLoaded, policy: { preset: 'strict' } };
  expect(hasPromisedData(envelope('e', 'PolicyLoaded', { data }))).toBe(false);
});

it('the data of a host promises nothing', () => {
  expect(hasPromisedData(envelope('e', 'ToolRequested'))).toBe(true);
});
