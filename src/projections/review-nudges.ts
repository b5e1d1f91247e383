import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { changeAnswered } from './review-nudges-steps.ts';

interface Content {
  readonly path: string;
  /** Digest of what the file held. */
  readonly content: string;
}

export interface ReviewNudgesState {
  /** Contents for which a review was suggested, with the event that did; oldest first. */
  readonly made: readonly (Content & { readonly event: string })[];
  /** Changes that were not answered yet. */
  readonly open: readonly (Content & { readonly trigger: string })[];
}

const MOST_OPEN = 8;

/** For which contents of which files a review was suggested in this session, or would have been under monitor. */
export const reviewNudgesProjection: Projection<ReviewNudgesState> = {
  name: 'review-nudges',
  version: 1,
  scope: 'stream',
  on: ['FileObserved', 'AnswerSent', 'GatesRuled'],
  initialState: { made: [], open: [] },
  evolve: (state, event) => {
    if (event.type === 'FileObserved') {
      const { path, change } = event.data as EventData<'FileObserved'>;
      if (change === undefined || event.cause === null) return state;
      const opened = { trigger: event.cause, path, content: change.content };
      return { ...state, open: [...state.open, opened].slice(-MOST_OPEN) };
    }
    return state.open.length === 0 ? state : changeAnswered(state, event);
  },
};
