import type { Envelope } from '../events/envelope.ts';
import { hasPromisedData, promisesData } from '../events/promised-data.ts';
import { agentsProjection } from './agents.ts';
import { auditsProjection } from './audits.ts';
import { callsProjection } from './calls.ts';
import { changesProjection } from './changes.ts';
import { contextsProjection } from './contexts.ts';
import { decisionsProjection } from './decisions.ts';
import {
  type DeliveriesState,
  type DeliveryMemory,
  NO_DELIVERIES,
  noteDelivery,
  noteResult,
  remember,
  repeatOf,
} from './deliveries.ts';
import { docAdviceProjection } from './doc-advice.ts';
import { evidenceProjection } from './evidence.ts';
import { explorationProjection } from './exploration.ts';
import { failuresProjection } from './failures.ts';
import { findingsProjection } from './findings.ts';
import { intentProjection } from './intent.ts';
import { lintProjection } from './lint.ts';
import { movedFilesProjection } from './moved-files.ts';
import { offeredToolsProjection } from './offered-tools.ts';
import { planProjection } from './plan.ts';
import { planToldProjection } from './plan-told.ts';
import { policyProjection } from './policy-in-force.ts';
import { preferencesProjection } from './preferences.ts';
import { preservedProjection } from './preserved.ts';
import type { Projection } from './projection.ts';
import { proofProjection } from './proof.ts';
import { questionsProjection } from './questions.ts';
import { reviewProjection } from './review.ts';
import { reviewNudgesProjection } from './review-nudges.ts';
import { reviewedCommandsProjection } from './reviewed-commands.ts';
import { runnerProjection } from './runner.ts';
import { sessionProjection } from './session.ts';
import { sessionsProjection } from './sessions.ts';
import { strikesProjection } from './strikes.ts';
import { summariesProjection } from './summaries.ts';
import { testsProjection } from './tests.ts';
import { todosProjection } from './todos.ts';
import { trailProjection } from './trail.ts';
import { turnProjection } from './turn.ts';
import { untoldTestsProjection } from './untold-tests.ts';
import { updateProjection } from './update.ts';
import { workflowProjection } from './workflow.ts';

const STREAM_PROJECTIONS = {
  session: sessionProjection,
  turn: turnProjection,
  calls: callsProjection,
  changes: changesProjection,
  strikes: strikesProjection,
  moved: movedFilesProjection,
  intent: intentProjection,
  reviewed: reviewedCommandsProjection,
  lint: lintProjection,
  offered: offeredToolsProjection,
  nudges: reviewNudgesProjection,
  docAdvice: docAdviceProjection,
  untoldTests: untoldTestsProjection,
  summaries: summariesProjection,
  audits: auditsProjection,
  planTold: planToldProjection,
  contexts: contextsProjection,
  trail: trailProjection,
  agents: agentsProjection,
  questions: questionsProjection,
  exploration: explorationProjection,
};
const WORKTREE_PROJECTIONS = {
  tests: testsProjection,
  runner: runnerProjection,
  review: reviewProjection,
  proof: proofProjection,
  decisions: decisionsProjection,
  plan: planProjection,
};
const PROJECT_PROJECTIONS = {
  policy: policyProjection,
  failures: failuresProjection,
  evidence: evidenceProjection,
  sessions: sessionsProjection,
  preserved: preservedProjection,
  findings: findingsProjection,
  workflow: workflowProjection,
  preferences: preferencesProjection,
  todos: todosProjection,
  update: updateProjection,
};

type StatesOf<Projections extends Record<string, { readonly initialState: unknown }>> = {
  readonly [Name in keyof Projections]: Projections[Name]['initialState'];
};

export type StreamStates = StatesOf<typeof STREAM_PROJECTIONS> & { readonly deliveries: DeliveriesState };
export type WorktreeStates = StatesOf<typeof WORKTREE_PROJECTIONS>;
export type ProjectStates = StatesOf<typeof PROJECT_PROJECTIONS>;

/** What all sessions share. Lists of pairs, since object keys that look like numbers would lose their order. */
export interface SharedState {
  readonly project: ProjectStates;
  readonly worktrees: readonly (readonly [string, WorktreeStates])[];
}

/** What a fold derived from a log. */
export interface LogState extends SharedState {
  /** Sessions that had events, in the order of their last one, the most recently active one last. */
  readonly streams: readonly (readonly [string, StreamStates])[];
}

/** What a gate sees: the states of one session, one worktree and the project. */
export type View = StreamStates & WorktreeStates & ProjectStates;

export interface Fold {
  /** Applies the next event. Returns the first delivery when it is a repeat, which changes nothing else. */
  readonly apply: (event: Envelope) => string | null;
  /** What a gate sees, with further events applied for this view alone. */
  readonly view: (stream: string, worktree: string | null, further?: readonly Envelope[]) => View;
  readonly state: () => LogState;
}

export interface FoldOptions {
  readonly from?: SharedState;
  /** The states that a session had at `from`, where it is not a new one. */
  readonly recall?: (stream: string) => StreamStates | undefined;
  /**
   * What becomes of imported events. `apart`, unless something else is said: each imported session is folded by itself, with
   * worktrees and a project of its own, so that it can be looked at and changes nothing for anybody else. `left-out`: they
   * are passed over, as a hook does. `own`: they are taken like all others.
   */
  readonly imports?: 'apart' | 'left-out' | 'own';
}

/** Names and versions of all projections: a snapshot made under others is not ours. */
export const PROJECTIONS_KEY = [
  'deliveries@1',
  ...Object.values({ ...STREAM_PROJECTIONS, ...WORKTREE_PROJECTIONS, ...PROJECT_PROJECTIONS }).map(
    ({ name, version }) => `${name}@${version}`,
  ),
].join(' ');

/** Worktrees come and go without an event; only the most recently active ones are remembered. */
const MOST_WORKTREES = 64;

/** Starts a fold at the beginning of a log, or at a state. */
export const startFold = ({ from = EMPTY_STATE, recall, imports = 'apart' }: FoldOptions = {}): Fold => {
  // States are immutable; the containers that hold them are this fold's own and are changed in place, which is what
  // makes folding a long log fast.
  const project: Container = { ...from.project };
  const worktrees = new Map<string, Container>(from.worktrees.map(([name, states]) => [name, { ...states }]));
  const streams = new Map<string, Container>();
  const imported = new Map<string, Fold>();
  let newest: string | undefined;

  const streamOf = (name: string): Container => {
    const known = streams.get(name);
    if (known !== undefined && name === newest) return known;
    const states = known ?? ownStream(recall?.(name) ?? NEW_STREAM);
    streams.delete(name);
    streams.set(name, states);
    newest = name;
    return states;
  };

  const applyImported = (event: Envelope): string | null => {
    if (imports === 'left-out') return null;
    const world = imported.get(event.stream) ?? startFold({ imports: 'own' });
    imported.set(event.stream, world);
    return world.apply(event);
  };

  const apply = (event: Envelope): string | null => {
    if (event.provenance === 'import' && imports !== 'own') return applyImported(event);
    const own = streamOf(event.stream);
    const repeated = deliver(own, event);
    if (repeated !== NEW) return repeated;
    const interested = interestedIn(event);
    evolveIn(own, interested.stream, event);
    evolveIn(project, interested.project, event);
    if (interested.worktree.length > 0 && event.worktree !== null)
      applyToWorktree(event.worktree, interested.worktree, event);
    return null;
  };

  const applyToWorktree = (name: string, projections: readonly Named[], event: Envelope): void => {
    const known = worktrees.get(name);
    const states = known ?? { ...NEW_WORKTREE };
    if (!evolveIn(states, projections, event)) return;
    if (known !== undefined) worktrees.delete(name);
    worktrees.set(name, states);
    if (worktrees.size <= MOST_WORKTREES) return;
    const [oldest] = worktrees.keys();
    worktrees.delete(oldest as string);
  };

  return {
    apply,
    view: (stream, worktree, further = []) => {
      const world = streams.has(stream) ? undefined : imported.get(stream);
      if (world !== undefined) {
        const { policy, preferences } = project as ProjectStates;
        return { ...world.view(stream, worktree, further), policy, preferences };
      }
      const own = ownStream((streams.get(stream) as StreamStates | undefined) ?? recall?.(stream) ?? NEW_STREAM);
      const tree: Container = { ...((worktree === null ? undefined : worktrees.get(worktree)) ?? NEW_WORKTREE) };
      const shared = { ...project };
      for (const event of further) {
        const interested = interestedIn(event);
        if (event.stream === stream) evolveIn(own, interested.stream, event);
        if (event.worktree === worktree) evolveIn(tree, interested.worktree, event);
        evolveIn(shared, interested.project, event);
      }
      return { ...own, ...tree, ...shared } as View;
    },
    state: () => ({
      project: { ...project } as ProjectStates,
      worktrees: [...worktrees].map(([name, states]) => [name, { ...states } as WorktreeStates]),
      streams: [...streams].map(([name, states]) => [name, ownStream(states as StreamStates) as StreamStates]),
    }),
  };
};

/** Folds only what belongs to a session, from the lines of its own events, imported ones left out. */
export const foldStream = (lines: Iterable<{ readonly event: Envelope }>): StreamStates => {
  const states = ownStream(NEW_STREAM);
  for (const { event } of lines) {
    if (event.provenance === 'import') continue;
    if (deliver(states, event) === NEW) evolveIn(states, interestedIn(event).stream, event);
  }
  return states as StreamStates;
};

/** The states of one scope, by projection. */
type Container = Record<string, unknown>;

/** A container with the states of a session, and a memory of deliveries that nobody else changes. */
const ownStream = (states: StreamStates): Container => ({ ...states, deliveries: remember(states.deliveries) });

/** What `deliver` says of an event that is not known yet. */
const NEW = '';

/**
 * Notes a delivery. `NEW` when the event says something that is not known yet, the first delivery when it is another
 * one, null when it is a result that was recorded already.
 */
const deliver = (states: Container, event: Envelope): string | null => {
  const memory = states['deliveries'] as DeliveryMemory;
  if (event.delivery === undefined) return noteResult(memory, event) ? NEW : null;
  const repeated = repeatOf(memory, event);
  noteDelivery(memory, event, repeated !== null);
  return repeated ?? NEW;
};

type AnyProjection = Projection<unknown>;

const initialStates = <Projections extends Record<string, AnyProjection>>(
  projections: Projections,
): StatesOf<Projections> =>
  Object.fromEntries(
    Object.entries(projections).map(([name, { initialState }]) => [name, initialState]),
  ) as StatesOf<Projections>;

const NEW_STREAM: StreamStates = {
  ...initialStates(STREAM_PROJECTIONS),
  deliveries: NO_DELIVERIES,
};
const NEW_WORKTREE = initialStates(WORKTREE_PROJECTIONS);

const EMPTY_STATE: SharedState = { project: initialStates(PROJECT_PROJECTIONS), worktrees: [] };

/** Whether a value read from a file has every shared state that a fold relies on. */
export const isSharedState = (value: unknown): value is SharedState => {
  if (!isRecord(value)) return false;
  const { project, worktrees } = value;
  return (
    holds(project, EMPTY_STATE.project) &&
    Array.isArray(worktrees) &&
    worktrees.every((pair) => isPair(pair) && holds(pair[1], NEW_WORKTREE))
  );
};

/** Whether a value read from a file has every state of a session that a fold relies on. */
export const isStreamStates = (value: unknown): value is StreamStates => holds(value, NEW_STREAM);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isPair = (value: unknown): value is [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';

const holds = (states: unknown, like: object): boolean =>
  isRecord(states) && Object.keys(like).every((name) => isRecord(states[name]));

type Named = readonly [string, AnyProjection];

interface Interested {
  readonly stream: readonly Named[];
  readonly worktree: readonly Named[];
  readonly project: readonly Named[];
  /** Whether events of the type promise fields. */
  readonly promises: boolean;
}

const NOBODY: Interested = { stream: [], worktree: [], project: [], promises: false };

/** Worked out once a type. */
const INTERESTED = new Map<string, Interested>();

/** The projections that look at an event. None when it lacks what its type promises: it must not blind all behind it. */
const interestedIn = (event: Envelope): Interested => {
  const interested = INTERESTED.get(event.type) ?? interestedInType(event.type);
  return interested.promises && !hasPromisedData(event) ? NOBODY : interested;
};

const interestedInType = (type: string): Interested => {
  const among = (projections: Readonly<Record<string, AnyProjection>>): readonly Named[] =>
    Object.entries(projections).filter(([, { on }]) => on === null || on.includes(type));
  const interested = {
    stream: among(STREAM_PROJECTIONS),
    worktree: among(WORKTREE_PROJECTIONS),
    project: among(PROJECT_PROJECTIONS),
    promises: promisesData(type),
  };
  INTERESTED.set(type, interested);
  return interested;
};

/** Whether events of a type change what sessions share: the states of a worktree or of the project. */
export const isSharedType = (type: string): boolean => {
  const { worktree, project } = interestedInType(type);
  return worktree.length > 0 || project.length > 0;
};

/**
 * Evolves the states of a container in place. Says whether any changed. An event that is damaged inside its fields, so
 * that a projection throws, changes nothing either.
 */
const evolveIn = (states: Container, projections: readonly Named[], event: Envelope): boolean => {
  let isChanged = false;
  for (const [name, projection] of projections) {
    const before = states[name];
    const after = evolved(projection, before, event);
    if (after === before) continue;
    states[name] = after;
    isChanged = true;
  }
  return isChanged;
};

const evolved = (projection: AnyProjection, state: unknown, event: Envelope): unknown => {
  try {
    return projection.evolve(state, event);
  } catch {
    return state;
  }
};
