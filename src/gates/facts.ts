import type { Envelope } from '../events/envelope.ts';
import type { DocketEventType, EventData } from '../events/schemas.ts';

/** What a gate can ask to be observed before it judges. */
export type FactRequest =
  /** What the shell command would run. */
  | 'command'
  /** Where the paths lead that the command's acts are about. */
  | 'paths'
  /** The repositories in which its force pushes work, and those of its git acts that are judged by theirs. */
  | 'git'
  /** What is staged and changed where it commits; asks git. */
  | 'git-status'
  /** The branch, the worktrees and what is changed where the call works; asks git. */
  | 'git-now'
  /** Where the paths lead that are among the arguments of a tool nobody classified. */
  | 'call-paths'
  /** The file that the call writes. */
  | 'file'
  /** The repository that file is in. */
  | 'file-git'
  /** More of it: whether it has branches, what is being rebased in it, whether it keeps the host's configuration. */
  | 'file-repository'
  /** What language models outside say of the command. */
  | 'llm-review'
  /** What the project's linters say of the file; runs them. */
  | 'lint'
  /** Which content the worktree holds; asks git. */
  | 'tree'
  /** Which content the command's acts of git would record or bring in; asks git. */
  | 'act-trees'
  /** What the call leaves of the file that it writes. */
  | 'content'
  /** The mocks in the test file that the call writes. */
  | 'mocks'
  /** The plan of the worktree; asks git what happened since it changed. */
  | 'plan'
  /** What the code's annotations and the plan say of each other; reads the source. */
  | 'decisions'
  /** What a person's prompt is about, and what the files that it names say was decided. */
  | 'prompt'
  /** What the session knows, to be kept over a compaction. */
  | 'preserved'
  /** Which long source files that the session changed have no annotation; reads those. */
  | 'annotations'
  /** The phases of workflows that the call belongs to. */
  | 'phase-call'
  /** Which indexes of the code there are. */
  | 'index'
  /** Whether the call would search many files of the project. */
  | 'search'
  /** What the user prefers in this project; gates read it in the state. */
  | 'preferences'
  /** How the last message of the turn ends. */
  | 'closing'
  /** What the end of a turn is summed up from; asks git, and waits a moment for a test run of docket's own. */
  | 'summary';

/** A fact and the event that recorded it. */
export interface Fact<Data> {
  readonly id: string;
  readonly data: Data;
}

/**
 * The facts observed for one trigger. Null means: not observed, or it could not be. They are asked for by what they are
 * about and never by a path or text of the trigger, which may be redacted or cut: facts are taken from the original.
 */
export interface Facts {
  command(): Fact<EventData<'CommandUnderstood'>> | null;
  /** Of the N-th act of the command, or of the arguments of a tool. */
  paths(about: string): Fact<EventData<'PathsObserved'>> | null;
  file(): Fact<EventData<'FileObserved'>> | null;
  git(about: string): Fact<EventData<'GitObserved'>> | null;
  /** A folder that could not be made for what a rewritten command writes. */
  folderRefused(): Fact<EventData<'FolderRefused'>> | null;
  llmReview(): Fact<EventData<'LlmReviewed'>> | null;
  /** Of each linter that is configured for the file. */
  lints(): readonly Fact<EventData<'LintFinished'>>[];
  /** `ABOUT_NOW`, or of the N-th act. */
  tree(about: string): Fact<EventData<'TreeObserved'>> | null;
  content(): Fact<EventData<'ContentObserved'>> | null;
  mocks(): Fact<EventData<'MocksObserved'>> | null;
  plan(): Fact<EventData<'PlanObserved'>> | null;
  decisions(): Fact<EventData<'DecisionsAudited'>> | null;
  prompt(): Fact<EventData<'PromptUnderstood'>> | null;
  preserved(): Fact<EventData<'ContextPreserved'>> | null;
  annotations(): Fact<EventData<'AnnotationsObserved'>> | null;
  phaseCall(): Fact<EventData<'PhaseCallObserved'>> | null;
  /** What a person's prompt approves that there is nothing to approve of. */
  refusals(): readonly Fact<EventData<'ApprovalRefused'>>[];
  /** What a call of a question tool asks. */
  questions(): Fact<EventData<'QuestionsUnderstood'>> | null;
  /** What each question of a call came to. */
  answers(): readonly Fact<EventData<'QuestionAnswered'>>[];
  index(): Fact<EventData<'IndexObserved'>> | null;
  search(): Fact<EventData<'SearchObserved'>> | null;
  closing(): Fact<EventData<'ClosingObserved'>> | null;
  summary(): Fact<EventData<'SummaryObserved'>> | null;
  /** What the gates of the project itself said. */
  customGates(): Fact<EventData<'CustomGatesJudged'>> | null;
}

/** What a `GitObserved` says it is about. */
export const ABOUT_TARGET = 'target';
export const aboutPush = (index: number): string => `push ${index + 1}`;

/** What a `TreeObserved` or a `GitObserved` says it is about: the worktree as it is, and as the session began. */
export const ABOUT_NOW = 'now';
export const ABOUT_SESSION = 'session';

/** What a `PathsObserved` says it is about. */
export const ABOUT_CALL = 'call';
export const aboutAct = (index: number): string => `act ${index + 1}`;

/** Whether the command's acts are about any files. */
export const hasActPaths = (facts: Facts): boolean =>
  facts.command()?.data.acts?.some(({ paths }) => paths.length > 0) ?? false;

/** Reads facts from the events that record them; of several about the same thing the last one counts. */
export const factsFrom = (events: readonly Envelope[]): Facts => new EventFacts(events);

/** A class, since facts are read anew several times in a hook call: an object of so many functions is slow to make. */
class EventFacts implements Facts {
  readonly #events: readonly Envelope[];

  constructor(events: readonly Envelope[]) {
    this.#events = events;
  }

  #find<Type extends DocketEventType>(type: Type, about?: string): Fact<EventData<Type>> | null {
    const event = this.#events.findLast(
      (candidate) => candidate.type === type && (about === undefined || candidate.data['about'] === about),
    );
    return event === undefined ? null : { id: event.id, data: event.data as EventData<Type> };
  }

  command() {
    return this.#find('CommandUnderstood');
  }

  file() {
    return this.#find('FileObserved');
  }

  folderRefused() {
    return this.#find('FolderRefused');
  }

  llmReview() {
    return this.#find('LlmReviewed');
  }

  content() {
    return this.#find('ContentObserved');
  }

  mocks() {
    return this.#find('MocksObserved');
  }

  plan() {
    return this.#find('PlanObserved');
  }

  decisions() {
    return this.#find('DecisionsAudited');
  }

  prompt() {
    return this.#find('PromptUnderstood');
  }

  preserved() {
    return this.#find('ContextPreserved');
  }

  annotations() {
    return this.#find('AnnotationsObserved');
  }

  phaseCall() {
    return this.#find('PhaseCallObserved');
  }

  questions() {
    return this.#find('QuestionsUnderstood');
  }

  index() {
    return this.#find('IndexObserved');
  }

  search() {
    return this.#find('SearchObserved');
  }

  closing() {
    return this.#find('ClosingObserved');
  }

  summary() {
    return this.#find('SummaryObserved');
  }

  customGates() {
    return this.#find('CustomGatesJudged');
  }

  paths(about: string) {
    return this.#find('PathsObserved', about);
  }

  git(about: string) {
    return this.#find('GitObserved', about);
  }

  tree(about: string) {
    return this.#find('TreeObserved', about);
  }

  lints() {
    return lintsIn(this.#events);
  }

  refusals() {
    return refusalsIn(this.#events);
  }

  answers() {
    return answersIn(this.#events);
  }
}

const refusalsIn = (events: readonly Envelope[]): Fact<EventData<'ApprovalRefused'>>[] =>
  events.flatMap(({ id, type, data }) =>
    type === 'ApprovalRefused' ? [{ id, data: data as EventData<'ApprovalRefused'> }] : [],
  );

const answersIn = (events: readonly Envelope[]): Fact<EventData<'QuestionAnswered'>>[] => {
  const facts = events.flatMap(({ id, type, data }) =>
    type === 'QuestionAnswered' ? [{ id, data: data as EventData<'QuestionAnswered'> }] : [],
  );
  return facts.filter(({ data }, index) => !facts.slice(index + 1).some((later) => later.data.id === data.id));
};

const lintsIn = (events: readonly Envelope[]): Fact<EventData<'LintFinished'>>[] => {
  const facts = events.flatMap(({ id, type, data }) =>
    type === 'LintFinished' ? [{ id, data: data as EventData<'LintFinished'> }] : [],
  );
  return facts.filter(({ data }, index) => !facts.slice(index + 1).some((later) => later.data.linter === data.linter));
};

/** Event types that a hook call records before it rules: facts, results, and the policy it judges under. */
export const OBSERVED_TYPES: ReadonlySet<string> = new Set([
  'AnnotationsObserved',
  'ApprovalRefused',
  'ChangesObserved',
  'ClosingObserved',
  'CommandUnderstood',
  'ContentObserved',
  'ContextPreserved',
  'CustomGatesJudged',
  'DecisionsAudited',
  'FileObserved',
  'FolderRefused',
  'GitObserved',
  'HostObserved',
  'IndexObserved',
  'LintFinished',
  'LintSkipped',
  'LlmReviewed',
  'MocksObserved',
  'PathsObserved',
  'PhaseCallObserved',
  'PhaseEntered',
  'PlanObserved',
  'PolicyLoaded',
  'PromptUnderstood',
  'PreferencesLoaded',
  'ProofRecorded',
  'ProofRevoked',
  'QuestionAnswered',
  'QuestionsUnderstood',
  'ReviewRecorded',
  'SearchObserved',
  'SummaryObserved',
  'TestRunStarted',
  'TestRunFinished',
  'TodoClaimed',
  'TreeObserved',
  'WaiverGranted',
  'WaiverRevoked',
]);
