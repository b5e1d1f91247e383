import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { planesWritten } from './planes.ts';
import type { Projection } from './projection.ts';
import { runningWithout } from './test-results.ts';
import { testsFinished } from './tests-steps.ts';

export interface RunningTests {
  readonly event: string;
  readonly stream: string;
  readonly runner: string;
  /** The exit code of the command line is not that of the test program. */
  readonly masked: boolean;
  /** Of the code as the run began; null where git could not say. */
  readonly digest: string | null;
  /** The first write of code since the run began. */
  readonly changedBy: string | null;
}

/** What a test run came to. */
export interface SessionTests {
  readonly status: EventData<'TestRunFinished'>['status'] | null;
  readonly failures: number | null;
  readonly passed: number | null;
  readonly runner: string | null;
  /** Who told it; null where nobody did. */
  readonly source: EventData<'TestRunFinished'>['source'] | null;
  readonly reason: string | null;
  readonly at: string | null;
  /** The session whose run it was. Without a tree digest a result speaks only for its own session. */
  readonly stream: string | null;
  /** The result and the tool event that reported it. */
  readonly because: readonly string[];
  /** Of the code that was tested; null where git could not say. */
  readonly digest: string | null;
  /** The first write of code after the result: what it says is about older code. */
  readonly changedBy: string | null;
  /** Only some tests ran, by name; of a failure: nobody knows of others. */
  readonly partial: boolean;
  /** The package of the worktree whose tests they are; empty for all of it. */
  readonly folder: string;
}

/** The newest result in the worktree, and what else is known. */
export interface TestsState extends SessionTests {
  /** The newest results of other sessions that ran tests here, and of other packages; the most recent last. */
  readonly others: readonly SessionTests[];
  /** Test runs under way, by the host's call id, or by the id of the run where docket's own runner made it. */
  readonly running: Readonly<Record<string, RunningTests>>;
}

const MOST_RUNNING = 16;

/** The newest result of a test run in the worktree, and the runs under way. */
export const testsProjection: Projection<TestsState> = {
  name: 'tests',
  version: 5,
  scope: 'worktree',
  on: ['TestRunStarted', 'TestRunFinished', 'TestRunSuperseded', 'ToolCompleted', 'ChangesObserved', 'SessionEnded'],
  initialState: {
    status: null,
    failures: null,
    passed: null,
    runner: null,
    source: null,
    reason: null,
    at: null,
    stream: null,
    because: [],
    digest: null,
    changedBy: null,
    partial: false,
    folder: '',
    others: [],
    running: {},
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TestRunStarted':
        return started(state, event);
      case 'TestRunFinished':
        return testsFinished(state, event);
      case 'TestRunSuperseded':
        return { ...state, running: runningWithout(state, (event.data as EventData<'TestRunSuperseded'>).run) };
      case 'ToolCompleted':
      case 'ChangesObserved':
        return codeWritten(state, event);
      case 'SessionEnded':
        return endedWithSession(state, event.stream);
      default:
        return state;
    }
  },
};

const started = (state: TestsState, event: Envelope): TestsState => {
  const { runner, masked, tree, run: own } = event.data as EventData<'TestRunStarted'>;
  const name = event.call ?? own;
  if (name === undefined || Object.hasOwn(state.running, name)) return state;
  const digest = tree?.code ?? null;
  const run = { event: event.id, stream: event.stream, runner, masked, digest, changedBy: null };
  const kept = Object.entries(state.running).slice(1 - MOST_RUNNING);
  return { ...state, running: { ...Object.fromEntries(kept), [name]: run } };
};

const codeWritten = (state: TestsState, event: Envelope): TestsState => {
  const isRunning = Object.keys(state.running).length > 0;
  const isFresh = (tests: SessionTests): boolean => tests.status !== null && tests.changedBy === null;
  // The newest result is no older than the others: once it is outdated they are, too.
  if (!isRunning && !isFresh(state)) return state;
  if (!planesWritten(event).includes('code')) return state;
  const running = Object.fromEntries(
    Object.entries(state.running).map(([call, run]) => [call, { ...run, changedBy: run.changedBy ?? event.id }]),
  );
  return {
    ...state,
    running,
    changedBy: isFresh(state) ? event.id : state.changedBy,
    others: state.others.map((other) => (isFresh(other) ? { ...other, changedBy: event.id } : other)),
  };
};

const endedWithSession = (state: TestsState, stream: string): TestsState => {
  const running = Object.fromEntries(Object.entries(state.running).filter(([, run]) => run.stream !== stream));
  return Object.keys(running).length === Object.keys(state.running).length ? state : { ...state, running };
};
