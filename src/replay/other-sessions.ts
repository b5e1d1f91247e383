import type { LogLine } from '../events/log-reader.ts';
import type { Position } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import type { Session } from './causes.ts';
import { inJson, linesBack } from './find-event.ts';

/**
 * A session with what another session, or a person at a terminal, has to do with it: for each of the ids that is no event
 * of its own and stands before a position, the session that event belongs to, so that its causes can be followed as well.
 */
export const withOthers = (
  session: Session,
  ids: readonly string[],
  before: Position,
  folder: LogFolder,
  index: StreamIndex | null,
): Session => {
  const missing = new Set(ids.filter((id) => !session.byId.has(id)));
  if (missing.size === 0) return session;
  const others = new Map<string, readonly LogLine[]>();
  const byId = new Map(session.byId);
  for (const { event } of linesBack(folder, [...missing].map(inJson), before)) {
    if (!missing.delete(event.id)) continue;
    if (!others.has(event.stream)) {
      const lines = [...readSession(folder, event.stream, index)];
      others.set(event.stream, lines);
      for (const line of lines) byId.set(line.event.id, line);
    }
    for (const id of missing) if (byId.has(id)) missing.delete(id);
    if (missing.size === 0) break;
  }
  return { ...session, byId, others };
};
