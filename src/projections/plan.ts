import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

type Observed = EventData<'PlanObserved'>;

export interface PlanState {
  /** As it was seen last; null before anybody looked. */
  readonly plan: (Observed & { readonly event: string; readonly at: string }) | null;
}

/** The plan that holds in a worktree: it is a file there, so worktrees may hold different ones. */
export const planProjection: Projection<PlanState> = {
  name: 'plan',
  version: 1,
  scope: 'worktree',
  on: ['PlanObserved'],
  initialState: { plan: null },
  evolve: (_state, event) => ({ plan: { ...(event.data as Observed), event: event.id, at: event.at } }),
};
