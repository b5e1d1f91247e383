import { useEffect } from 'react';
import type { Model, SessionModel } from '../model/model.ts';
import { withParts, withRows, withSession } from '../model/moves.ts';
import { playOn, playWait } from '../model/play.ts';
import type { OpenSession, Source } from '../source/log-source.ts';
import type { KeptModel } from './use-model.ts';

/** Opens a session with its first rows: the next key may be meant for one of them. */
export const openBegun = (source: Source, session: string): OpenSession => {
  const opened = source.open(session);
  opened.readOn(READ_AT_ONCE);
  return opened;
};

/** The model with the rows that were read so far. */
export const withRead = (model: Model, opened: OpenSession | null): Model =>
  opened === null ? model : withRows(model, opened.timeline.rows(), false);

/** Events that are read between two keys: less than a frame's worth. */
const READ_AT_ONCE = 500;

/** What was read is shown once it is this much more: showing costs more the more there is. */
const SHOWN_GROWTH = 1.25;

/** Reads an opened session piece by piece, so that keys come through in between. */
export const useReading = (opened: OpenSession | null, change: KeptModel['change']): void => {
  useEffect(() => {
    if (opened === null) return;
    let read = 0;
    let shown = 0;
    let timer: NodeJS.Immediate | null = null;
    const readOn = (): void => {
      const isComplete = readOrTell(opened, change);
      read += READ_AT_ONCE;
      if (isComplete || read >= shown * SHOWN_GROWTH) {
        shown = read;
        change((known) => readAgain(known, opened, isComplete));
      }
      timer = isComplete ? null : setImmediate(readOn);
    };
    readOn();
    return () => {
      if (timer !== null) clearImmediate(timer);
    };
  }, [opened, change]);
};

/** Reads on; what cannot be read ends the session for the one who looks at it, not the program. */
const readOrTell = (opened: OpenSession, change: KeptModel['change']): boolean => {
  try {
    return opened.readOn(READ_AT_ONCE);
  } catch (error) {
    const notice = `The log cannot be read further: ${error instanceof Error ? error.message : String(error)}`;
    change((known) => ({ ...known, notice }));
    return true;
  }
};

/** Follows the log while the session is followed. `reopen` is called when what was read is not there any more. */
export const useFollowing = (
  session: SessionModel | null,
  opened: OpenSession | null,
  change: KeptModel['change'],
  reopen: () => void,
): void => {
  const isFollowed = session?.follow != null && session.isComplete;
  // biome-ignore lint/correctness/useExhaustiveDependencies: how to reopen is the same however often it is drawn
  useEffect(() => {
    if (!isFollowed || opened === null) return;
    const abort = new AbortController();
    const onMore = (): void => {
      if (!abort.signal.aborted) change((known) => readAgain(known, opened, true));
    };
    opened.follow(abort.signal, onMore).then(
      (isGone) => {
        if (isGone && !abort.signal.aborted) reopen();
      },
      (error: unknown) => {
        const notice = `It cannot be followed: ${error instanceof Error ? error.message : String(error)}`;
        change((known) => withSession({ ...known, notice }, { follow: null }));
      },
    );
    return () => abort.abort();
  }, [isFollowed, opened, change]);
};

/** Goes on by itself while that is wanted. */
export const usePlaying = (session: SessionModel | null, change: KeptModel['change']): void => {
  const wait = session === null ? null : playWait(session);
  const cursor = session?.cursor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row is waited for anew, however long
  useEffect(() => {
    if (wait === null) return;
    const timer = setTimeout(() => change(playOn), wait);
    return () => clearTimeout(timer);
  }, [wait, cursor, change]);
};

/** The rows as they are now, and below those that are open what belongs to them by now. */
const readAgain = (model: Model, opened: OpenSession, isComplete: boolean): Model => {
  const next = withRows(model, opened.timeline.rows(), isComplete);
  const { session } = next;
  if (session === null) return next;
  let shown = next;
  for (const [id, parts] of session.parts) {
    const row = session.all.find((each) => each.id === id);
    if (row !== undefined && row.events.length - 1 > parts.length) shown = withParts(shown, id, opened.parts(row));
  }
  return shown;
};
