import type { EventData } from '../events/schemas.ts';
import { contentAnswered } from './doc-advice-steps.ts';
import type { Projection } from './projection.ts';

export interface DocAdviceState {
  /** Files of which the agent was told what they lack, with the event that did; oldest first. */
  readonly told: readonly { readonly path: string; readonly event: string }[];
  /** Contents that were not answered yet. */
  readonly open: readonly { readonly path: string; readonly trigger: string }[];
}

const MOST_OPEN = 8;

/** Of which files doc-gate advised in this session, or would have under monitor. */
export const docAdviceProjection: Projection<DocAdviceState> = {
  name: 'doc-advice',
  version: 1,
  scope: 'stream',
  on: ['ContentObserved', 'AnswerSent', 'GatesRuled'],
  initialState: { told: [], open: [] },
  evolve: (state, event) => {
    if (event.type !== 'ContentObserved') return state.open.length === 0 ? state : contentAnswered(state, event);
    const { path } = event.data as EventData<'ContentObserved'>;
    if (event.cause === null) return state;
    return { ...state, open: [...state.open, { path, trigger: event.cause }].slice(-MOST_OPEN) };
  },
};
