import type { Envelope } from '../../events/envelope.ts';
import { readEvents } from '../../events/log-reader.ts';
import { comparePositions } from '../../events/position.ts';
import { startFold, type View } from '../../projections/fold.ts';
import type { Past } from '../../replay/past.ts';
import { type StateChanges, stateChanges } from '../../replay/state-changes.ts';
import type { KnownLog } from './known-log.ts';
import type { Question, RowState, Stretch } from './question.ts';

/** Comes to the state of a session at a row, and tells what each event of the row did to it. */
export const stateOfRow = (log: KnownLog, asked: Extract<Question, { kind: 'state' }>): RowState => {
  const { session, events, row, base } = asked;
  const { past } = log;
  const own = new Set(events);
  const steps: { event: Pick<Envelope, 'id' | 'type' | 'at'>; changes: StateChanges }[] = [];
  const state = walk(log, past, session, row, ({ id, type, at }, before, after) => {
    if (own.has(id)) steps.push({ event: { id, type, at }, changes: stateChanges(before, after()) });
  });
  const atBase = base === null ? null : walk(log, past, session, base, () => {});
  past.save();
  const since = atBase === null ? null : stateChanges(atBase, state, MOST_CHANGES);
  return {
    state: toldIn(state),
    untouched: untouchedIn(state),
    steps,
    sinceBase: since?.changes ?? null,
    more: since?.more ?? 0,
  };
};

/** More changes than that are easier to read in the state itself. */
const MOST_CHANGES = 400;

type OnEvent = (event: Envelope, before: View, after: () => View) => void;

/** Goes through a stretch of the log; gives what the session sees behind it, in the worktree that it works in. */
const walk = ({ folder }: KnownLog, past: Past, session: string, { from, to }: Stretch, onEvent: OnEvent): View => {
  const fold = past.before(from);
  const seen = (): View => fold.view(session, worktree);
  let worktree = fold.view(session, null).session.worktree;
  for (const { event, position } of readEvents(folder, from)) {
    if (comparePositions(position, to) > 0) break;
    if (event.stream === session && event.delivery !== undefined) worktree = event.worktree ?? worktree;
    const before = seen();
    fold.apply(event);
    onEvent(event, before, seen);
  }
  return seen();
};

/** Which deliveries were seen is no state that anybody judges by. */
const toldIn = ({ deliveries: _, ...state }: View): Readonly<Record<string, unknown>> => state;

const untouchedIn = (state: View): string[] => {
  const fresh = startFold().view('', null);
  return Object.keys(toldIn(state)).filter((name) => {
    const key = name as keyof View;
    return state[key] === fresh[key] || JSON.stringify(state[key]) === JSON.stringify(fresh[key]);
  });
};
