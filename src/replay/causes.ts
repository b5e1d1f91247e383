import type { Envelope } from '../events/envelope.ts';
import type { LogLine } from '../events/log-reader.ts';
import { isSaidByPerson } from '../projections/said-by-person.ts';

/** A session's events with what is needed to follow causes. */
export interface Session {
  readonly lines: readonly LogLine[];
  readonly byId: ReadonlyMap<string, LogLine>;
  /** Other sessions that have to do with it, by name; their events are in `byId` as well. */
  readonly others?: ReadonlyMap<string, readonly LogLine[]>;
}

export const sessionOf = (lines: readonly LogLine[]): Session => ({
  lines,
  byId: new Map(lines.map((line) => [line.event.id, line])),
});

/**
 * The event that led to another one. Hosts name no causes, so for their events it is told from what belongs together:
 * an outcome follows from its request, everything else from the prompt it is work on.
 */
export const causeOf = (session: Session, line: LogLine): LogLine | null => {
  const { event } = line;
  if (event.cause !== null) return session.byId.get(event.cause) ?? null;
  if (event.type === 'PromptSubmitted' || event.type === 'SessionStarted') return null;
  const lines = session.others?.get(event.stream) ?? session.lines;
  const index = lines.indexOf(line);
  const earlier = (matches: (candidate: Envelope) => boolean): LogLine | null => {
    for (let i = index - 1; i >= 0; i -= 1) {
      const candidate = lines[i] as LogLine;
      if (matches(candidate.event)) return candidate;
    }
    return null;
  };
  const isOutcome = event.type === 'ToolCompleted' || event.type === 'ToolFailed';
  if (isOutcome && event.call !== null) {
    const request = earlier(({ type, call }) => type === 'ToolRequested' && call === event.call);
    if (request !== null) return request;
  }
  return earlier((candidate) => isSaidByPerson(candidate) && (event.turn === null || candidate.turn === event.turn));
};

/** An event and what led to it, back to the prompt. */
export const causeChain = (session: Session, line: LogLine): LogLine[] => {
  const chain = [line];
  const seen = new Set([line.event.id]);
  for (let next = causeOf(session, line); next !== null; next = causeOf(session, next)) {
    if (seen.has(next.event.id)) break;
    seen.add(next.event.id);
    chain.push(next);
  }
  return chain;
};
