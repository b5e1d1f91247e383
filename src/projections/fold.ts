import type { Envelope } from '../events/envelope.ts';
import { hasPromisedData, promisesData } from '../events/promised-data.ts';
import {
  EMPTY_STATE,
  NEW_STREAM,
  NEW_WORKTREE,
  PROJECT_PROJECTIONS,
  type ProjectStates,
  STREAM_PROJECTIONS,
  type StreamStates,
  type View,
  WORKTREE_PROJECTIONS,
  type WorktreeStates,
} from './all-projections.ts';
import { type DeliveryMemory, deliver, NEW, remember } from './deliveries.ts';
import type { Fold, FoldOptions } from './fold-shapes.ts';
import { type AnyProjection, evolved, MOST_WORKTREES } from './projection.ts';

export type { LogState, SharedState, StreamStates, View } from './all-projections.ts';
export type { Fold, FoldOptions } from './fold-shapes.ts';

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
    const repeated = deliver(own['deliveries'] as DeliveryMemory, event);
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
    if (deliver(states['deliveries'] as DeliveryMemory, event) === NEW)
      evolveIn(states, interestedIn(event).stream, event);
  }
  return states as StreamStates;
};

/** The states of one scope, by projection. */
type Container = Record<string, unknown>;

/** A container with the states of a session, and a memory of deliveries that nobody else changes. */
const ownStream = (states: StreamStates): Container => ({ ...states, deliveries: remember(states.deliveries) });

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
