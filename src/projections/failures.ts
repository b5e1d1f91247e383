import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface HookFailure {
  readonly event: string;
  readonly at: string;
  readonly stage: string;
  readonly code: string;
  readonly message: string;
}

export interface FailuresState {
  readonly count: number;
  /** Newest last, at most ten. */
  readonly last: readonly HookFailure[];
}

/** What went wrong inside docket's hook, so that nothing fails in silence. */
export const failuresProjection: Projection<FailuresState> = {
  name: 'failures',
  version: 1,
  scope: 'project',
  on: ['HookFailed'],
  initialState: { count: 0, last: [] },
  evolve: (state, event) => {
    const { stage, code, message } = event.data as EventData<'HookFailed'>;
    const failure = { event: event.id, at: event.at, stage, code, message };
    return { count: state.count + 1, last: [...state.last, failure].slice(-10) };
  },
};
