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
  const { places, prompts, requests } = lookUp(lines);
  const before = places.get(line) ?? 0;
  const isOutcome = event.type === 'ToolCompleted' || event.type === 'ToolFailed';
  const request = isOutcome && event.call !== null ? lastBefore(requests.get(event.call) ?? [], before) : null;
  if (request !== null) return lines[request] ?? null;
  const isOfTurn = (at: number): boolean => event.turn === null || lines[at]?.event.turn === event.turn;
  const prompt = lastBefore(prompts, before, isOfTurn);
  return prompt === null ? null : (lines[prompt] ?? null);
};

/** Where things stand among lines: a long session is asked for many causes. */
interface LookUp {
  readonly places: ReadonlyMap<LogLine, number>;
  readonly prompts: readonly number[];
  /** By the id of the call. */
  readonly requests: ReadonlyMap<string, readonly number[]>;
}

const known = new WeakMap<readonly LogLine[], LookUp>();

const lookUp = (lines: readonly LogLine[]): LookUp => {
  const made = known.get(lines);
  if (made !== undefined) return made;
  const places = new Map<LogLine, number>();
  const prompts: number[] = [];
  const requests = new Map<string, number[]>();
  for (const [place, line] of lines.entries()) {
    const { event } = line;
    places.set(line, place);
    if (isSaidByPerson(event)) prompts.push(place);
    if (event.type !== 'ToolRequested' || event.call === null) continue;
    const others = requests.get(event.call);
    if (others === undefined) requests.set(event.call, [place]);
    else others.push(place);
  }
  const found = { places, prompts, requests };
  known.set(lines, found);
  return found;
};

/** The last of places in ascending order that stands before another one, and fits. */
const lastBefore = (
  places: readonly number[],
  end: number,
  fits: (place: number) => boolean = () => true,
): number | null => {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < end) low = middle + 1;
    else high = middle;
  }
  for (let at = low - 1; at >= 0; at -= 1) {
    const place = places[at] as number;
    if (fits(place)) return place;
  }
  return null;
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
