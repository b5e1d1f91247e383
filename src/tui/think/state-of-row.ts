import type { Envelope } from '../../events/envelope.ts';
import { readEvents } from '../../events/log-reader.ts';
import { comparePositions, type Position } from '../../events/position.ts';
import type { LogFolder } from '../../events/segments.ts';
import { startFold, type View } from '../../projections/fold.ts';
import { type StateChanges, stateChanges } from '../../replay/state-changes.ts';
import type { Question, RowState } from './question.ts';

/** Folds the log up to a row, and tells what each event of the row did to the state of its session. */
export const stateOfRow = (folder: LogFolder, asked: Extract<Question, { kind: 'state' }>): RowState => {
  const { session, events, row, base } = asked;
  const own = new Set(events);
  const fold = startFold();
  const steps: { event: Pick<Envelope, 'id' | 'type' | 'at'>; changes: StateChanges }[] = [];
  let worktree: string | null = null;
  let atBase: View | null = null;
  const end = base === null || isBefore(base.to, row.to) ? row.to : base.to;
  let state = fold.view(session, null);
  for (const { event, position } of readEvents(folder)) {
    if (comparePositions(position, end) > 0) break;
    const isOfRow = own.has(event.id);
    if (event.stream === session && event.delivery !== undefined) worktree = event.worktree ?? worktree;
    const before = isOfRow ? fold.view(session, worktree) : null;
    fold.apply(event);
    if (before !== null) {
      const { id, type, at } = event;
      steps.push({ event: { id, type, at }, changes: stateChanges(before, fold.view(session, worktree)) });
    }
    if (isSame(position, row.to)) state = fold.view(session, worktree);
    if (base !== null && isSame(position, base.to)) atBase = fold.view(session, worktree);
  }
  const since = atBase === null ? null : stateChanges(atBase, state, MOST_CHANGES);
  return {
    state: toldIn(state),
    untouched: untouchedIn(state),
    steps,
    sinceBase: since?.changes ?? null,
    more: since?.more ?? 0,
  };
};

/** A change of state that takes longer to read is read in the state itself. */
const MOST_CHANGES = 400;

const isBefore = (one: Position, other: Position): boolean => comparePositions(one, other) < 0;

const isSame = (one: Position, other: Position): boolean => comparePositions(one, other) === 0;

/** Which deliveries were seen is no state that anybody judges by. */
const toldIn = ({ deliveries: _, ...state }: View): Readonly<Record<string, unknown>> => state;

const untouchedIn = (state: View): string[] => {
  const fresh = startFold().view('', null);
  return Object.keys(toldIn(state)).filter((name) => {
    const key = name as keyof View;
    return state[key] === fresh[key] || JSON.stringify(state[key]) === JSON.stringify(fresh[key]);
  });
};
