import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { covers } from './tests.ts';

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

const MOST_RED = 16;

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
        return started(state, event);
      case 'TestRunFinished':
        return finished(state, event);
      case 'TestRunSuperseded':
        return { ...state, endedAt: event.at, open: null };
      case 'TestRunSkipped':
        return { ...state, skipped: { ...(event.data as EventData<'TestRunSkipped'>), stream: event.stream } };
      default:
        return state;
    }
  },
};

const started = (state: RunnerState, event: Envelope): RunnerState => {
  const { run, runner, folder } = event.data as EventData<'TestRunStarted'>;
  if (run === undefined) return state;
  const { id, stream, actor, host, turn } = event;
  const place = folder === undefined ? {} : { folder };
  return { ...state, open: { run, runner, ...place, event: { id, stream, actor, host, turn } }, skipped: null };
};

const finished = (state: RunnerState, event: Envelope): RunnerState => {
  const { source, run, status, folder = '' } = event.data as EventData<'TestRunFinished'>;
  if (source !== 'runner' || run === undefined) return state;
  const red = status === 'pass' ? state.red.filter((other) => !covers({ folder }, { folder: other })) : state.red;
  const isNew = status === 'fail' && !red.includes(folder);
  return { ...state, endedAt: event.at, red: isNew ? [...red, folder].slice(-MOST_RED) : red, open: null };
};
