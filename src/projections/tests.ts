import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { relativeTo } from './paths.ts';
import type { Projection } from './projection.ts';
import { fileKind } from './source-files.ts';
import { writtenPath } from './tools.ts';

export interface RunningTests {
  readonly event: string;
  readonly stream: string;
  readonly runner: string;
  /** The exit code of the command line is not that of the test program. */
  readonly masked: boolean;
  /** The first write of code since the run began. */
  readonly changedBy: string | null;
}

export interface TestsState {
  readonly status: EventData<'TestRunFinished'>['status'] | null;
  readonly failures: number | null;
  readonly passed: number | null;
  readonly runner: string | null;
  readonly reason: string | null;
  readonly at: string | null;
  /** The session whose run it was. Without a tree digest a result speaks only for its own session. */
  readonly stream: string | null;
  /** The result and the tool event that reported it. */
  readonly because: readonly string[];
  /** The first write of code after the result: what it says is about older code. */
  readonly changedBy: string | null;
  /** Test runs under way, by the host's call id. */
  readonly running: Readonly<Record<string, RunningTests>>;
}

const MOST_RUNNING = 16;

/** The newest result of a test run in the worktree, and the runs under way. */
export const testsProjection: Projection<TestsState> = {
  name: 'tests',
  version: 1,
  scope: 'worktree',
  on: ['TestRunStarted', 'TestRunFinished', 'ToolCompleted', 'SessionEnded'],
  initialState: {
    status: null,
    failures: null,
    passed: null,
    runner: null,
    reason: null,
    at: null,
    stream: null,
    because: [],
    changedBy: null,
    running: {},
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TestRunStarted':
        return started(state, event);
      case 'TestRunFinished':
        return finished(state, event);
      case 'ToolCompleted':
        return codeWritten(state, event);
      case 'SessionEnded':
        return endedWithSession(state, event.stream);
      default:
        return state;
    }
  },
};

const started = (state: TestsState, event: Envelope): TestsState => {
  if (event.call === null || Object.hasOwn(state.running, event.call)) return state;
  const data = event.data as EventData<'TestRunStarted'>;
  const run = { event: event.id, stream: event.stream, runner: data.runner, masked: data.masked, changedBy: null };
  const names = Object.keys(state.running);
  const { [names[0] ?? '']: _oldest, ...others } = state.running;
  const kept = names.length < MOST_RUNNING ? state.running : others;
  return { ...state, running: { ...kept, [event.call]: run } };
};

const finished = (state: TestsState, event: Envelope): TestsState => {
  const data = event.data as EventData<'TestRunFinished'>;
  // An agent's word about a result is kept in the log and satisfies nothing.
  if (data.source === 'claim') return state;
  const { [event.call ?? '']: run, ...running } = state.running;
  const writtenDuring = run?.changedBy ?? null;
  const status = data.status === 'pass' && writtenDuring !== null ? 'unknown' : data.status;
  // A run that says nothing must not hide a failure: `npm test | tail -1` would open every gate.
  if (status === 'unknown' && state.status === 'fail' && state.stream === event.stream) return { ...state, running };
  const because = [event.id, ...(event.cause === null ? [] : [event.cause])];
  return {
    status,
    failures: data.failures,
    passed: data.passed,
    runner: data.runner,
    reason: writtenDuring === null ? data.reason : 'code was written while the tests ran',
    at: event.at,
    stream: event.stream,
    because: writtenDuring === null ? because : [...because, writtenDuring],
    changedBy: null,
    running,
  };
};

const codeWritten = (state: TestsState, event: Envelope): TestsState => {
  const isRunning = Object.keys(state.running).length > 0;
  if (!isRunning && (state.status === null || state.changedBy !== null)) return state;
  const path = writtenPath(event.data['tool_name'], event.data['tool_input']);
  if (path === null) return state;
  const kind = fileKind(relativeTo(event.worktree, path));
  if (kind !== 'source' && kind !== 'test' && kind !== 'config') return state;
  const running = isRunning
    ? Object.fromEntries(
        Object.entries(state.running).map(([call, run]) => [call, { ...run, changedBy: run.changedBy ?? event.id }]),
      )
    : state.running;
  return { ...state, running, changedBy: state.changedBy ?? (state.status === null ? null : event.id) };
};

const endedWithSession = (state: TestsState, stream: string): TestsState => {
  const running = Object.fromEntries(Object.entries(state.running).filter(([, run]) => run.stream !== stream));
  return Object.keys(running).length === Object.keys(state.running).length ? state : { ...state, running };
};
