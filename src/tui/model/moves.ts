import { detailLines } from '../detail/detail-lines.ts';
import type { Line } from '../look/line.ts';
import { layoutFor } from './layout.ts';
import type { Model, Place, SessionModel } from './model.ts';
import { isWhatIf, moveInWhatIf } from './what-if-moves.ts';
import { clampTo, scrolledTo } from './window.ts';

/** The model with the cursor of what is shown elsewhere. */
export const moveTo = (model: Model, cursor: number): Model => {
  const { session, sessions, overlay } = model;
  if (isWhatIf(overlay)) return { ...model, overlay: moveInWhatIf(overlay, cursor) };
  if (session === null) {
    return { ...model, sessions: { ...sessions, cursor: clampTo(cursor, listedSessions(model).length) } };
  }
  if (session.focus === 'detail') return withSession(model, atLine(model, session, cursor));
  return withSession(model, atRow(model, session, cursor));
};

export const moveBy = (model: Model, rows: number): Model => moveTo(model, cursorOf(model) + rows);

const cursorOf = ({ session, sessions, overlay }: Model): number => {
  if (isWhatIf(overlay)) return overlay[overlay.focus === 'choices' ? 'choice' : 'flip'];
  if (session === null) return sessions.cursor;
  return session.focus === 'detail' ? session.detailCursor : session.cursor;
};

/** The lines of the detail as they are drawn. */
export const linesOf = (model: Model, session: SessionModel): readonly Line[] =>
  detailLines(session, layoutFor(model.size).detail.width);

/** Rows for the lines of the detail: the tabs take one. */
export const detailHeight = ({ size }: Pick<Model, 'size'>): number => Math.max(1, layoutFor(size).detail.height - 1);

const atLine = (model: Model, session: SessionModel, line: number): Partial<SessionModel> => {
  const { length } = linesOf(model, session);
  const detailCursor = clampTo(line, length);
  return { detailCursor, detailTop: scrolledTo(session.detailTop, detailCursor, detailHeight(model), length) };
};

/** How far a page goes. */
export const pageOf = ({ size, session }: Model): number => {
  const { timeline, detail, height } = layoutFor(size);
  if (session === null) return Math.max(1, height - 1);
  return Math.max(1, (session.focus === 'detail' ? detail.height : timeline.height) - 1);
};

const atRow = (model: Model, session: SessionModel, row: number): Partial<SessionModel> => {
  const cursor = clampTo(row, session.rows.length);
  const { height } = layoutFor(model.size).timeline;
  return { cursor, top: scrolledTo(session.top, cursor, height, session.rows.length), detailCursor: 0, detailTop: 0 };
};

const placeOf = ({ cursor: row, tab, detailCursor, detailTop }: SessionModel): Place => ({
  row,
  tab,
  detailCursor,
  detailTop,
});

const atPlace = (model: Model, session: SessionModel, { row, ...looked }: Place): Partial<SessionModel> => ({
  ...atRow(model, session, row),
  ...looked,
});

/** Goes to a row, so that `back` returns to where one was. */
export const jumpTo = (model: Model, row: number): Model => {
  const { session } = model;
  if (session === null || row === session.cursor) return model;
  const back = [...session.back, placeOf(session)].slice(-MOST_JUMPS);
  return withSession(model, { ...atRow(model, session, row), back, forward: [] });
};

/** The same to the row that an event belongs to. */
export const jumpToEvent = (model: Model, event: string): Model => {
  const { session } = model;
  if (session === null) return model;
  const row = session.rows.findIndex(({ events }) => events.includes(event));
  if (row < 0) return { ...model, notice: `Event ${event} is in another session, or was not read yet.` };
  return row === session.cursor ? { ...model, notice: 'That event is in this row.' } : jumpTo(model, row);
};

const MOST_JUMPS = 100;

export const goBack = (model: Model): Model => {
  const { session } = model;
  const place = session?.back.at(-1);
  if (session === null || place === undefined) return { ...model, notice: 'There is nowhere to go back to.' };
  const forward = [...session.forward, placeOf(session)];
  return withSession(model, { ...atPlace(model, session, place), back: session.back.slice(0, -1), forward });
};

export const goForward = (model: Model): Model => {
  const { session } = model;
  const place = session?.forward.at(-1);
  if (session === null || place === undefined) return { ...model, notice: 'There is nowhere to go forward to.' };
  const back = [...session.back, placeOf(session)];
  return withSession(model, { ...atPlace(model, session, place), forward: session.forward.slice(0, -1), back });
};

/** The next row that `fits`, in a direction; the notice says when there is none. */
export const jumpToNext = (
  model: Model,
  direction: 1 | -1,
  fits: (row: SessionModel['rows'][number]) => boolean,
  what: string,
): Model => {
  const { session } = model;
  if (session === null) return model;
  for (let row = session.cursor + direction; row >= 0 && row < session.rows.length; row += direction) {
    if (fits(session.rows[row] as SessionModel['rows'][number])) return jumpTo(model, row);
  }
  return { ...model, notice: `No ${what} ${direction === 1 ? 'further on' : 'before this'}.` };
};

export const withSession = (model: Model, change: Partial<SessionModel>): Model =>
  model.session === null ? model : { ...model, session: { ...model.session, ...change } };

/** The sessions that the filter leaves. */
export const listedSessions = ({ sessions: { entries, filter } }: Model): Model['sessions']['entries'] => {
  const wanted = filter.toLowerCase();
  if (wanted === '') return entries;
  return entries.filter(({ session, worktree, host }) =>
    `${session} ${worktree ?? ''} ${host ?? ''}`.toLowerCase().includes(wanted),
  );
};
