import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { runnerResult } from './untold-tests-steps.ts';

/** A result of docket's own test runner that nobody told the agent of yet. */
export interface UntoldResult {
  readonly event: string;
  /** The write that led to the run, or another event that did. */
  readonly cause: string | null;
  /** Whose write it was: `main`, or a subagent. */
  readonly actor: string;
  readonly status: EventData<'TestRunFinished'>['status'];
  readonly failures: number | null;
  readonly runner: string;
  /** The package whose tests they are; empty for all of the worktree. */
  readonly folder: string;
  readonly reason: string;
  /** The last lines of its output, where it did not pass. */
  readonly lines: readonly string[];
}

export interface UntoldTestsState {
  readonly result: UntoldResult | null;
}

const NOTHING: UntoldTestsState = { result: null };

/** The newest result of docket's own runner for a write of this session, until an answer has told of it. */
export const untoldTestsProjection: Projection<UntoldTestsState> = {
  name: 'untold-tests',
  version: 2,
  scope: 'stream',
  on: ['TestRunStarted', 'TestRunFinished', 'AnswerSent'],
  initialState: NOTHING,
  evolve: (state, event) => {
    switch (event.type) {
      case 'TestRunStarted': {
        // What nobody knows is not worth telling when a newer run is going to say more.
        const isOwn = (event.data as EventData<'TestRunStarted'>).run !== undefined;
        return isOwn && state.result?.status === 'unknown' ? NOTHING : state;
      }
      case 'TestRunFinished':
        return runnerResult(state, event);
      case 'AnswerSent': {
        const told = state.result?.event;
        const { verdicts } = event.data as EventData<'AnswerSent'>;
        return told !== undefined && verdicts.some(({ tells }) => tells?.includes(told) === true) ? NOTHING : state;
      }
      default:
        return state;
    }
  },
};
