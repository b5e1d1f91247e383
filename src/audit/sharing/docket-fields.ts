import type { DocketEventType } from '../../events/schemas.ts';
import type { Kind } from './kinds.ts';

type Fields = Partial<Record<Kind, string>>;

const TREE = 'tree.code tree.docs';
const VERDICTS = 'verdicts[].gate verdicts[].rule verdicts[].decision verdicts[].strikeEnds[] verdicts[].tells[]';
const conditions = (list: 'conditions' | 'limits'): string =>
  ['name', 'because[]', 'undone.since', 'undone.by'].map((field) => `verdicts[].${list}[].${field}`).join(' ');

/**
 * What the texts in each event type of docket's own are: `list[]` is the items of a list, `*` any key. Numbers, booleans and
 * null are plain where their object is known. A test walks the schemas and fails for what nobody classified.
 */
export const DOCKET_FIELDS: Readonly<Record<DocketEventType, Fields>> = {
  HostObserved: { plain: 'kind because entrypoint' },
  PolicyLoaded: {
    plain:
      'fingerprint policy.preset policy.fsync policy.views policy.careful.rules[] policy.gates.*.mode policy.gates.*.rules.* policy.redaction.rules[] policy.redaction.off[] policy.review.tools.* policy.review.skills.* policy.review.agents.* policy.review.kinds.* policy.review.sentinels[].kind policy.review.sentinels[].outcome policy.agents.implementer[] policy.agents.guardian[] policy.agents.planner[] policy.agents.light[] policy.waivers[].rule policy.waivers[].until',
    path: 'sources[] policy.customGates.* policy.plan.file policy.plan.research[] policy.files.source[] policy.files.test[] policy.files.doc[] policy.files.config[] policy.files.generated[] policy.files.vendored[] policy.files.other[]',
    text: 'problems[]',
    words: 'policy.waivers[].reason',
    setting:
      'policy.gates.*.options.* policy.review.commands.* policy.review.sentinels[].text policy.questions.ids.* policy.questions.oneWay[]',
  },
  CommandUnderstood: {
    plain: 'acts[].kind acts[].span.start acts[].span.end acts[].paths[].span.start acts[].paths[].span.end',
    program: 'programs[] mentions[] review.segments[].program',
    text: 'problems[] review.segments[].reason',
    name: 'forcePushes[].remote',
    branch: 'forcePushes[].branches[]',
    path: 'forcePushes[].directory acts[].directory acts[].paths[].written acts[].paths[].prefix acts[].paths[].spelled',
    command: 'forcePushes[].edits[].text acts[].shown acts[].edits[].text review.segments[].shown',
    setting: 'acts[].details.* acts[].details.*[]',
  },
  PathsObserved: {
    plain: 'about paths[].place paths[].protected paths[].holds paths[].guarded.how paths[].guarded.is',
    path: 'paths[].written paths[].path paths[].guarded.name temporary.folder temporary.paths[].path temporary.paths[].below',
  },
  CustomGatesJudged: {
    plain: 'gates[].gate gates[].rules[].rule gates[].rules[].decision gates[].rules[].judgement.conditions[].name',
    path: 'gates[].file',
    digest: 'gates[].hash',
    text: 'gates[].failure gates[].rules[].judgement.conditions[].actual gates[].rules[].judgement.conditions[].remedy gates[].rules[].judgement.reason gates[].rules[].judgement.context',
  },
  LlmReviewed: {
    plain: 'answers[].provider answers[].model from',
    digest: 'hash',
    path: 'cwd',
    words: 'prompt',
    text: 'answers[].verdict.reason answers[].failure unasked',
  },
  FolderRefused: { plain: 'code', path: 'path' },
  StateFileImported: { plain: 'said', path: 'path', text: 'says' },
  GitObserved: {
    plain: 'about names pushes counts.staged counts.changed counts.untracked',
    path: 'path worktree mainWorktree staged[] changed[] plans[] untracked[] worktrees[].path goneWorktrees[]',
    branch: 'branch rebasing remotes[].defaultBranch fetched[] pushRemote.defaultBranch worktrees[].branch',
    name: 'remotes[].name',
    commit: 'commit',
  },
  FileObserved: {
    plain: 'kind protected registration',
    path: 'path worktree',
    digest: 'change.content',
    content: 'change.excerpt',
  },
  TreeObserved: {
    plain: 'about counts.code counts.docs',
    path: 'worktree changed.code[] changed.docs[] packages[] leftOut[]',
    commit: 'head',
    digest: TREE,
    branch: 'of',
    text: 'problem',
  },
  ChangesObserved: { plain: 'planes[]', program: 'by', path: 'paths[]' },
  TestRunStarted: { plain: 'run', program: 'runner', digest: TREE, path: 'folder' },
  TestRunFinished: {
    plain: 'status source run',
    program: 'runner',
    digest: TREE,
    path: 'folder',
    text: 'reason',
    words: 'note',
    content: 'output output.*',
  },
  TestRunSuperseded: { plain: 'run by' },
  TestRunSkipped: { plain: 'reason', command: 'would' },
  ReviewRecorded: {
    plain: 'kind plane outcome standing agent by',
    words: 'sentinel',
    text: 'reason',
    digest: `${TREE} words`,
  },
  ProofRecorded: { plain: 'standing', words: 'note', digest: TREE },
  ProofRevoked: { words: 'note' },
  LintFinished: {
    plain: 'linter status',
    path: 'path',
    content: 'problems[]',
    text: 'reason',
    digest: 'digest',
  },
  LintSkipped: { plain: 'reason linters[]', path: 'path' },
  ContentObserved: {
    plain: 'decisions[].id decisions[].faults[]',
    path: 'path',
    content: 'header',
    text: 'problem',
  },
  MocksObserved: {
    plain: 'mocks[].place',
    path: 'path mocks[].module mocks[].target',
    content: 'mocks[].by mocks[].exempt',
    text: 'mocks[].why problem',
  },
  PlanObserved: {
    plain:
      'phases[].kind phases[].decisions[] phases[].requirements[] requirements[].id requirements[].priority decisions[].id decisions[].addresses[] sections[] writtenAt research.exists research.entries since.days since.commits since.changed since.tracked since.churn',
    path: 'path worktree part',
    digest: 'digest bytes intent.digest',
    words: 'phases[].title phases[].status decisions[].status malformed[] intent.text',
    text: 'problem',
  },
  DecisionsAudited: {
    plain: 'unplanned[] unimplemented[] ahead[] incomplete[].lacks[] unaddressedP0[] noGo[]',
    path: 'worktree part missing[] incomplete[].path',
    words: 'incomplete[].id',
    digest: `${TREE} plan`,
    text: 'problem',
  },
  PromptUnderstood: {
    plain: 'topics[] files[].decisions[].id',
    words: 'deferred files[].decisions[].status files[].decisions[].title',
    name: 'issues[]',
    path: 'files[].path',
  },
  ContextPreserved: {
    plain: 'trigger decisions[].id tests.status tests.at',
    program: 'tests.by',
    words: 'prompts[] plan.current decisions[].status',
    branch: 'git.branch',
    commit: 'git.commit',
    path: 'git.files[] plan.path changes.files[] decisions[].path',
    text: 'findings[] trail[]',
  },
  FindingsRecorded: { plain: 'agent agentId findings[].rule', text: 'findings[].text', branch: 'branch' },
  FindingsDelivered: { plain: 'findings[] event' },
  AnnotationsObserved: { path: 'worktree missing[]', text: 'problem' },
  PhaseEntered: {
    plain: 'workflow run phase from outcome by evidence[] requires[] phases[] keeps[] agent',
    session: 'session',
    text: 'reason',
  },
  ApprovalRefused: { plain: 'workflow', text: 'reason' },
  WorkflowReset: { plain: 'workflow run', words: 'reason' },
  PhaseCallObserved: { plain: 'tool agent phases[].workflow phases[].phase' },
  PreferencesLoaded: { plain: 'fingerprint', setting: 'questions.*', text: 'problems[]' },
  QuestionsUnderstood: {
    words: 'questions[].id questions[].header questions[].question questions[].options[] questions[].oneWay',
    text: 'questions[].unclear problem',
  },
  QuestionAnswered: {
    plain: 'by',
    words: 'id header question labels[] recommended[] oneWay sent[]',
    text: 'failure',
  },
  IndexObserved: { plain: 'indexes[].name indexes[].tools', path: 'indexes[].path' },
  SearchObserved: { program: 'by', path: 'paths[]' },
  TodoAdded: { words: 'text', name: 'todo', session: 'session' },
  TodoClaimed: { name: 'todo', session: 'session' },
  TodoReleased: { name: 'todo', session: 'session' },
  TodoDone: { name: 'todo', session: 'session' },
  UpdateChecked: { plain: 'way current newest outcome', text: 'reason' },
  WaiverGranted: { plain: 'rule until', words: 'reason', session: 'session' },
  WaiverRevoked: { plain: 'waiver rule' },
  ClosingObserved: { plain: 'kind', words: 'closing mark' },
  SummaryObserved: {
    program: 'awaited.runner',
    plain: 'awaited.run awaited.result.event awaited.result.status',
    path: 'worktree',
    branch: 'branch',
  },
  GatesRuled: {
    plain: `event observedPosition policy preset decision repeatOf ${VERDICTS} verdicts[].mode verdicts[].because[] ${conditions('conditions')} ${conditions('limits')} verdicts[].edits.field verdicts[].waived.event verdicts[].waived.by verdicts[].waived.would verdicts[].waived.until`,
    text: 'nobodyCanAnswer verdicts[].reason verdicts[].context verdicts[].conditions[].actual verdicts[].conditions[].remedy verdicts[].conditions[].undone.was verdicts[].limits[].actual verdicts[].limits[].remedy verdicts[].limits[].undone.was',
    command: 'verdicts[].edits.edits[].text',
    path: 'verdicts[].moved[].from verdicts[].moved[].to',
    words: 'verdicts[].waived.reason',
  },
  AnswerSent: { plain: `event decision repeatOf ${VERDICTS}` },
  HookFailed: { plain: 'stage code', text: 'message', unknown: 'raw' },
  SegmentArchived: { plain: 'sha256 firstAt lastAt before' },
  LogSealed: {
    plain: 'prev from to hash digests chain lines torn[].at torn[].reason lost.chain lost.seal signature key',
  },
};

/** Records, by type and field, whose keys are not docket's own words either. */
export const OPEN_KEYS: ReadonlySet<string> = new Set([
  'PolicyLoaded policy.review.commands',
  'PolicyLoaded policy.questions.ids',
  'PreferencesLoaded questions',
]);
