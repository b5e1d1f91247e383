import { followLog, isLogChange } from '../../events/follow-log.ts';
import { isLogLine, type LogLine } from '../../events/log-reader.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import { summaryOf } from '../../replay/summary.ts';
import type { Ask } from '../think/question.ts';
import { thinkHere } from '../think/think-here.ts';
import { knownLogInSteps } from './known-log.ts';
import { lineReader } from './line-at.ts';
import { type FoundEvent, searchSession } from './search-session.ts';
import type { SessionEntry } from './session-entry.ts';
import { isGap, type KnownLog, sessionItems } from './session-items.ts';
import { startTimeline, type Timeline } from './timeline.ts';
import type { TimelineRow } from './timeline-row.ts';

/** A session that is being read. */
export interface OpenSession {
  readonly timeline: Timeline;
  /** Reads on by about `events` events. Returns whether that was the end of the log. */
  readonly readOn: (events: number) => boolean;
  /**
   * Goes on as the log grows, once all of it was read, until the signal is aborted; tells whenever something was added.
   * Returns whether what was read is not there any more, so that the session must be opened anew. Throws the system's errors.
   */
  readonly follow: (signal: AbortSignal, onMore: () => void) => Promise<boolean>;
  /** An event of the session that was read: read again from where it stands. */
  readonly event: (id: string) => LogLine | undefined;
  /** A row for each event that belongs to a row, but for the one that the row is about. */
  readonly parts: (row: TimelineRow) => readonly TimelineRow[];
  /** All events of the session as they are in the log now, read anew. */
  readonly lines: () => Iterable<LogLine>;
  /** What the events of the session say, looked through step by step. */
  readonly search: (text: string) => Iterator<readonly FoundEvent[]>;
  /** Finds out what takes longer than a key may. */
  readonly ask: Ask;
}

/** Where sessions come from. */
export interface Source {
  /** Most recently active first. */
  readonly sessions: () => readonly SessionEntry[];
  /** The same, after reading on by so many blocks of the log; null while there is more, so that something can be drawn. */
  readonly readOn: (blocks: number) => readonly SessionEntry[] | null;
  readonly open: (session: string) => OpenSession;
}

/** The sessions of a project's log. */
export const logSource = (folder: LogFolder, ask: Ask = thinkHere(folder)): Source => {
  let steps = knownLogInSteps(folder);
  let known: KnownLog | null = null;
  const readOn = (blocks: number): readonly SessionEntry[] | null => {
    for (let count = 0; count <= blocks; count += 1) {
      const next = steps.next();
      if (!next.done) continue;
      known = next.value;
      steps = knownLogInSteps(folder);
      return entriesOf(known.index);
    }
    return null;
  };
  const sessions = (): readonly SessionEntry[] => {
    for (;;) {
      const entries = readOn(Number.MAX_SAFE_INTEGER);
      if (entries !== null) return entries;
    }
  };
  return {
    sessions,
    readOn,
    open: (session) => {
      if (known === null) sessions();
      return openSession(folder, session, known as KnownLog, ask);
    },
  };
};

/** What was done with a command is in no session. */
const entriesOf = ({ streams }: StreamIndex): readonly SessionEntry[] =>
  streams
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

const openSession = (folder: LogFolder, session: string, known: KnownLog, ask: Ask): OpenSession => {
  const timeline = startTimeline();
  const items = sessionItems(folder, session, known);
  const lineAt = lineReader(folder);
  let end = known.index.position;
  const event = (id: string): LogLine | undefined => {
    const position = timeline.positionOf(id);
    const line = position === undefined ? undefined : lineAt(position);
    return line?.event.id === id ? line : undefined;
  };
  return {
    timeline,
    readOn: (events) => {
      for (let count = 0; count < events; count += 1) {
        const next = items.next();
        if (next.done) {
          // Only the first time the generator says where it came to.
          end = next.value ?? end;
          return true;
        }
        if (isGap(next.value)) timeline.addGap(next.value);
        else timeline.add(next.value);
      }
      return false;
    },
    follow: async (signal, onMore) => {
      const tell = calmly(onMore);
      for await (const item of followLog(folder, end, signal)) {
        if (isLogChange(item)) return true;
        if (!isLogLine(item) || item.event.stream !== session) continue;
        // Followed before, it is gone over again from where the last one stands.
        if (timeline.rowOf(item.event.id) !== undefined) continue;
        timeline.add(item);
        end = item.position;
        tell();
      }
      return false;
    },
    event,
    parts: (row) => row.events.slice(1).flatMap((id) => partOf(row, event(id))),
    search: (text) => searchSession(folder, session, known.index, text),
    ask,
    lines: function* () {
      for (const item of sessionItems(folder, session, known)) if (!isGap(item)) yield item;
    },
  };
};

const partOf = (row: TimelineRow, line: LogLine | undefined): readonly TimelineRow[] => {
  if (line === undefined) return [];
  const { event, position } = line;
  const { decision } = event.data;
  return [
    {
      kind: 'event',
      of: row.id,
      id: event.id,
      at: event.at,
      position,
      turn: row.turn,
      actor: row.actor,
      lane: row.lane,
      text: `${event.type} ${summaryOf(event)}`.trimEnd(),
      ...(event.type === 'GatesRuled' && typeof decision === 'string' ? { decision } : {}),
      fired: [],
      events: [event.id],
      types: [event.type],
    },
  ];
};

/** What was added in one go is told of once. */
const calmly = (onMore: () => void): (() => void) => {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      onMore();
    }, TOLD_AFTER_MS);
  };
};

/** Less than anybody notices. */
const TOLD_AFTER_MS = 30;
