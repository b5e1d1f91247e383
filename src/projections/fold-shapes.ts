import type { Envelope } from '../events/envelope.ts';
import type { LogState, SharedState, StreamStates, View } from './all-projections.ts';

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
