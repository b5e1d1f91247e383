import type { LogLine } from '../../events/log-reader.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { readSession } from '../../events/read-sessions.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import type { Ask } from '../think/question.ts';
import { thinkHere } from '../think/think-here.ts';
import type { SessionEntry } from './session-entry.ts';
import { startTimeline, type Timeline } from './timeline.ts';

/** A session that is being read. */
export interface OpenSession {
  readonly timeline: Timeline;
  /** Reads on by about `events` events. Returns whether that was the end of the log. */
  readonly readOn: (events: number) => boolean;
  /** An event of the session that was read. */
  readonly event: (id: string) => LogLine | undefined;
  /** All events of the session as they are in the log now, read anew. */
  readonly lines: () => Iterable<LogLine>;
  /** Finds out what takes longer than a key may. */
  readonly ask: Ask;
}

/** Where sessions come from. */
export interface Source {
  /** Most recently active first. */
  readonly sessions: () => readonly SessionEntry[];
  readonly open: (session: string) => OpenSession;
}

/** The sessions of a project's log. */
export const logSource = (folder: LogFolder, ask: Ask = thinkHere(folder)): Source => {
  let index: StreamIndex | null = null;
  return {
    sessions: () => {
      index = openStreamIndex(folder);
      // What was done with a command is in no session.
      return index.streams
        .filter(({ events, host }) => events > 0 && host !== 'docket')
        .map(({ stream, host, worktree, firstAt, lastAt, endedAt, events, turns, calls, activity, rulings }) => ({
          session: stream,
          host,
          worktree,
          firstAt,
          lastAt,
          isLive: endedAt === null,
          events,
          turns,
          calls,
          activity,
          rulings,
        }))
        .toReversed();
    },
    open: (session) => openSession(folder, session, index, ask),
  };
};

const openSession = (folder: LogFolder, session: string, index: StreamIndex | null, ask: Ask): OpenSession => {
  const timeline = startTimeline();
  const lines = readSession(folder, session, index);
  const read = new Map<string, LogLine>();
  return {
    timeline,
    readOn: (events) => {
      for (let count = 0; count < events; count += 1) {
        const next = lines.next();
        if (next.done) return true;
        timeline.add(next.value);
        read.set(next.value.event.id, next.value);
      }
      return false;
    },
    event: (id) => read.get(id),
    ask,
    lines: () => readSession(folder, session, index),
  };
};
