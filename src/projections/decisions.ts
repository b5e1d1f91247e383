import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface DecisionsState {
  /** The newest audit; null before the first, and then drift is unknown. */
  readonly audit: (EventData<'DecisionsAudited'> & { readonly event: string; readonly at: string }) | null;
}

/** What the newest audit of a worktree's decisions said (seed 001, `.plan-drift`). An audit that failed says nothing. */
export const decisionsProjection: Projection<DecisionsState> = {
  name: 'decisions',
  version: 1,
  scope: 'worktree',
  on: ['DecisionsAudited'],
  initialState: { audit: null },
  evolve: (state, event) => {
    const data = event.data as EventData<'DecisionsAudited'>;
    return data.problem === null ? { audit: { ...data, event: event.id, at: event.at } } : state;
  },
};
