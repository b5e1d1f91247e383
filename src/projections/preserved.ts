import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

/** What a session knew as it was compacted, until an answer gives it back. */
export interface Preserved {
  readonly event: string;
  readonly stream: string;
  readonly worktree: string | null;
  readonly at: string;
  readonly data: EventData<'ContextPreserved'>;
}

export interface PreservedState {
  /** One a session, the newest last; the oldest are forgotten beyond some. */
  readonly kept: readonly Preserved[];
}

const MOST_KEPT = 4;

/**
 * What compactions kept and nobody was given back yet, of all sessions of the project: the process that was compacted may die
 * before it goes on (seed 001, `.preserved-context`).
 */
export const preservedProjection: Projection<PreservedState> = {
  name: 'preserved',
  version: 1,
  scope: 'project',
  on: ['ContextPreserved', 'AnswerSent'],
  initialState: { kept: [] },
  evolve: (state, event) => {
    if (event.type === 'AnswerSent') return state.kept.length === 0 ? state : given(state, event);
    const { id, stream, worktree, at, data } = event;
    const others = state.kept.filter((each) => each.stream !== stream);
    const kept = { event: id, stream, worktree, at, data: data as EventData<'ContextPreserved'> };
    return { kept: [...others, kept].slice(-MOST_KEPT) };
  },
};

const given = (state: PreservedState, { data }: Envelope): PreservedState => {
  const told = (data as EventData<'AnswerSent'>).verdicts.flatMap(({ tells }) => tells ?? []);
  const kept = state.kept.filter(({ event }) => !told.includes(event));
  return kept.length === state.kept.length ? state : { kept };
};
