import type { Follow, Model, SessionModel } from './model.ts';
import { atRow, withSession } from './moves.ts';

/** A pause in which nothing happened is not waited out: milliseconds at the speed of one. */
const LONGEST_WAIT_MS = 2000;

/** So long a row is seen at least. */
const SHORTEST_WAIT_MS = 30;

const SPEEDS: readonly number[] = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];

/** How long the chosen row stands before the next one is gone to, in milliseconds; null where nothing plays. */
export const playWait = ({ play, rows, cursor }: SessionModel): number | null => {
  const [here, next] = [rows[cursor], rows[cursor + 1]];
  if (!play.isOn || here === undefined || next === undefined) return null;
  const took = Date.parse(next.at) - Date.parse(here.at);
  // The clock of who wrote it may have run backwards, or be none.
  const wait = Number.isNaN(took) ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(0, took));
  return Math.max(SHORTEST_WAIT_MS, wait / play.speed);
};

/** One row on; at the end of what was recorded it stops. */
export const playOn = (model: Model): Model => {
  const { session } = model;
  if (session === null || !session.play.isOn) return model;
  const moved = withSession(model, atRow(model, session, session.cursor + 1));
  return isAtEnd(moved.session) ? stopped(moved) : moved;
};

/** Plays from the chosen row on, or pauses. */
export const playOrPause = (model: Model): Model => {
  const { session } = model;
  if (session === null) return model;
  if (session.play.isOn) return withSession(model, { play: { ...session.play, isOn: false } });
  if (isAtEnd(session)) return { ...model, notice: 'This is the end: go up and play from there.' };
  return withSession(model, { play: { ...session.play, isOn: true } });
};

/** A session that is still read, or followed, goes on. */
const isAtEnd = (session: SessionModel | null): boolean =>
  session?.isComplete === true && session.follow === null && session.cursor >= session.rows.length - 1;

const stopped = (model: Model): Model => {
  const { session } = model;
  if (session === null) return model;
  return withSession({ ...model, notice: 'Played to the end.' }, { play: { ...session.play, isOn: false } });
};

export const playFaster = (model: Model, by: 1 | -1): Model => {
  const { session } = model;
  if (session === null) return model;
  const at = SPEEDS.indexOf(session.play.speed) + by;
  const speed = SPEEDS[Math.max(0, Math.min(at, SPEEDS.length - 1))] ?? 1;
  const notice = session.play.isOn ? null : `It will play ${speed} times as fast as it was: Space begins.`;
  return withSession({ ...model, notice }, { play: { ...session.play, speed } });
};

/** Follows a session from its newest row on, goes on with that after a pause, or ends it. */
export const followOrNot = (model: Model): Model => {
  const { session } = model;
  if (session === null) return model;
  if (session.follow !== null && !session.follow.isPaused) {
    return withSession({ ...model, notice: 'No longer followed.' }, { follow: null });
  }
  const follow: Follow = { isPaused: false, from: session.all.length };
  const last = atRow(model, session, session.rows.length - 1);
  const notice = session.entry.isLive ? null : 'It has ended: should it be resumed, what comes is shown.';
  return withSession({ ...model, notice }, { follow, ...last, play: { ...session.play, isOn: false } });
};

/** Whoever goes up while a session is followed wants to read. */
export const pausedByMove = (before: Model, after: Model): Model => {
  const [was, is] = [before.session, after.session];
  if (was === null || is === null || is.follow === null || is.follow.isPaused || is.cursor >= was.cursor) return after;
  return withSession(after, { follow: { isPaused: true, from: is.all.length } });
};
