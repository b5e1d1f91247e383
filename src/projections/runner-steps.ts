import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { RunnerState } from './runner.ts';
import { covers } from './test-results.ts';

const MOST_RED = 16;

/** docket's own run began; a run of the agent's is not its. */
export const runnerStarted = (state: RunnerState, event: Envelope): RunnerState => {
  const { run, runner, folder } = event.data as EventData<'TestRunStarted'>;
  if (run === undefined) return state;
  const { id, stream, actor, host, turn } = event;
  const place = folder === undefined ? {} : { folder };
  return { ...state, open: { run, runner, ...place, event: { id, stream, actor, host, turn } }, skipped: null };
};

/** docket's own run ended. */
export const runnerFinished = (state: RunnerState, event: Envelope): RunnerState => {
  const { source, run, status, folder = '' } = event.data as EventData<'TestRunFinished'>;
  if (source !== 'runner' || run === undefined) return state;
  const red = status === 'pass' ? state.red.filter((other) => !covers({ folder }, { folder: other })) : state.red;
  const isNew = status === 'fail' && !red.includes(folder);
  return { ...state, endedAt: event.at, red: isNew ? [...red, folder].slice(-MOST_RED) : red, open: null };
};
