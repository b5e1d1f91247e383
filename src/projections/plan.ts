import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

type Observed = EventData<'PlanObserved'>;

export interface PlanState {
  /** As it was seen last; null before anybody looked. */
  readonly plan: (Observed & { readonly event: string; readonly at: string }) | null;
  /** The original intent of the last plan that kept the one before: taking it out is no new intent. */
  readonly intent: Observed['intent'];
}

/** Percent of the words of an original intent that keep it, however they are put. */
export const INTENT_IS_KEPT = 50;

/**
 * The plan that holds in a worktree. It is a file there, so each worktree has its own; one that goes by the plan of the
 * main worktree keeps what it saw of that.
 */
export const planProjection: Projection<PlanState> = {
  name: 'plan',
  version: 2,
  scope: 'worktree',
  on: ['PlanObserved'],
  initialState: { plan: null, intent: null },
  evolve: (state, event) => {
    const data = event.data as Observed;
    const isKept = data.intent !== null && (data.intentKept ?? 100) >= INTENT_IS_KEPT;
    // Another plan has an intent of its own.
    const before = state.plan === null || state.plan.path === data.path ? state.intent : null;
    return { plan: { ...data, event: event.id, at: event.at }, intent: isKept ? data.intent : before };
  },
};
