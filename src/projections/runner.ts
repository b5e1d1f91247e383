import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { runnerFinished, runnerStarted } from './runner-steps.ts';

export interface RunnerState {
  /** When its last run here ended, however it did. */
  readonly endedAt: string | null;
  /** The packages whose tests did not pass since they last failed, by folder; empty for the top of the worktree. */
  readonly red: readonly string[];
  /** Its run under way, or one whose end nobody could record. */
  readonly open: OpenRun | null;
  /** Why it last did not start, in which session. */
  readonly skipped: (EventData<'TestRunSkipped'> & { readonly stream: string }) | null;
}

export interface OpenRun extends Pick<EventData<'TestRunStarted'>, 'runner' | 'folder'> {
  readonly run: string;
  /** Of the event that says that it started. */
  readonly event: Pick<Envelope, 'id' | 'stream' | 'actor' | 'host' | 'turn'>;
}

/** What docket's own test runner came to in the worktree (seed 001, test-runner.sh and its state files). */
export const runnerProjection: Projection<RunnerState> = {
  name: 'runner',
  version: 2,
  scope: 'worktree',
  on: ['TestRunStarted', 'TestRunFinished', 'TestRunSuperseded', 'TestRunSkipped'],
  initialState: { endedAt: null, red: [], open: null, skipped: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TestRunStarted':
        return runnerStarted(state, event);
      case 'TestRunFinished':
        return runnerFinished(state, event);
      case 'TestRunSuperseded':
        return { ...state, endedAt: event.at, open: null };
      case 'TestRunSkipped':
        return { ...state, skipped: { ...(event.data as EventData<'TestRunSkipped'>), stream: event.stream } };
      default:
        return state;
    }
  },
};
