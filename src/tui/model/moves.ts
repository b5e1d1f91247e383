import { layoutFor } from './layout.ts';
import type { Model, SessionModel } from './model.ts';
import { clampTo, scrolledTo } from './window.ts';

/** The model with the cursor of what is shown elsewhere. */
export const moveTo = (model: Model, cursor: number): Model => {
  const { session, sessions } = model;
  if (session === null) {
    return { ...model, sessions: { ...sessions, cursor: clampTo(cursor, listedSessions(model).length) } };
  }
  if (session.focus === 'detail') return withSession(model, { detailTop: Math.max(0, cursor) });
  return withSession(model, atRow(model, session, cursor));
};

export const moveBy = (model: Model, rows: number): Model => moveTo(model, cursorOf(model) + rows);

const cursorOf = ({ session, sessions }: Model): number => {
  if (session === null) return sessions.cursor;
  return session.focus === 'detail' ? session.detailTop : session.cursor;
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
  return { cursor, top: scrolledTo(session.top, cursor, height, session.rows.length), detailTop: 0 };
};

/** Goes to a row, so that `back` returns to where one was. */
export const jumpTo = (model: Model, row: number): Model => {
  const { session } = model;
  if (session === null || row === session.cursor) return model;
  const back = [...session.back, session.cursor].slice(-MOST_JUMPS);
  return withSession(model, { ...atRow(model, session, row), back, forward: [], focus: 'timeline' });
};

const MOST_JUMPS = 100;

export const goBack = (model: Model): Model => {
  const { session } = model;
  const row = session?.back.at(-1);
  if (session === null || row === undefined) return { ...model, notice: 'There is nowhere to go back to.' };
  const forward = [...session.forward, session.cursor];
  return withSession(model, { ...atRow(model, session, row), back: session.back.slice(0, -1), forward });
};

export const goForward = (model: Model): Model => {
  const { session } = model;
  const row = session?.forward.at(-1);
  if (session === null || row === undefined) return { ...model, notice: 'There is nowhere to go forward to.' };
  const back = [...session.back, session.cursor];
  return withSession(model, { ...atRow(model, session, row), forward: session.forward.slice(0, -1), back });
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
