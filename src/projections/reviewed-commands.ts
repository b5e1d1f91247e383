import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface ReviewedCommand extends Pick<EventData<'LlmReviewed'>, 'hash' | 'cwd' | 'prompt' | 'answers'> {
  /** The event of the review. */
  readonly event: string;
}

export interface ReviewedCommandsState {
  /** Each command in each folder once, the latest review last. */
  readonly reviews: readonly ReviewedCommand[];
}

/** A review is under a kilobyte, and every hook call of the session reads them. */
const KEPT = 24;

/** What language models outside said of commands in this session, so that nobody is asked twice. */
export const reviewedCommandsProjection: Projection<ReviewedCommandsState> = {
  name: 'reviewed-commands',
  version: 1,
  scope: 'stream',
  on: ['LlmReviewed'],
  initialState: { reviews: [] },
  evolve: (state, event) => {
    const { hash, cwd, prompt, answers, kept } = event.data as EventData<'LlmReviewed'>;
    if (!kept) return state;
    const others = state.reviews.filter((review) => review.hash !== hash || review.cwd !== cwd);
    return { reviews: [...others, { event: event.id, hash, cwd, prompt, answers }].slice(-KEPT) };
  },
};
