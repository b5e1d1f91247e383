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
