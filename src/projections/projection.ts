import type { Envelope } from '../events/envelope.ts';

/** Whose events a projection's state is derived from. */
export type Scope = 'stream' | 'worktree' | 'project';

/**
 * A pure fold over events. `evolve` returns the state it was given when the event changes nothing, and never touches
 * it. The version changes whenever the same events would give another state, so that old snapshots are ignored.
 */
export interface Projection<State> {
  readonly name: string;
  readonly version: number;
  readonly scope: Scope;
  /** The event types it looks at; `null` for every type. */
  readonly on: readonly string[] | null;
  readonly initialState: State;
  evolve(state: State, event: Envelope): State;
}

export type AnyProjection = Projection<unknown>;

/** Worktrees come and go without an event; only the most recently active ones are remembered. */
export const MOST_WORKTREES = 64;

/** The state after an event. One that is damaged inside its fields, so that the projection throws, changes nothing. */
export const evolved = (projection: AnyProjection, state: unknown, event: Envelope): unknown => {
  try {
    return projection.evolve(state, event);
  } catch {
    return state;
  }
};
