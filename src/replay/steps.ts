import type { LogLine } from '../events/log-reader.ts';
import type { View } from '../projections/fold.ts';
import type { LongFold } from './long-fold.ts';
import { type RecordedCall, recordedCalls } from './recorded-calls.ts';
import { stateChanges } from './state-changes.ts';

/** An event of a session, or one of others that changed what the session sees, and the state before and after it. */
export interface Step {
  /** From 1 on. */
  readonly number: number;
  readonly line: LogLine;
  /** False for events of other sessions, and of people at a terminal, that changed what this one sees. */
  readonly isOwn: boolean;
  /** The first delivery of the same host event, where this is another one: it changes nothing. */
  readonly repeatOf: string | null;
  /** What was recorded for it, where it is one that gates may judge. */
  readonly call: RecordedCall | null;
  /** Where the session works behind it, by the last event of the host that named a worktree. */
  readonly worktree: string | null;
  /** What the session saw: its own states, those of the worktree it worked in, and the project's. */
  readonly before: View;
  readonly after: View;
}

export interface StepOptions {
  /** The step behind which the lines begin. */
  readonly from?: Pick<Step, 'number' | 'worktree'>;
  /** Told of every line that was applied, how many those are. */
  readonly onLine?: (lines: number) => void;
}

/**
 * Goes through the lines of a log and gives the steps of one session, one by one as they are asked for. Ends with the
 * lines; whoever knows where the session ends gives no more than those. `fold` stands where the lines begin, and behind
 * the line of the step that was given last.
 */
export function* stepsOf(
  lines: Iterable<LogLine>,
  stream: string,
  fold: LongFold,
  { from = { number: 0, worktree: null }, onLine }: StepOptions = {},
): Generator<Step> {
  let { number, worktree } = from;
  let seen: View | null = number === 0 ? null : fold.view(stream, worktree);
  let shared = fold.view(NOBODY, worktree);
  let read = 0;
  for (const { line, call } of recordedCalls(lines)) {
    read += 1;
    onLine?.(read);
    const isOwn = line.event.stream === stream;
    // What was before the session is seen as it begins.
    const before = seen ?? (isOwn ? fold.view(stream, line.event.worktree) : null);
    const repeatOf = fold.apply(line);
    if (before === null) continue;
    if (isOwn) worktree = worktreeAfter(worktree, line);
    const sharedBefore = shared;
    shared = fold.view(NOBODY, worktree);
    if (!isOwn && !isChanged(sharedBefore, shared)) continue;
    const after = fold.view(stream, worktree);
    seen = after;
    number += 1;
    yield { number, line, isOwn, repeatOf, call, worktree, before, after };
  }
}

/** What docket adds may be about another worktree, such as a test run in one. */
const worktreeAfter = (worktree: string | null, { event }: LogLine): string | null =>
  event.delivery === undefined ? (worktree ?? event.worktree) : (event.worktree ?? worktree);

/** No session has this name: only what all sessions share is in its view. */
const NOBODY = '';

const isChanged = (before: View, after: View): boolean => {
  const isOther = (name: string): boolean => before[name as keyof View] !== after[name as keyof View];
  // A view's memory of deliveries is its own. Mostly nothing is another object; one that is may say the same.
  const names = Object.keys(after).filter((name) => name !== 'deliveries' && isOther(name));
  return names.length > 0 && stateChanges(before, after, 1).changes.length > 0;
};
