import { detailLines } from '../detail/detail-lines.ts';
import { gapLines } from '../detail/gap-lines.ts';
import type { Line } from '../look/line.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { isLeft } from './chips.ts';
import { layoutOf } from './layout.ts';
import type { Model, Place, SessionModel, Tab } from './model.ts';
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
export const linesOf = (model: Model, session: SessionModel): readonly Line[] => {
  const { width } = layoutOf(model).detail;
  const row = session.rows[session.cursor];
  const lines = detailLines(session, width);
  return row?.kind === 'gap' ? [...gapLines(row, width), ...lines] : lines;
};

/** Rows for the lines of the detail: the tabs take one. */
const detailHeight = (model: Model): number => Math.max(1, layoutOf(model).detail.height - 1);

/** The detail with its cursor on a line. */
export const atLine = (model: Model, session: SessionModel, line: number): Partial<SessionModel> => {
  const { length } = linesOf(model, session);
  const detailCursor = clampTo(line, length);
  return { detailCursor, detailTop: scrolledTo(session.detailTop, detailCursor, detailHeight(model), length) };
};

/** Shows a tab. Where there is room for one pane only, that is the one then: otherwise nothing would be seen of it. */
export const showTab = (model: Model, tab: Tab): Model =>
  withSession(model, {
    ...{ tab, detailCursor: 0, detailTop: 0 },
    ...(layoutOf(model).kind === 'single' ? { focus: 'detail' as const } : {}),
  });

/** How far a page goes. */
export const pageOf = (model: Model): number => {
  const { session } = model;
  const { timeline, detail, height } = layoutOf(model);
  if (session === null) return Math.max(1, height - 1);
  return Math.max(1, (session.focus === 'detail' ? detail.height : timeline.height) - 1);
};

/** A session with its cursor on a row. */
export const atRow = (model: Model, session: SessionModel, row: number): Partial<SessionModel> => {
  const cursor = clampTo(row, session.rows.length);
  const { height } = layoutOf(model).timeline;
  return { cursor, top: scrolledTo(session.top, cursor, height, session.rows.length), ...DETAIL_START };
};

const DETAIL_START = { detailCursor: 0, detailTop: 0 };

/** Where one is; null where there is no row. */
const placeOf = ({ rows, cursor, tab, detailCursor, detailTop }: SessionModel): Place | null => {
  const here = rows[cursor];
  return here === undefined ? null : { row: here.id, tab, detailCursor, detailTop };
};

/** Goes to a row, so that `back` returns to where one was. */
export const jumpTo = (model: Model, row: number): Model => {
  const { session } = model;
  if (session === null || row === session.cursor) return model;
  const here = placeOf(session);
  const back = here === null ? session.back : [...session.back, here].slice(-MOST_JUMPS);
  return withSession(model, { ...atRow(model, session, row), back, forward: [] });
};

const MOST_JUMPS = 100;

/** Goes to the row with an id, also to one that the chips leave out: then they go. */
export const jumpToRow = (model: Model, id: string): Model => {
  const shown = rowIndex(model, id);
  if (shown >= 0) return jumpTo(model, shown);
  const { session } = model;
  if (session === null || !session.all.some((row) => row.id === id)) {
    return { ...model, notice: 'That is not in this session.' };
  }
  const unfiltered = withChips(model, []);
  return { ...jumpTo(unfiltered, rowIndex(unfiltered, id)), notice: 'The filter had left it out, and is off.' };
};

/** The same to the row that an event belongs to. */
export const jumpToEvent = (model: Model, event: string): Model => {
  const { session } = model;
  const row = session?.all.find(({ events }) => events.includes(event));
  if (session === null || row === undefined) {
    return { ...model, notice: `Event ${event} is in another session, or was not read yet.` };
  }
  const part = rowIndex(model, event);
  const id = part >= 0 ? event : row.id;
  const isPart = id !== event;
  const what = isPart ? (row.types[row.events.indexOf(event)] ?? 'The event') : 'The event';
  const where = `${what} is one of this row's events: 1 shows them`;
  if (id === session.rows[session.cursor]?.id) return { ...model, notice: isPart ? `${where}.` : 'That is this row.' };
  const there = jumpToRow(model, id);
  return isPart && there.notice === null ? { ...there, notice: `${where}, ^o goes back.` } : there;
};

const rowIndex = ({ session }: Model, id: string): number => session?.rows.findIndex((row) => row.id === id) ?? -1;

export const goBack = (model: Model): Model => returnTo(model, 'back', 'forward');

export const goForward = (model: Model): Model => returnTo(model, 'forward', 'back');

const returnTo = (model: Model, from: 'back' | 'forward', to: 'back' | 'forward'): Model => {
  const { session } = model;
  const place = session?.[from].at(-1);
  if (session === null || place === undefined) return { ...model, notice: `There is nowhere to go ${from} to.` };
  const { row, ...looked } = place;
  const here = placeOf(session);
  const { notice, session: there } = jumpToRow(model, row);
  const left = session[from].slice(0, -1);
  const other = here === null ? session[to] : [...session[to], here];
  return { ...model, notice, session: there === null ? null : { ...there, ...looked, [from]: left, [to]: other } };
};

/** The rows that were read until now. The cursor stays on its row, or on the last one where that is followed. */
export const withRows = (model: Model, all: readonly TimelineRow[], isComplete: boolean): Model => {
  const read = atWanted(listedAgain(withSession(model, { all, isComplete })));
  const { session } = read;
  if (session === null || session.follow === null || session.follow.isPaused) return read;
  const last = session.rows.length - 1;
  return session.cursor === last ? read : withSession(read, atRow(read, session, last));
};

/** Goes to the row that one left once it was read, unless one went elsewhere meanwhile. */
const atWanted = (model: Model): Model => {
  const { session } = model;
  if (session === null || session.wanted === null) return model;
  const { row, ...looked } = session.wanted;
  const index = rowIndex(model, row);
  if (session.cursor > 0) return withSession(model, { wanted: null });
  return index < 0 ? model : withSession(model, { ...atRow(model, session, index), ...looked, wanted: null });
};

/** Shows these below a row, or nothing. The cursor stays on its row, or goes to the one that was closed. */
export const withParts = (model: Model, row: string, shown: readonly TimelineRow[] | null): Model => {
  if (model.session === null) return model;
  const parts = new Map(model.session.parts);
  if (shown === null) parts.delete(row);
  else parts.set(row, shown);
  return listedAgain(withSession(model, { parts }));
};

/** Shows the rows that these chips leave. The cursor stays on its row, or goes to the one before that is left. */
export const withChips = (model: Model, chips: SessionModel['chips']): Model =>
  listedAgain(withSession(model, { chips }));

const listedAgain = (model: Model): Model => {
  const { session } = model;
  if (session === null) return model;
  const { all, chips, parts, rows: before, cursor } = session;
  const left = chips.length === 0 ? all : all.filter((row) => isLeft(row, chips));
  const rows = parts.size === 0 ? left : left.flatMap((row) => [row, ...(parts.get(row.id) ?? [])]);
  const here = before[cursor];
  const changed = { ...session, rows };
  // What is read on is added behind: the row is where it was.
  if (here === undefined || rows[cursor]?.id === here.id) {
    const { detailCursor, detailTop } = session;
    return { ...model, session: { ...changed, ...atRow(model, changed, cursor), detailCursor, detailTop } };
  }
  const shown = rows.findIndex(({ id }) => id === here.id);
  if (shown >= 0) return { ...model, session: { ...changed, ...atRow(model, changed, shown) } };
  const place = all.findIndex(({ id }) => id === (here.of ?? here.id));
  const isShown = new Set(left);
  const nearest = all.slice(0, place + 1).findLast((row) => isShown.has(row));
  return {
    ...model,
    session: { ...changed, ...atRow(model, changed, nearest === undefined ? 0 : rows.indexOf(nearest)) },
  };
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

/** The sessions that the filter leaves: each of its words is in what the list says of them. */
export const listedSessions = ({ sessions: { entries, filter } }: Model): Model['sessions']['entries'] => {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ session, worktree, host, isLive, rulings, lastAt }) => {
    const decided = Object.entries(rulings).flatMap(([decision, count]) => (count > 0 ? [decision] : []));
    const said = [session, worktree ?? '', host ?? '', isLive ? 'live' : 'ended', lastAt.slice(0, 10), ...decided];
    const text = said.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
};
