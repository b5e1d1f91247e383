import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface RunnerState {
  /** When its last run here ended, however it did. */
  readonly endedAt: string | null;
  /** Where in the worktree the commands run that did not pass since they last failed; empty for its top. */
  readonly red: readonly string[];
  /** Its run under way, or one whose end nobody could record. */
  readonly open: OpenRun | null;
  /** Why it last did not start, in which session. */
  readonly skipped: (EventData<'TestRunSkipped'> & { readonly stream: string }) | null;
}

export interface OpenRun {
  readonly run: string;
  readonly runner: string;
  readonly folders: readonly string[];
  /** Of the event that says that it started. */
  readonly event: Pick<Envelope, 'id' | 'stream' | 'actor' | 'host' | 'turn'>;
}

const MOST_RED = 16;

/** What docket's own test runner came to in the worktree (seed 001, test-runner.sh and its state files). */
export const runnerProjection: Projection<RunnerState> = {
  name: 'runner',
  version: 1,
  scope: 'worktree',
  on: ['TestRunStarted', 'TestRunFinished', 'TestRunSuperseded', 'TestRunSkipped'],
  initialState: { endedAt: null, red: [], open: null, skipped: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TestRunStarted': {
        const { run, runner, folders = [] } = event.data as EventData<'TestRunStarted'>;
        if (run === undefined) return state;
        const { id, stream, actor, host, turn } = event;
        return { ...state, open: { run, runner, folders, event: { id, stream, actor, host, turn } }, skipped: null };
      }
      case 'TestRunFinished': {
        const { source, run, status } = event.data as EventData<'TestRunFinished'>;
        if (source !== 'runner' || run === undefined) return state;
        const folders = state.open?.run === run ? state.open.folders : [];
        const others = state.red.filter((folder) => !folders.includes(folder));
        const red = status === 'unknown' ? state.red : status === 'pass' ? others : [...others, ...folders];
        return { ...state, endedAt: event.at, red: red.slice(-MOST_RED), open: null };
      }
      case 'TestRunSuperseded':
        return { ...state, endedAt: event.at, open: null };
      case 'TestRunSkipped':
        return { ...state, skipped: { ...(event.data as EventData<'TestRunSkipped'>), stream: event.stream } };
      default:
        return state;
    }
  },
};
