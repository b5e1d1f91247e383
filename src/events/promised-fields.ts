import type { DocketEventType, EventData } from './schemas.ts';

// The build evaluates this module: a table of this size is a fifth of a hook call to build, and a text costs nothing.

const text = 't';
const flag = 'f';
const list = 'l';
const number = 'n';
const object = 'o';
const policy = 'p';
const nullableText = 'T';
const nullableNumber = 'N';
const nullableObject = 'O';

/** What a field holds, as `promised-data.ts` reads it. */
type Kind =
  | typeof text
  | typeof flag
  | typeof list
  | typeof number
  | typeof object
  | typeof policy
  | typeof nullableText
  | typeof nullableNumber
  | typeof nullableObject;

type RequiredField<Data> = { [Field in keyof Data]-?: undefined extends Data[Field] ? never : Field }[keyof Data];

// The schema library costs more than a whole hook call; a test holds this table against the schemas.
const PROMISED: { [Type in DocketEventType]: { [Field in RequiredField<EventData<Type>>]: Kind } } = {
  HostObserved: { kind: text, because: text, entrypoint: nullableText },
  PolicyLoaded: {
    fingerprint: text,
    sources: list,
    problems: list,
    policy,
  },
  CommandUnderstood: { understood: flag, problems: list, programs: list, forcePushes: list, mentions: list },
  GitObserved: {
    about: text,
    path: text,
    worktree: nullableText,
    branch: nullableText,
    commit: nullableText,
    project: flag,
  },
  CustomGatesJudged: { gates: list, ms: number },
  LlmReviewed: {
    hash: nullableText,
    cwd: text,
    prompt: nullableText,
    answers: list,
    unasked: nullableText,
    kept: flag,
    from: nullableText,
  },
  PathsObserved: { about: text, paths: list },
  FolderRefused: { path: text, code: text },
  FileObserved: { path: text, worktree: nullableText, kind: text },
  TreeObserved: {
    about: text,
    worktree: nullableText,
    head: nullableText,
    tree: object,
    changed: object,
    counts: object,
    problem: nullableText,
  },
  ChangesObserved: { by: text, paths: list, planes: list },
  TestRunStarted: { runner: text, masked: flag },
  TestRunFinished: {
    runner: text,
    status: text,
    failures: nullableNumber,
    passed: nullableNumber,
    reason: text,
    source: text,
  },
  TestRunSuperseded: { run: text, by: text },
  TestRunSkipped: { reason: text, would: nullableText },
  ReviewRecorded: {
    kind: nullableText,
    plane: text,
    outcome: text,
    sentinel: nullableText,
    by: text,
    reason: text,
    standing: text,
  },
  ProofRecorded: { note: text, standing: text },
  ProofRevoked: { note: text },
  LintFinished: {
    linter: text,
    path: text,
    status: text,
    problems: list,
    count: nullableNumber,
    digest: nullableText,
    reason: text,
  },
  LintSkipped: { reason: text, path: text, linters: list },
  ContentObserved: {
    path: text,
    exists: flag,
    lines: nullableNumber,
    written: nullableNumber,
    problem: nullableText,
  },
  MocksObserved: { path: text, added: number, mocks: list, problem: nullableText },
  PlanObserved: {
    path: text,
    worktree: nullableText,
    exists: flag,
    digest: nullableText,
    bytes: nullableText,
    phases: list,
    requirements: list,
    decisions: list,
    malformed: list,
    intent: nullableObject,
    intentKept: nullableNumber,
    sections: list,
    research: object,
    since: nullableObject,
    problem: nullableText,
  },
  DecisionsAudited: {
    worktree: nullableText,
    unplanned: list,
    unimplemented: list,
    missing: list,
    total: number,
    sourceFilesChanged: number,
    unaddressedP0: list,
    noGo: list,
    problem: nullableText,
  },
  PromptUnderstood: { topics: list, deferred: nullableText, steps: number, issues: list, files: list },
  ContextPreserved: {
    trigger: text,
    prompts: list,
    git: nullableObject,
    plan: nullableObject,
    changes: object,
    decisions: list,
    tests: nullableObject,
    findings: list,
    trail: list,
  },
  FindingsRecorded: { agent: text, agentId: text, findings: list, branch: nullableText },
  FindingsDelivered: { findings: list, event: text },
  AnnotationsObserved: { worktree: nullableText, lines: number, files: number, missing: list, problem: nullableText },
  PhaseEntered: {
    workflow: text,
    run: text,
    session: nullableText,
    phase: text,
    from: nullableText,
    outcome: text,
    by: text,
    reason: text,
    evidence: list,
    requires: list,
    phases: list,
    keeps: list,
  },
  ApprovalRefused: { workflow: text, reason: text },
  WorkflowReset: { workflow: text, run: text, reason: text },
  PhaseCallObserved: { tool: text, agent: nullableText, phases: list },
  PreferencesLoaded: { fingerprint: text, careful: flag, questions: object, problems: list },
  QuestionsUnderstood: { questions: list, problem: nullableText },
  QuestionAnswered: {
    id: text,
    header: text,
    question: text,
    labels: list,
    by: text,
    failure: nullableText,
    recommended: list,
    oneWay: nullableText,
  },
  IndexObserved: { indexes: list },
  SearchObserved: { by: text, paths: list },
  TodoAdded: { todo: text, text, session: nullableText },
  TodoClaimed: { todo: text, session: nullableText },
  TodoReleased: { todo: text, session: nullableText },
  TodoDone: { todo: text, session: nullableText },
  StateFileImported: { path: text, says: text, said: text, age: number },
  WaiverGranted: { rule: text, reason: text, until: text, session: nullableText },
  WaiverRevoked: { waiver: text, rule: text },
  UpdateChecked: { way: text, current: text, newest: nullableText, outcome: text, reason: text },
  ClosingObserved: { kind: text, closing: text, mark: nullableText },
  SummaryObserved: {
    worktree: nullableText,
    branch: nullableText,
    isMain: flag,
    uncommitted: nullableNumber,
    ahead: nullableNumber,
    decisions: nullableNumber,
    plan: flag,
    awaited: nullableObject,
  },
  GatesRuled: { event: text, observedPosition: text, policy: text, preset: text, decision: text, verdicts: list },
  AnswerSent: { event: text, decision: text, verdicts: list },
  HookFailed: { stage: text, code: text, message: text },
  SegmentArchived: {
    segment: number,
    bytes: number,
    sha256: text,
    lines: number,
    firstAt: nullableText,
    lastAt: nullableText,
    packed: number,
    before: text,
  },
  LogSealed: { prev: nullableText, from: text, to: text, n: number, hash: text, chain: text, lines: text },
};

/** A line for each type of docket's own: `Type kfield kfield …`, each field behind the letter of its kind. */
export const PROMISED_FIELDS = Object.entries(PROMISED)
  .map(
    ([type, fields]) =>
      `\n${type} ${Object.entries(fields)
        .map(([field, kind]) => kind + field)
        .join(' ')}`,
  )
  .join('');
