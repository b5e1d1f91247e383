import type { Envelope, EventDraft } from '../../events/envelope.ts';
import { errorCode } from '../../events/log-fs.ts';
import type { EventData } from '../../events/schemas.ts';
import { excerptFrom } from '../../gates/code-review-rules.ts';
import {
  ABOUT_CALL,
  ABOUT_NOW,
  ABOUT_SESSION,
  ABOUT_TARGET,
  aboutAct,
  type FactRequest,
  type Facts,
  factsFrom,
} from '../../gates/facts.ts';
import { gatesFor, isSwitchedOn } from '../../gates/judge.ts';
import { isShellRequest } from '../../gates/triggers.ts';
import { writtenPath } from '../../projections/tools.ts';
import type { CallPlace } from '../place.ts';
import { atAgentsPlace } from './agent-place.ts';
import { annotationFact } from './annotation-fact.ts';
import { decisionFacts } from './decision-facts.ts';
import { endingFacts } from './ending-facts.ts';
import { fileMarks } from './file-marks.ts';
import { fileAt, folderOfFile, isNewAtTop, observeFile, observeGit } from './files.ts';
import { linesAtMost } from './line-counts.ts';
import { lintFacts } from './lint-facts.ts';
import { mockFacts } from './mock-facts.ts';
import type { ObserveInput } from './observe-input.ts';
import { callPathFacts, pathFacts } from './path-facts.ts';
import { planFact } from './plan-fact.ts';
import { planFilesOf } from './plan-files.ts';
import { REPORTS } from './reports.ts';
import { sessionKind } from './session-kind.ts';
import { commandFacts, commandText } from './shell-command.ts';
import { testPlace } from './test-place.ts';
import { actTreeFacts, treeFact } from './tree-fact.ts';

/** Rounds of requests: a gate may ask for more once it knows the first facts. */
const MOST_ROUNDS = 4;

export interface Observed {
  readonly events: readonly Envelope[];
  /** Facts that could not be observed; each is also a `HookFailed` among the events. */
  readonly unobserved: readonly FactRequest[];
}

/**
 * Everything from outside that the trigger's gates and projections need, as events. An observer that fails is an event
 * as well: what a missing fact means is for the policy to say.
 */
export const observe = async (input: ObserveInput): Promise<Observed> => {
  const { trigger, state } = input;
  const watch = watcher(input);
  // A session that is resumed may have other circumstances than when it began.
  if (state.session.kind === null || trigger.type === 'SessionStarted') {
    await watch.add('observe session', () => sessionFacts(input));
  }
  if (trigger.type === 'SessionStarted') await watch.add('observe preferences', () => preferenceFacts(input));
  if (asksForBaseline(input)) await watch.add('observe baseline', () => baseline(input));
  for (const { name, records, on, read } of REPORTS) {
    if (!on.includes(trigger.type) || input.known.some(({ type }) => type === records)) continue;
    await watch.add(`observe ${name}`, () => read(input));
  }
  const { events, unobserved } = await observeFacts({ ...input, known: [...input.known, ...watch.events] });
  return { events: [...watch.events, ...events], unobserved };
};

/** The facts that gates ask for, and nothing else. */
export const observeFacts = async (input: ObserveInput): Promise<Observed> => {
  const { trigger, gates, policy, state } = input;
  const watch = watcher(input);
  const unobserved: FactRequest[] = [];
  const asked = new Set<FactRequest>();
  const active = gatesFor(gates, trigger, policy);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const facts = factsFrom([...input.known, ...watch.events]);
    // Test runs are tracked whether or not a gate judges shell commands.
    const always: FactRequest[] = isShellRequest(trigger) ? ['command'] : [];
    const requests = [
      ...always,
      ...active.flatMap((gate) => gate.needs(trigger, facts, policy.gates[gate.name]?.options ?? {}, state)),
    ];
    const open = [...new Set(requests)].filter((request) => !asked.has(request) && !isKnown(request, facts));
    if (open.length === 0) break;
    const where = trigger.type === 'SubagentStopped' && open.length > 0 ? atAgentsPlace(input) : input;
    for (const request of open) {
      asked.add(request);
      if (!(await watch.add(`observe ${request}`, () => observeOne(request, where, facts)))) unobserved.push(request);
    }
  }
  return { events: watch.events, unobserved };
};

/** What the user prefers, where that is something else than what held. */
export const observePreferred = async (
  input: Pick<ObserveInput, 'state' | 'policyDir' | 'deps' | 'encode'>,
): Promise<Observed> => {
  const watch = watcher(input);
  await watch.add('observe preferences', () => preferenceFacts(input));
  return { events: watch.events, unobserved: [] };
};

/** Collects what observers find. Says whether they could look. */
const watcher = ({ encode }: Pick<ObserveInput, 'encode'>) => {
  const events: Envelope[] = [];
  const add = async (
    stage: string,
    look: () => Promise<readonly EventDraft[]> | readonly EventDraft[],
  ): Promise<boolean> => {
    try {
      for (const draft of await look()) events.push(encode(draft));
      return true;
    } catch (error) {
      events.push(
        encode({ type: 'HookFailed', call: null, data: { stage, code: errorCode(error), message: String(error) } }),
      );
      return false;
    }
  };
  return { events, add };
};

const isKnown = (request: FactRequest, facts: Facts): boolean => {
  switch (request) {
    case 'command':
      return facts.command() !== null;
    case 'paths':
    case 'git':
    case 'git-status':
      return false;
    case 'git-now':
      return facts.git(ABOUT_NOW) !== null;
    case 'call-paths':
      return facts.paths(ABOUT_CALL) !== null;
    case 'file':
      return facts.file() !== null;
    case 'file-git':
      return facts.git(ABOUT_TARGET) !== null;
    case 'file-repository':
      return facts.git(ABOUT_TARGET)?.data.isNew !== undefined;
    case 'llm-review':
      return facts.llmReview() !== null;
    case 'lint':
      return facts.lints().length > 0;
    case 'tree':
      return facts.tree(ABOUT_NOW) !== null;
    case 'act-trees':
    case 'preferences':
      return false;
    case 'content':
      return facts.content() !== null;
    case 'mocks':
      return facts.mocks() !== null;
    case 'plan':
      return facts.plan() !== null;
    case 'decisions':
      return facts.decisions() !== null;
    case 'prompt':
      return facts.prompt() !== null;
    case 'preserved':
      return facts.preserved() !== null;
    case 'annotations':
      return facts.annotations() !== null;
    case 'phase-call':
      return facts.phaseCall() !== null;
    case 'index':
      return facts.index() !== null;
    case 'search':
      return facts.search() !== null;
    case 'closing':
      return facts.closing() !== null;
    case 'summary':
      return facts.summary() !== null;
  }
};

const observeOne = async (request: FactRequest, input: ObserveInput, facts: Facts): Promise<EventDraft[]> => {
  const { trigger, place, deps, toolInput } = input;
  if (request === 'command') {
    const text = commandText(toolInput);
    if (text === null) return [];
    const understood = await deps.understand(text);
    if (understood.testRun === null) return commandFacts(understood, null);
    const where = testPlace(place, understood.testRun.directory);
    return commandFacts(understood, { ...where, tree: (await treeFact(where.worktree, ABOUT_NOW, deps)).tree });
  }
  if (request === 'plan') return [await planFact(input)];
  if (request === 'llm-review') return [await llmReview(input)];
  if (request === 'paths') return pathFacts(facts, input);
  if (request === 'git') return gitFacts(facts, input);
  if (request === 'tree') return [{ type: 'TreeObserved', data: await treeFact(place.worktree, ABOUT_NOW, deps) }];
  if (request === 'act-trees') return actTrees(facts, input);
  if (request === 'git-status') return gitStatus(facts, input);
  if (request === 'index') return (await import('./search.ts')).observeIndexes(input);
  if (request === 'search') return (await import('./search.ts')).observeSearch(input);
  if (request === 'preferences') return preferenceFacts(input);
  if (request === 'decisions') return decisionFacts(input, facts);
  if (request === 'git-now') return gitNow(input);
  if (request === 'prompt') return (await import('./context/context-facts.ts')).promptFact(input);
  if (request === 'preserved') return [(await import('./context/context-facts.ts')).preservedFact(input, facts)];
  if (request === 'annotations') return [await annotationFact(input, facts)];
  if (request === 'closing' || request === 'summary') return endingFacts(request, input);
  if (request === 'call-paths') return callPathFacts(toolInput, place);
  if (request === 'phase-call') return (await import('./workflow/workflow-events.ts')).phaseCallFacts(input);
  const path = writtenPath(trigger.data['tool_name'], toolInput);
  if (path === null) return [];
  if (request === 'lint') return lintFacts(path, input);
  if (request === 'content') {
    const { contentFact } = await import('./source/content-fact.ts');
    return [{ type: 'ContentObserved', data: { ...contentFact(path, toolInput, place) } }];
  }
  if (request === 'mocks') return mockFacts(path, input);
  if (request === 'file-repository') return fileRepository(path, place);
  return request === 'file'
    ? [{ type: 'FileObserved', data: { ...(await fileFacts(path, input)) } }]
    : [{ type: 'GitObserved', data: { ...observeGit(ABOUT_TARGET, folderOfFile(path, place), place) } }];
};

/** What reviewers say of the command as it stands in the log, which is redacted. */
const llmReview = async ({ trigger, state, place, policy, deps }: ObserveInput): Promise<EventDraft> => {
  const cwd = typeof trigger.data['cwd'] === 'string' ? trigger.data['cwd'] : place.worktree;
  if (deps.loadLlmReview === undefined) {
    const nobody = { hash: null, cwd, prompt: null, answers: [], kept: false, from: null };
    return { type: 'LlmReviewed', data: { ...nobody, unasked: 'only a hook call asks reviewers' } };
  }
  const { reviewCommand } = await deps.loadLlmReview();
  return reviewCommand({
    toolInput: trigger.data['tool_input'],
    cwd,
    state,
    options: policy.gates['llm-review']?.options ?? {},
    env: deps.env,
    timeLeft: deps.timeLeft ?? (() => Number.POSITIVE_INFINITY),
  });
};

const gitFacts = async (facts: Facts, { place, policy }: ObserveInput): Promise<EventDraft[]> => {
  const command = facts.command();
  if (command === null) return [];
  const { observeGitFacts } = await import('./git-facts.ts');
  return observeGitFacts(command.data, place, planFilesOf(policy, place)).map((data) => ({
    type: 'GitObserved',
    data: { ...data },
  }));
};

const actTrees = async (facts: Facts, { place, deps }: ObserveInput): Promise<EventDraft[]> =>
  (await actTreeFacts(facts, place, deps)).map((data) => ({ type: 'TreeObserved', data }));

const fileRepository = async (path: string, place: CallPlace): Promise<EventDraft[]> => {
  const { observeFileRepository } = await import('./git-facts.ts');
  return [{ type: 'GitObserved', data: { ...observeFileRepository(ABOUT_TARGET, folderOfFile(path, place), place) } }];
};

/** What the commits of the command would hold. */
const gitStatus = async (facts: Facts, { deps }: ObserveInput): Promise<EventDraft[]> => {
  const commits = (facts.command()?.data.acts ?? []).flatMap(({ kind }, index) =>
    kind === 'git-commit' ? (facts.git(aboutAct(index))?.data ?? []) : [],
  );
  const { observeGitStatus } = await import('./git-status.ts');
  return (await observeGitStatus(commits, deps.env)).map((data) => ({ type: 'GitObserved', data: { ...data } }));
};

/** Where the call works, and what is changed there. */
const gitNow = async ({ trigger, place, deps }: ObserveInput): Promise<EventDraft[]> => {
  const { observeGitNow } = await import('./git-status.ts');
  const asksForUpstream = trigger.type === 'SessionStarted' || trigger.type === 'PromptSubmitted';
  return [{ type: 'GitObserved', data: { ...(await observeGitNow(place, deps, asksForUpstream)) } }];
};

/**
 * The file that is written: of source code that was, what changed in it; of a settings file that is to be, what the write
 * leaves of docket's registration.
 */
const fileFacts = async (
  path: string,
  { trigger, place, deps, policy, toolInput, payload }: ObserveInput,
): Promise<EventData<'FileObserved'>> => {
  const file = { ...observeFile(path, place, policy.files), ...fileMarks(path, place, policy, deps.env) };
  if (trigger.type !== 'ToolRequested') {
    if (file.kind !== 'source') return file;
    const { writtenChange } = await import('./written-change.ts');
    const change = writtenChange(
      toolInput,
      payload['tool_response'],
      fileAt(path, place),
      excerptFrom(policy.gates['code-review']?.options ?? {}),
    );
    return change === null ? file : { ...file, change };
  }
  if (file.kind === 'doc') {
    const isTold = isNewAtTop(path, place) && !isResearch(path, policy);
    return isTold ? { ...file, newAtTop: true } : file;
  }
  const isCounted = isSwitchedOn('doc-gate', policy) || (isWhole(trigger) && isSwitchedOn('plan-check', policy));
  if (file.kind === 'source' && isCounted) {
    return { ...file, linesAtMost: linesAtMost(toolInput, fileAt(path, place)) };
  }
  if (file.protected !== 'registration') return file;
  const { registrationChange } = await deps.loadRegistrationReader();
  return { ...file, registration: registrationChange(fileAt(path, place), toolInput) };
};

/** A document at the top that the policy names. */
const isResearch = (path: string, { plan }: ObserveInput['policy']): boolean =>
  plan?.research?.includes(path.slice(path.lastIndexOf('/') + 1)) === true;

const isWhole = ({ data }: Envelope): boolean => data['tool_name'] === 'Write';

/**
 * What the session found is what its changes are told by. It is looked at as the session begins; later only while
 * nothing can have changed it, as where docket was registered in the middle of one.
 */
const asksForBaseline = ({ trigger, state, policy, known }: ObserveInput): boolean =>
  (trigger.type === 'SessionStarted' || trigger.type === 'PromptSubmitted') &&
  state.session.baseline === null &&
  state.session.mayHaveWritten === null &&
  state.changes.files.length === 0 &&
  !known.some(({ type }) => type === 'TreeObserved') &&
  isSwitchedOn('stop-guard', policy);

const baseline = async ({ place, deps }: ObserveInput): Promise<EventDraft[]> => [
  { type: 'TreeObserved', data: await treeFact(place.worktree, ABOUT_SESSION, deps) },
];

/** What the user prefers here, where that is something else than what held. */
const preferenceFacts = async ({ state, policyDir, deps }: Pick<ObserveInput, 'state' | 'policyDir' | 'deps'>) =>
  (await import('./preferences.ts')).observePreferences(state.preferences, policyDir, deps.env);

/** Once a session: who could answer in it, and where its repository stood. */
const sessionFacts = ({ place, deps }: ObserveInput): EventDraft[] => [
  { type: 'HostObserved', data: { ...sessionKind(deps.env) } },
  { type: 'GitObserved', data: { ...observeGit('session', place.worktree, place) } },
];
