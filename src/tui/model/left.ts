import type { SessionEntry } from '../source/session-entry.ts';
import type { Model, SessionModel } from './model.ts';
import { startSession } from './start.ts';

/** Back to the list of sessions; where one was is kept, for when the session is opened again. */
export const closedSession = (model: Model): Model => {
  const { session } = model;
  if (session === null) return model;
  const left = new Map(model.left).set(session.entry.session, asLeft(session));
  return { ...model, session: null, isZoomed: false, left };
};

/** What was looked at, without what was read: that is read again. */
const asLeft = (session: SessionModel): SessionModel => {
  const { entry, chips, search, tab, toggled, mark, back, forward, rows, cursor, detailCursor, detailTop } = session;
  const row = rows[cursor];
  return {
    ...startSession(entry),
    ...{ chips, search, tab, toggled, mark, back, forward },
    wanted: row === undefined ? session.wanted : { row: row.of ?? row.id, tab, detailCursor, detailTop },
  };
};

/** The session as it was left, or from its beginning. */
export const againOrNew = ({ left }: Model, entry: SessionEntry): SessionModel => ({
  ...(left.get(entry.session) ?? startSession(entry)),
  entry,
});
