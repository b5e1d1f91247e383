import type { Envelope } from '../events/envelope.ts';
import type { Projection } from './projection.ts';
import { seen, sessionEnded, todoAdded, todoClaimed, todoDone, todoReleased } from './todos-steps.ts';

/** Something that is to be done. */
export interface Todo {
  /** Short; of the event where two were given the same one at once. */
  readonly id: string;
  readonly text: string;
  readonly by: Envelope['provenance'];
  /** The session in which it was added; null for a person at a terminal. */
  readonly session: string | null;
  readonly at: string;
  readonly event: string;
}

/** Somebody works on a to-do or an issue. */
export interface Claim {
  /** The id of a to-do, or a reference to an issue. */
  readonly todo: string;
  /** Null for a person. */
  readonly session: string | null;
  readonly at: string;
  readonly event: string;
  /** When its session last began, was prompted or ended a turn. */
  readonly seenAt: string;
  /** The session ended: others may claim it, and where it is resumed and nobody did, the claim holds again. */
  readonly ended: boolean;
}

export interface TodosState {
  /** What is open, oldest first. */
  readonly open: readonly Todo[];
  readonly claims: readonly Claim[];
  /** How many more were added while as many were open as are remembered. */
  readonly forgotten: number;
}

/** What is to be done in the project, and who works on what (seed 001, todo HUD and claims). */
export const todosProjection: Projection<TodosState> = {
  name: 'todos',
  version: 1,
  scope: 'project',
  on: [
    'TodoAdded',
    'TodoClaimed',
    'TodoReleased',
    'TodoDone',
    'SessionStarted',
    'PromptSubmitted',
    'TurnEnded',
    'SessionEnded',
  ],
  initialState: { open: [], claims: [], forgotten: 0 },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TodoAdded':
        return todoAdded(state, event);
      case 'TodoClaimed':
        return todoClaimed(state, event);
      case 'TodoReleased':
        return todoReleased(state, event);
      case 'TodoDone':
        return todoDone(state, event);
      default:
        if (!state.claims.some(({ session }) => session === event.stream)) return state;
        return event.type === 'SessionEnded' ? sessionEnded(state, event) : seen(state, event);
    }
  },
};
