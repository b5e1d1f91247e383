import fc from 'fast-check';
import type { Data, Envelope } from '../../src/events/envelope.ts';
import { isoTime } from '../../src/events/iso-time.ts';

// Sequences of events as several sessions, worktrees and registrations could leave them, in any order.

const CALLS = ['a', 'b', 'c', '7', 'constructor', '__proto__'];
const PATHS = ['/w/1/src/a.ts', '/w/1/README.md', '/w/2/test/a.test.ts', '/w/1/__proto__', '/w/1/12', 'package.json'];
const HOST_TYPES = [
  'SessionStarted',
  'PromptSubmitted',
  'ToolRequested',
  'ToolCompleted',
  'ToolFailed',
  'ToolBatchCompleted',
  'CompactionStarted',
  'NotificationShown',
  'SubagentStarted',
  'SubagentStopped',
  'TurnEnded',
  'SessionEnded',
];
const TREES = [
  { code: 'a', docs: 'b' },
  { code: 'c', docs: null },
];
const STATUSES = ['pass', 'fail', 'unknown'] as const;
const DECISIONS = ['deny', 'ask', 'advise', 'pass', 'allow'] as const;
const GATES = [
  'test-gate',
  'mock-gate',
  'stop-guard',
  'guard',
  'lint',
  'code-review',
  'doc-gate',
  'surface',
  'question-preference',
  'codegraph-nudge',
  'session-init',
  'subagent-start',
];

const toolData = fc.record<Data>(
  {
    tool_name: fc.constantFrom('Bash', 'Write', 'NotebookEdit', 'mcp__x__insert', 3),
    tool_input: fc.oneof(
      fc.constantFrom(...PATHS).map((path) => ({ file_path: path })),
      fc.constant(null),
    ),
    tool_calls: fc.array(
      fc.constantFrom(...CALLS).map((id) => ({ tool_use_id: id })),
      { maxLength: 2 },
    ),
    permission_mode: fc.constantFrom('plan', 'default', 5),
    source: fc.constantFrom('startup', 'resume', null),
    prompt: fc.constantFrom('add a discount', '', 3),
  },
  { requiredKeys: [] },
);

const verdict = fc.record({
  gate: fc.constantFrom(...GATES),
  rule: fc.constantFrom('rule', 'surface/unplanned', 'surface/__proto__', 'session-init/context'),
  decision: fc.constantFrom(...DECISIONS),
  mode: fc.constantFrom('enforce', 'monitor'),
  reason: fc.constant('because'),
  conditions: fc.array(fc.record({ name: fc.constantFrom('x', 'y'), holds: fc.boolean() }), { maxLength: 2 }),
  limits: fc.constant([]),
  because: fc.constant([]),
  strikeEnds: fc.constantFrom(undefined, ['TestRunFinished'], ['LintFinished']),
  tells: fc.constantFrom(undefined, ['1'], ['2', '3']),
  context: fc.constantFrom(undefined, 'where things stand', { $blob: null }),
});

const MOVING = {
  gate: 'guard',
  rule: 'guard/tmp-write',
  decision: 'rewrite',
  mode: 'enforce',
  reason: 'because',
  conditions: [],
  limits: [],
  because: [],
};

const PHASES = ['analysis', 'approval', '7'];

/** What only counts from a person. */
const PERSONAL: Readonly<Record<string, Envelope['provenance']>> = {
  PromptSubmitted: 'prompt',
  PhaseEntered: 'person',
  WorkflowReset: 'person',
  WaiverGranted: 'person',
  WaiverRevoked: 'prompt',
};

const phaseStep = fc.record({
  workflow: fc.constantFrom('feature', '__proto__'),
  run: fc.constantFrom('1', '2'),
  session: fc.constantFrom(null, 's1', 's2'),
  phase: fc.constantFrom(...PHASES),
  from: fc.constantFrom(null, ...PHASES),
  outcome: fc.constantFrom('started', 'done', 'failed'),
  by: fc.constantFrom('agent', 'approval', 'person'),
  reason: fc.constant('because'),
  evidence: fc.constant([]),
  requires: fc.constantFrom([], ['analysis']),
  phases: fc.constant(PHASES),
  keeps: fc.constantFrom([], ['analysis']),
  agent: fc.constantFrom(undefined, 's1 a'),
});

const docketEvent = fc.oneof(
  fc.record({
    type: fc.constant('TestRunStarted'),
    data: fc.record({
      runner: fc.constant('vitest'),
      masked: fc.boolean(),
      run: fc.constantFrom(undefined, 'r1', 'r2'),
      folder: fc.constantFrom(undefined, 'a'),
    }),
  }),
  fc.record({
    type: fc.constant('TodoAdded'),
    data: fc.record({
      todo: fc.constantFrom('kq3f', '__proto__'),
      text: fc.constant('round the total'),
      session: fc.constantFrom(null, 's1'),
    }),
  }),
  fc.record({
    type: fc.constantFrom('TodoClaimed', 'TodoReleased', 'TodoDone'),
    data: fc.record({
      todo: fc.constantFrom('kq3f', '#42', '__proto__'),
      session: fc.constantFrom(null, 's1', 's2'),
    }),
  }),
  fc.record({
    type: fc.constant('WaiverGranted'),
    data: fc.record({
      rule: fc.constantFrom('test-gate', '__proto__'),
      reason: fc.constant('x'),
      until: fc.constantFrom('2026-01-01T13:00:00.000Z', '2026-01-02T00:00:00.000Z', 'never'),
      session: fc.constantFrom(null, 's1'),
    }),
  }),
  fc.record({
    type: fc.constant('WaiverRevoked'),
    data: fc.record({ waiver: fc.constantFrom('e1', 'e2', 'e3'), rule: fc.constant('test-gate') }),
  }),
  fc.record({
    type: fc.constant('UpdateChecked'),
    data: fc.record({
      way: fc.constantFrom('registry', 'checkout'),
      current: fc.constant('1.0.0'),
      newest: fc.constantFrom(null, '1.1.0'),
      outcome: fc.constantFrom('current', 'available', 'failed'),
      reason: fc.constant('x'),
    }),
  }),
  fc.record({ type: fc.constant('PhaseEntered'), data: phaseStep }),
  fc.record({
    type: fc.constant('WorkflowReset'),
    data: fc.record({ workflow: fc.constant('feature'), run: fc.constantFrom('1', '2'), reason: fc.constant('x') }),
  }),
  fc.record({
    type: fc.constant('DecisionsAudited'),
    data: fc.record({
      worktree: fc.constant('/w/1'),
      unplanned: fc.constantFrom([], ['DEC-CART-001']),
      incomplete: fc.constantFrom(undefined, [{ id: 'DEC-CART-001', path: 'src/a.ts', line: 1, lacks: ['title'] }]),
      unimplemented: fc.constantFrom([], ['DEC-CART-002']),
      missing: fc.constant([]),
      total: fc.nat(3),
      sourceFilesChanged: fc.nat(3),
      unaddressedP0: fc.constant([]),
      noGo: fc.constant([]),
      problem: fc.constantFrom(null, 'rg: no such folder'),
    }),
  }),
  fc.record({
    type: fc.constant('ContextPreserved'),
    data: fc.record({
      trigger: fc.constantFrom('manual', 'auto'),
      prompts: fc.constantFrom([], ['add a discount']),
      git: fc.constant(null),
      plan: fc.constant(null),
      changes: fc.constant({ count: 1, files: ['src/a.ts'] }),
      decisions: fc.constant([]),
      tests: fc.constant(null),
      findings: fc.constant([]),
      trail: fc.constant([]),
    }),
  }),
  fc.record({
    type: fc.constant('PlanObserved'),
    data: fc.record({
      path: fc.constant('MASTER_PLAN.md'),
      worktree: fc.constant('/w/1'),
      exists: fc.boolean(),
      digest: fc.constantFrom(null, 'd1', 'd2'),
      bytes: fc.constantFrom(null, 'b1', 'b2'),
      phases: fc.constant([]),
      requirements: fc.constant([]),
      decisions: fc.constant([]),
      malformed: fc.constant([]),
      intent: fc.constantFrom(null, { digest: 'i1', text: 'a shop' }),
      intentKept: fc.constantFrom(null, 10, 90),
      sections: fc.constant([]),
      research: fc.constant({ exists: false, entries: 0 }),
      since: fc.constantFrom(null, { days: 1, commits: 2, changed: 3, tracked: 10, churn: 30 }),
      problem: fc.constant(null),
    }),
  }),
  fc.record({
    type: fc.constant('IndexObserved'),
    data: fc.record({
      indexes: fc.constantFrom([], [{ name: 'codegraph', path: '.codegraph/', tools: 'mcp__codegraph__*' }]),
    }),
  }),
  fc.record({
    type: fc.constant('PreferencesLoaded'),
    data: fc.record({
      fingerprint: fc.constantFrom('f1', 'f2'),
      careful: fc.boolean(),
      questions: fc.constantFrom({}, { deploy: 'always-ask' }),
      problems: fc.constantFrom([], ['not JSON']),
    }),
  }),
  fc.record({
    type: fc.constant('ClosingObserved'),
    data: fc.record({
      kind: fc.constantFrom('bare', 'other'),
      closing: fc.constant('Done.'),
      mark: fc.constantFrom(null, 'Done'),
    }),
  }),
  fc.record({
    type: fc.constant('AnswerSent'),
    data: fc.record({
      event: fc.constant('e1'),
      decision: fc.constant('deny'),
      verdicts: fc.constantFrom(
        [{ gate: 'forward-motion', rule: 'forward-motion/bare-completion', decision: 'deny' }],
        [{ gate: 'session-summary', rule: 'session-summary/changed', decision: 'advise' }],
      ),
    }),
  }),
  fc.record({
    type: fc.constant('TestRunSuperseded'),
    data: fc.record({ run: fc.constantFrom('r1', 'r2'), by: fc.constant('e1') }),
  }),
  fc.record({
    type: fc.constant('TestRunSkipped'),
    data: fc.record({ reason: fc.constantFrom('monitor', 'no-command'), would: fc.constantFrom(null, 'npm test') }),
  }),
  fc.record({
    type: fc.constant('TestRunFinished'),
    data: fc.record({
      runner: fc.constant('vitest'),
      status: fc.constantFrom(...STATUSES),
      failures: fc.constantFrom(null, 0, 2),
      passed: fc.constantFrom(null, 3),
      reason: fc.constant('summary'),
      source: fc.constantFrom('agent', 'runner', 'claim'),
      run: fc.constantFrom(undefined, 'r1', 'r2'),
      tree: fc.constantFrom(undefined, ...TREES),
      output: fc.constantFrom(undefined, '', 'one\ntwo', { $blob: null, bytes: 1, head: '', tail: 'end' }),
    }),
  }),
  fc.record({
    type: fc.constant('TreeObserved'),
    data: fc.record({
      about: fc.constantFrom('review a', 'review agent-1', 'review __proto__', 'now'),
      worktree: fc.constant('/w/1'),
      head: fc.constant(null),
      tree: fc.constantFrom(...TREES),
      changed: fc.constant({ code: [], docs: [] }),
      counts: fc.constant({ code: 0, docs: 0 }),
      problem: fc.constant(null),
    }),
  }),
  fc.record({
    type: fc.constant('CommandUnderstood'),
    data: fc.record({
      understood: fc.constant(true),
      problems: fc.constant([]),
      programs: fc.constant(['sed']),
      forcePushes: fc.constant([]),
      mentions: fc.constant([]),
      acts: fc.constantFrom(
        undefined,
        [],
        {},
        [null, 3, { kind: 'write' }],
        [{ kind: 'write', shown: 'sed -i', paths: [{ written: 'src/a.ts' }], directory: null, directoryKnown: true }],
      ),
    }),
  }),
  fc.record({
    type: fc.constant('ChangesObserved'),
    data: fc.record({
      by: fc.constant('sed'),
      paths: fc.constant(['src/a.ts']),
      planes: fc.constantFrom(['code'], ['docs'], [], ['code', 'docs']),
    }),
  }),
  fc.record({
    type: fc.constant('ReviewRecorded'),
    data: fc.record({
      kind: fc.constantFrom(null, 'code', 'doc', '__proto__'),
      plane: fc.constantFrom('code', 'docs'),
      outcome: fc.constantFrom('pass', 'fail', 'unclear', 'broken'),
      sentinel: fc.constant(null),
      by: fc.constant('mcp__codex__codex'),
      reason: fc.constant('because'),
      standing: fc.constantFrom('evidence', 'claim'),
      tree: fc.constantFrom(undefined, ...TREES),
    }),
  }),
  fc.record({
    type: fc.constant('ProofRecorded'),
    data: fc.record({
      note: fc.constant('seen'),
      standing: fc.constantFrom('evidence', 'claim'),
      tree: fc.constantFrom(undefined, ...TREES),
    }),
  }),
  fc.record({ type: fc.constant('ProofRevoked'), data: fc.constant({ note: '' }) }),
  fc.record({
    type: fc.constant('GatesRuled'),
    data: fc.record({
      event: fc.constant('judged'),
      observedPosition: fc.constant('1:1'),
      policy: fc.constant('f1'),
      preset: fc.constant('strict'),
      decision: fc.constantFrom('rewrite', 'deny'),
      verdicts: fc
        .constantFrom('a', 'b')
        .map((name) => [{ ...MOVING, moved: [{ from: `/tmp/${name}`, to: `/w/1/tmp/${name}` }] }]),
    }),
  }),
  fc.record({
    type: fc.constant('LintFinished'),
    data: fc.record({
      linter: fc.constantFrom('eslint', 'ruff', '__proto__'),
      path: fc.constantFrom('src/a.ts', '__proto__'),
      status: fc.constantFrom('clean', 'problems', 'broken'),
      problems: fc.constant([]),
      count: fc.constantFrom(null, 2),
      digest: fc.constantFrom(null, 'd1', 'd2'),
      reason: fc.constant('because'),
      missing: fc.constantFrom(undefined, true),
      late: fc.constantFrom(undefined, true),
    }),
  }),
  fc.record({
    type: fc.constant('QuestionsUnderstood'),
    data: fc.record({
      questions: fc.array(
        fc.record({
          id: fc.constantFrom('store', '__proto__'),
          header: fc.constant('H'),
          question: fc.constant('Which?'),
          multiple: fc.boolean(),
          options: fc.constant(['A', 'B']),
          recommended: fc.constantFrom([], [0]),
          unclear: fc.constant(null),
          oneWay: fc.constant(null),
        }),
        { maxLength: 2 },
      ),
      problem: fc.constant(null),
    }),
  }),
  fc.record({
    type: fc.constant('QuestionAnswered'),
    data: fc.record({
      id: fc.constantFrom('store', '__proto__'),
      header: fc.constant('H'),
      question: fc.constant('Which?'),
      labels: fc.constantFrom([], ['A']),
      by: fc.constantFrom('preference', 'person', 'other', 'unanswered'),
      failure: fc.constantFrom(null, 'the tool failed'),
      recommended: fc.constant([]),
      oneWay: fc.constant(null),
      sent: fc.constantFrom(undefined, ['B']),
    }),
  }),
  fc.record({
    type: fc.constant('LintSkipped'),
    data: fc.record({
      reason: fc.constant('monitor'),
      path: fc.constantFrom('src/a.ts', 'src/b.py', '__proto__'),
      linters: fc.constant(['eslint']),
    }),
  }),
  fc.record({
    type: fc.constant('FileObserved'),
    data: fc.record({
      path: fc.constantFrom(...PATHS),
      worktree: fc.constant('/w/1'),
      kind: fc.constant('source'),
      change: fc.constantFrom(undefined, { added: 30, removed: 1, content: 'c1' }),
    }),
  }),
  fc.record({
    type: fc.constant('ContentObserved'),
    data: fc.record({
      path: fc.constantFrom('src/a.ts', '__proto__'),
      exists: fc.boolean(),
      lines: fc.constantFrom(null, 60),
      written: fc.constantFrom(null, 60),
      problem: fc.constant(null),
    }),
  }),
  fc.record({
    type: fc.constantFrom('GatesRuled', 'AnswerSent'),
    data: fc.record({
      event: fc.constantFrom('judged', 'e1', 'e2', 'e3'),
      observedPosition: fc.constant('1:1'),
      policy: fc.constant('f1'),
      preset: fc.constant('strict'),
      decision: fc.constantFrom(...DECISIONS),
      verdicts: fc.array(verdict, { maxLength: 2 }),
      repeatOf: fc.constantFrom(undefined, 'e1'),
    }),
  }),
  fc.record({
    type: fc.constant('PolicyLoaded'),
    data: fc.record({
      fingerprint: fc.constantFrom('f1', 'f2'),
      sources: fc.constant([]),
      policy: fc.constant({ preset: 'strict', gates: {} }),
      problems: fc.constant([]),
    }),
  }),
  fc.record({
    type: fc.constant('CustomGatesJudged'),
    data: fc.record({ gates: fc.constant([]), ms: fc.constant(12) }),
  }),
  fc.record({
    type: fc.constant('LlmReviewed'),
    data: fc.record({
      hash: fc.constantFrom('h1', 'h2', null),
      cwd: fc.constant('/w/1'),
      prompt: fc.constant(null),
      answers: fc.constant([]),
      unasked: fc.constant(null),
      kept: fc.boolean(),
      from: fc.constant(null),
    }),
  }),
  fc.record({
    type: fc.constant('HookFailed'),
    data: fc.record({ stage: fc.constant('load'), code: fc.constant('EIO'), message: fc.constant('no log') }),
  }),
  fc.record({
    type: fc.constant('HostObserved'),
    data: fc.record({
      kind: fc.constantFrom('headless', 'spawned'),
      because: fc.constant('CI'),
      entrypoint: fc.constant(null),
    }),
  }),
  fc.record({
    type: fc.constant('GitObserved'),
    data: fc.record({
      about: fc.constantFrom('session', 'target', 'act 1'),
      path: fc.constant('/w/1'),
      worktree: fc.constant('/w/1'),
      project: fc.constant(true),
      commit: fc.constant('f00'),
      branch: fc.constant('main'),
    }),
  }),
  fc.record({
    type: fc.constant('FindingsRecorded'),
    data: fc.record({
      agent: fc.constantFrom('implementer', '__proto__'),
      agentId: fc.constantFrom('agent-1', 'main', '__proto__'),
      findings: fc.array(fc.constant({ rule: 'check-planner/no-plan', text: 'There is no plan.' }), { maxLength: 2 }),
      branch: fc.constantFrom(null, 'main'),
    }),
  }),
  fc.record({
    type: fc.constant('FindingsDelivered'),
    data: fc.record({
      findings: fc.array(
        fc.nat(60).map((n) => `e${n}`),
        { maxLength: 3 },
      ),
      event: fc.constant('e1'),
    }),
  }),
  fc.record({ type: fc.constant('SomethingLater'), data: fc.record({ tool_name: fc.constant('Write') }) }),
);

const hostEvent = fc.record({ type: fc.constantFrom(...HOST_TYPES), data: toolData });

const draft = (streams: number) =>
  fc.record({
    event: fc.oneof({ weight: 3, arbitrary: hostEvent }, { weight: 2, arbitrary: docketEvent }),
    stream: fc.nat(streams - 1).map((n) => `s${n}`),
    actor: fc.constantFrom({ id: 'main' }, { id: 'agent-1', type: 'implementer' }, { id: '__proto__', type: 'x' }),
    call: fc.option(fc.constantFrom(...CALLS)),
    worktree: fc.option(fc.constantFrom('/w/1', '/w/2')),
    cause: fc.option(fc.nat(60).map((n) => `e${n}`)),
    isPerson: fc.boolean(),
    passed: fc.constantFrom(0, 1, 500, 3_000, 70_000, -1_000),
  });

/** Event sequences over a number of sessions. Few calls and short times, so that many are deliveries of one event. */
export const eventSequences = (streams: number, maxLength = 60, minLength = 0): fc.Arbitrary<readonly Envelope[]> =>
  fc.array(draft(streams), { minLength, maxLength }).map((drafts) => {
    let now = Date.UTC(2026, 0, 1);
    return drafts.map(({ event, stream, actor, call, worktree, cause, isPerson, passed }, index): Envelope => {
      now += passed;
      const isHost = HOST_TYPES.includes(event.type);
      return {
        v: 1,
        id: `e${index}`,
        type: event.type,
        at: isoTime(now),
        stream,
        actor,
        host: 'claude-code',
        turn: null,
        cause: isHost ? null : cause,
        call,
        worktree,
        provenance: isPerson ? (PERSONAL[event.type] ?? 'hook') : 'hook',
        redacted: [],
        ...(isHost ? { delivery: call ?? 'content' } : {}),
        data: event.data,
      };
    });
  });
