import { type Envelope, isBlobReference } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { covers } from './test-results.ts';
import type { UntoldTestsState } from './untold-tests.ts';

/** A result of docket's own runner, until an answer tells of it. */
export const runnerResult = (state: UntoldTestsState, event: Envelope): UntoldTestsState => {
  const data = event.data as EventData<'TestRunFinished'>;
  if (data.source !== 'runner') return state;
  const { status, failures, runner, reason, folder = '' } = data;
  // What says nothing, or that another package passes, must not hide that this one does not.
  const before = state.result?.status === 'fail' ? state.result : null;
  if (before !== null && status !== 'fail' && !(status === 'pass' && covers({ folder }, before))) return state;
  const lines = status === 'pass' ? [] : lastLines(data.output);
  const { id, cause, actor } = event;
  return { result: { event: id, cause, actor: actor.id, status, failures, runner, folder, reason, lines } };
};

const MOST_LINES = 15;
const LONGEST_LINE = 160;

/** What is left of an output in the log, at its end. */
const lastLines = (output: unknown): string[] => {
  const text = isBlobReference(output) ? (output as { tail?: unknown }).tail : output;
  if (typeof text !== 'string') return [];
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-MOST_LINES)
    .map((line) => (line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE - 1)}…`));
};
