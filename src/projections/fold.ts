import type { Envelope } from '../events/envelope.ts';
import { callsProjection } from './calls.ts';
import { changesProjection } from './changes.ts';
import { type DeliveriesState, NO_DELIVERIES, repeatOf, withDelivery, withResult } from './deliveries.ts';
import { failuresProjection } from './failures.ts';
import { policyProjection } from './policy-in-force.ts';
import type { Projection } from './projection.ts';
import { sessionProjection } from './session.ts';
import { strikesProjection } from './strikes.ts';
import { testsProjection } from './tests.ts';
import { turnProjection } from './turn.ts';

const STREAM_PROJECTIONS = {
  session: sessionProjection,
  turn: turnProjection,
  calls: callsProjection,
  changes: changesProjection,
  strikes: strikesProjection,
};
const WORKTREE_PROJECTIONS = { tests: testsProjection };
const PROJECT_PROJECTIONS = { policy: policyProjection, failures: failuresProjection };

type StatesOf<Projections extends Record<string, { readonly initialState: unknown }>> = {
  readonly [Name in keyof Projections]: Projections[Name]['initialState'];
};

export type StreamStates = StatesOf<typeof STREAM_PROJECTIONS> & { readonly deliveries: DeliveriesState };
export type WorktreeStates = StatesOf<typeof WORKTREE_PROJECTIONS>;
export type ProjectStates = StatesOf<typeof PROJECT_PROJECTIONS>;

/** Everything derived from a log. Lists of pairs, since object keys that look like numbers would lose their order. */
export interface LogState {
  readonly project: ProjectStates;
  readonly worktrees: readonly (readonly [string, WorktreeStates])[];
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
  readonly from?: LogState;
  /** The states of a session that is missing in `from`, where that is not a new one. */
  readonly recall?: (stream: string) => StreamStates | undefined;
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
export const startFold = ({ from = EMPTY_STATE, recall }: FoldOptions = {}): Fold => {
  let project = from.project;
  const worktrees = new Map(from.worktrees);
  const streams = new Map(from.streams);

  const streamStates = (stream: string): StreamStates => streams.get(stream) ?? recall?.(stream) ?? NEW_STREAM;

  const apply = (event: Envelope): string | null => {
    const states = streamStates(event.stream);
    const { deliveries, repeated, isNew } = delivered(states.deliveries, event);
    const own = deliveries === states.deliveries ? states : { ...states, deliveries };
    streams.set(event.stream, isNew ? evolveAll(STREAM_PROJECTIONS, own, event) : own);
    if (!isNew) return repeated;
    project = evolveAll(PROJECT_PROJECTIONS, project, event);
    if (event.worktree !== null) applyToWorktree(event.worktree, event);
    return null;
  };

  const applyToWorktree = (worktree: string, event: Envelope): void => {
    const before = worktrees.get(worktree) ?? NEW_WORKTREE;
    const after = evolveAll(WORKTREE_PROJECTIONS, before, event);
    if (after === before) return;
    worktrees.delete(worktree);
    worktrees.set(worktree, after);
    if (worktrees.size > MOST_WORKTREES) {
      const [oldest] = worktrees.keys();
      worktrees.delete(oldest as string);
    }
  };

  return {
    apply,
    view: (stream, worktree, further = []) => {
      let own = streamStates(stream);
      let tree = (worktree === null ? undefined : worktrees.get(worktree)) ?? NEW_WORKTREE;
      let shared = project;
      for (const event of further) {
        if (event.stream === stream) own = evolveAll(STREAM_PROJECTIONS, own, event);
        if (event.worktree === worktree) tree = evolveAll(WORKTREE_PROJECTIONS, tree, event);
        shared = evolveAll(PROJECT_PROJECTIONS, shared, event);
      }
      return { ...own, ...tree, ...shared };
    },
    state: () => ({ project, worktrees: [...worktrees], streams: [...streams] }),
  };
};

/** Folds only what belongs to a session, from the lines of its own events. */
export const foldStream = (lines: Iterable<{ readonly event: Envelope }>): StreamStates => {
  let states: StreamStates = NEW_STREAM;
  for (const { event } of lines) {
    const { deliveries, isNew } = delivered(states.deliveries, event);
    if (deliveries !== states.deliveries) states = { ...states, deliveries };
    if (isNew) states = evolveAll(STREAM_PROJECTIONS, states, event);
  }
  return states;
};

interface Delivered {
  readonly deliveries: DeliveriesState;
  /** The first delivery of the same host event. */
  readonly repeated: string | null;
  /** Whether the event says anything that is not known yet. */
  readonly isNew: boolean;
}

const delivered = (deliveries: DeliveriesState, event: Envelope): Delivered => {
  if (event.delivery !== undefined) {
    const repeated = repeatOf(deliveries, event);
    return { deliveries: withDelivery(deliveries, event, repeated !== null), repeated, isNew: repeated === null };
  }
  const noted = withResult(deliveries, event);
  return { deliveries: noted ?? deliveries, repeated: null, isNew: noted !== null };
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

export const EMPTY_STATE: LogState = {
  project: initialStates(PROJECT_PROJECTIONS),
  worktrees: [],
  streams: [],
};

type Registry = Readonly<Record<string, AnyProjection>>;

/** The projections of a registry that look at a type of event, worked out once a type. */
const INTERESTED = new Map<Registry, Map<string, readonly (readonly [string, AnyProjection])[]>>();

const interested = (registry: Registry, type: string): readonly (readonly [string, AnyProjection])[] => {
  let byType = INTERESTED.get(registry);
  if (byType === undefined) {
    byType = new Map();
    INTERESTED.set(registry, byType);
  }
  let entries = byType.get(type);
  if (entries === undefined) {
    entries = Object.entries(registry).filter(([, { on }]) => on === null || on.includes(type));
    byType.set(type, entries);
  }
  return entries;
};

const evolveAll = <States extends object>(registry: Registry, states: States, event: Envelope): States => {
  let next = states as Record<string, unknown>;
  for (const [name, projection] of interested(registry, event.type)) {
    const before = next[name];
    const after = projection.evolve(before, event);
    if (after !== before) next = next === states ? { ...next, [name]: after } : Object.assign(next, { [name]: after });
  }
  return next as States;
};
