import type { Line } from '../look/line.ts';
import type { Command, Step } from './command.ts';
import type { Model } from './model.ts';
import { jumpToEvent, linesOf, showTab, withSession } from './moves.ts';
import { foldRow } from './row-parts.ts';
import { openWhatIf } from './what-if-moves.ts';

const only = (model: Model): Step => ({ model, effects: [] });

const chosenLine = (model: Model): Line | undefined => {
  const { session } = model;
  return session === null || session.focus !== 'detail' ? undefined : linesOf(model, session)[session.detailCursor];
};

/** Opens or folds up what the chosen line heads; `to` says which, or whichever it is not. */
export const foldDetail = (model: Model, to: 'open' | 'folded' | 'other'): Model => {
  const { session } = model;
  const line = chosenLine(model);
  if (session === null || line === undefined) return model;
  const head = line.fold ?? (to === 'folded' ? headAbove(model) : undefined);
  if (head === undefined) return model;
  const isOpen = isOpenNow(linesOf(model, session), head);
  if ((to === 'open' && isOpen) || (to === 'folded' && !isOpen)) return model;
  const toggled = new Set(session.toggled);
  if (!toggled.delete(head)) toggled.add(head);
  const next = withSession(model, { toggled });
  const lines = next.session === null ? [] : linesOf(next, next.session);
  const detailCursor = Math.max(
    0,
    lines.findIndex(({ fold }) => fold === head),
  );
  return withSession(next, { detailCursor, detailTop: Math.min(session.detailTop, detailCursor) });
};

const fold = (model: Model, to: 'open' | 'folded' | 'other'): Step =>
  model.session?.focus === 'detail' ? only(foldDetail(model, to)) : foldRow(model, to);

/** The sign in front of a head says whether it is open. */
const isOpenNow = (lines: readonly Line[], head: string): boolean =>
  lines.find(({ fold }) => fold === head)?.isOpen === true;

const headAbove = (model: Model): string | undefined => {
  const { session } = model;
  if (session === null) return undefined;
  const lines = linesOf(model, session).slice(0, session.detailCursor);
  return lines.findLast(({ fold, isOpen }) => fold !== undefined && isOpen === true)?.fold;
};

/** Goes where the chosen line leads. */
const follow = (model: Model): Model => {
  const line = chosenLine(model);
  if (line?.jump !== undefined) return jumpToEvent(model, line.jump);
  return { ...model, notice: 'This line leads nowhere: choose an event in Why (tab goes to the pane).' };
};

const openLine = (model: Model): Model => {
  if (model.session?.focus === 'timeline') return withSession(model, { focus: 'detail' });
  const line = chosenLine(model);
  if (line?.jump !== undefined) return follow(model);
  return line?.fold === undefined ? model : foldDetail(model, 'other');
};

const mark = (model: Model): Model => {
  const { session } = model;
  const row = session?.rows[session.cursor];
  if (session === null || row === undefined) return model;
  if (session.mark === row.id)
    return withSession({ ...model, notice: 'The mark is gone.' }, { mark: null, base: null });
  return withSession({ ...model, notice: 'Marked: D on another row compares with it.' }, { mark: row.id });
};

const diffTo = (model: Model, base: string | null): Model => withSession(showTab(model, 'diff'), { base });

const diffToMark = (model: Model): Model => {
  const marked = model.session?.mark ?? null;
  if (marked === null) return { ...model, notice: 'Mark a row with m first.' };
  return diffTo(model, marked);
};

const askWhatIf = (model: Model): Step => {
  const overlay = openWhatIf(model);
  if (overlay === null) return only({ ...model, notice: 'There is nothing to change here yet.' });
  return { model: { ...model, overlay }, effects: [{ kind: 'what-if', change: null }] };
};

/** What can be done with the detail of a row. */
export const DETAIL_COMMANDS: readonly Command[] = [
  {
    name: 'enter',
    keys: ['enter'],
    does: 'to the detail; there: go to the event of the line, or open it',
    group: 'jump',
    where: 'session',
    run: (model) => only(openLine(model)),
  },
  {
    name: 'go-to-cause',
    keys: ['g d'],
    does: 'go to the event of the line',
    group: 'jump',
    where: 'session',
    run: (model) => only(follow(model)),
  },
  {
    name: 'fold',
    keys: ['h', 'left'],
    does: 'close the row; in the detail: fold up what the line is in',
    group: 'look',
    where: 'session',
    run: (model) => fold(model, 'folded'),
  },
  {
    name: 'unfold',
    keys: ['l', 'right'],
    does: 'show the events of the row below it; in the detail: open what the line heads',
    group: 'look',
    where: 'session',
    run: (model) => fold(model, 'open'),
  },
  {
    name: 'fold-or-unfold',
    keys: ['o'],
    does: 'open the row or what the line heads, or close it',
    group: 'look',
    where: 'session',
    run: (model) => fold(model, 'other'),
  },
  {
    name: 'mark',
    keys: ['m'],
    does: 'mark the row, to compare others with it',
    group: 'look',
    where: 'session',
    run: (model) => only(mark(model)),
  },
  {
    name: 'diff-to-previous',
    keys: ['d'],
    does: 'what the row did to the state',
    group: 'look',
    where: 'session',
    run: (model) => only(diffTo(model, null)),
  },
  {
    name: 'diff-to-mark',
    keys: ['D'],
    does: 'what changed in the state since the marked row',
    group: 'look',
    where: 'session',
    run: (model) => only(diffToMark(model)),
  },
  {
    name: 'what-if',
    keys: ['x'],
    does: 'what another mode or preset, or without this event, would have been said',
    group: 'what if',
    where: 'session',
    run: askWhatIf,
  },
];
