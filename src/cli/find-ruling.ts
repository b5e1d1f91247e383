import type { Envelope } from '../events/envelope.ts';
import { findLines, lineAt } from '../events/find-lines.ts';
import type { LogLine } from '../events/log-reader.ts';
import { comparePositions, type Position } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import { FORCEFUL, type StreamIndex } from '../events/stream-index.ts';
import { verdictsIn } from '../replay/summary.ts';
import { hasWholeData } from '../replay/whole-data.ts';
import { NotFoundError, UsageError } from './io.ts';

/** Which ruling is meant; without id and call the last forceful one. */
export interface WantedRuling {
  /** Of the event that was judged or of the ruling; its beginning is enough when no other id begins so. */
  readonly id?: string | undefined;
  readonly call?: string | undefined;
  /** How the session's id begins. */
  readonly session?: string | undefined;
}

/**
 * Finds the ruling to explain. Without an id or a call: the last one that denied, asked or rewrote, of the live
 * sessions of this worktree when there is one, else of any of its sessions, else of the log; what a monitored gate
 * would have said only where nothing was answered. Throws `NotFoundError`, and `UsageError` for an ambiguous id.
 */
export const findRuling = (folder: LogFolder, wanted: WantedRuling, worktree: string, index: StreamIndex): LogLine => {
  const { id, call, session } = wanted;
  const name = id ?? call;
  if (name === undefined) return lastForceful(folder, session, worktree, index);
  const found = named(findLines(folder, name), wanted);
  if (found.line !== null) return found.line;
  const what = id === undefined ? `call ${call}` : `event ${id}`;
  if (found.isKnown) throw new NotFoundError(`No gate judged ${what}.`);
  const [only, other] = found.longer;
  if (other !== undefined) throw new UsageError(`Several ids begin with ${id}: ${found.longer.join(', ')}.`);
  if (only !== undefined) return findRuling(folder, { ...wanted, id: only }, worktree, index);
  throw new NotFoundError(`There is no ${what} in the log. \`docket log --json\` shows ids.`);
};

/** The verdict that decides: what was answered before what was only logged, and of those the strongest. */
export const decidingVerdict = (verdicts: readonly Verdict[]): readonly Verdict[] => {
  const [first, ...others] = verdicts;
  if (first === undefined) return [];
  return [others.reduce((best, verdict) => (weight(verdict) > weight(best) ? verdict : best), first)];
};

const WEAKEST_FIRST: readonly Verdict['decision'][] = ['pass', 'advise', 'allow', 'rewrite', 'ask', 'deny'];

const weight = ({ decision, mode }: Verdict): number =>
  WEAKEST_FIRST.indexOf(decision) + (mode === 'enforce' && decision !== 'pass' ? WEAKEST_FIRST.length : 0);

const strength = ({ data }: Envelope): number =>
  Math.max(-1, ...decidingVerdict((data as EventData<'GatesRuled'>).verdicts).map(weight));

const SHORTEST_BEGINNING = 6;

interface Named {
  readonly line: LogLine | null;
  readonly isKnown: boolean;
  /** Ids that begin with the one that is wanted. */
  readonly longer: readonly string[];
}

const named = (lines: Iterable<LogLine>, { id, call, session }: WantedRuling): Named => {
  let line: LogLine | null = null;
  let isKnown = false;
  const longer: string[] = [];
  for (const candidate of lines) {
    const { event } = candidate;
    if (event.id === id || (call !== undefined && event.call === call)) isKnown = true;
    else if (id !== undefined && id.length >= SHORTEST_BEGINNING && event.id.startsWith(id)) longer.push(event.id);
    if (!isOf(event, session) || !isAbout(event, id, call) || !isRuling(event)) continue;
    // A call is judged as it is requested and once it ran: the ruling that says more is meant.
    if (line === null || strength(event) >= strength(line.event)) line = candidate;
  }
  return { line, isKnown, longer };
};

/** Whether there is something to explain: an event without its promised data says nothing. */
const isRuling = (event: Envelope): boolean => event.type === 'GatesRuled' && hasWholeData(event);

const isOf = ({ stream }: Envelope, session: string | undefined): boolean =>
  session === undefined || stream.startsWith(session);

/** A repeat of a delivery is explained when it is asked for by its own id, else the first one is. */
const isAbout = (event: Envelope, id: string | undefined, call: string | undefined): boolean => {
  const ruling = event.data as EventData<'GatesRuled'>;
  if (id !== undefined && (event.id === id || event.cause === id)) return true;
  if (ruling.repeatOf !== undefined) return false;
  return ruling.event === id || (call !== undefined && event.call === call);
};

/** How near a ruling is to who asks; what was answered goes before what a monitored gate would have answered. */
const NEAREST_FIRST = [
  'live',
  'live, monitored',
  'here',
  'here, monitored',
  'elsewhere',
  'elsewhere, monitored',
] as const;

const lastForceful = (
  folder: LogFolder,
  session: string | undefined,
  worktree: string,
  index: StreamIndex,
): LogLine => {
  const last = new Map<string, LogLine>();
  for (const candidate of candidatesOf(index, session)) {
    const nearest = last.get('live');
    if (nearest !== undefined && comparePositions(nearest.position, candidate.at) > 0) return nearest;
    const found = lastOfSession(folder, candidate, index);
    if (found === null) continue;
    const { line, isAnswered } = found;
    const place = line.event.worktree !== worktree ? 'elsewhere' : candidate.isLive ? 'live' : 'here';
    const nearness = isAnswered ? place : `${place}, monitored`;
    const other = last.get(nearness);
    if (other === undefined || comparePositions(other.position, line.position) < 0) last.set(nearness, line);
  }
  for (const nearness of NEAREST_FIRST) {
    const line = last.get(nearness);
    if (line !== undefined) return line;
  }
  throw new NotFoundError(
    `No gate denied, asked or rewrote anything ${session === undefined ? 'yet' : `in a session ${session}…`}. ` +
      '`docket log --type GatesRuled` shows all verdicts, `docket why ID` explains one.',
  );
};

interface Candidate {
  readonly stream: string;
  /** Where its last forceful ruling stands, as far as the index knows. */
  readonly at: Position;
  readonly isAnswered: boolean;
  readonly isLive: boolean;
}

/** The sessions with forceful rulings, the latest ruling first. */
const candidatesOf = ({ streams }: StreamIndex, session: string | undefined): Candidate[] =>
  streams
    .flatMap(({ stream, answered, monitored, endedAt }): Candidate[] => {
      const at = answered ?? monitored;
      if (at === null || !(session === undefined || stream.startsWith(session))) return [];
      return [{ stream, at, isAnswered: answered !== null, isLive: endedAt === null }];
    })
    .sort((a, b) => comparePositions(b.at, a.at));

interface Last {
  readonly line: LogLine;
  readonly isAnswered: boolean;
}

/** A session's last forceful ruling: where the index says, or before that when what stands there explains nothing. */
const lastOfSession = (folder: LogFolder, { stream, at, isAnswered }: Candidate, index: StreamIndex): Last | null => {
  const line = lineAt(folder, at);
  if (line !== null && isRuling(line.event)) return { line, isAnswered };
  let last: Last | null = null;
  for (const earlier of readSession(folder, stream, index)) {
    if (earlier.event.type === 'GatesRuled') last = laterForceful(last, earlier);
  }
  return last;
};

const laterForceful = (last: Last | null, line: LogLine): Last | null => {
  const { decision, repeatOf } = line.event.data as EventData<'GatesRuled'>;
  if (repeatOf !== undefined) return last;
  const isAnswered = FORCEFUL.has(decision);
  const isMonitored = verdictsIn(line.event.data).some(
    (verdict) => verdict.mode === 'monitor' && FORCEFUL.has(verdict.decision ?? ''),
  );
  if (!isAnswered && (!isMonitored || last?.isAnswered === true)) return last;
  return isRuling(line.event) ? { line, isAnswered } : last;
};
