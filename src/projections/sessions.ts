import type { Envelope } from '../events/envelope.ts';
import type { Projection } from './projection.ts';

/** A session that nobody saw end. */
export interface OpenSession {
  readonly stream: string;
  readonly worktree: string | null;
  /** The last event that says it is there, and when. */
  readonly event: string;
  readonly at: string;
}

export interface SessionsState {
  /** In the order of their last sign, the most recent one last; the oldest are forgotten beyond some. */
  readonly open: readonly OpenSession[];
}

const MOST_OPEN = 16;

/** The agent sessions of the project that began, or went on, and did not end: some of them may have died unseen. */
export const sessionsProjection: Projection<SessionsState> = {
  name: 'sessions',
  version: 1,
  scope: 'project',
  on: ['SessionStarted', 'PromptSubmitted', 'TurnEnded', 'SessionEnded'],
  initialState: { open: [] },
  evolve: (state, event) => {
    if (event.actor.id !== 'main' || event.host === 'docket' || event.provenance === 'worker') return state;
    const others = state.open.filter(({ stream }) => stream !== event.stream);
    if (event.type === 'SessionEnded') return others.length === state.open.length ? state : { open: others };
    return { open: [...others.slice(1 - MOST_OPEN), signOf(event)] };
  },
};

const signOf = ({ stream, worktree, id, at }: Envelope): OpenSession => ({ stream, worktree, event: id, at });
