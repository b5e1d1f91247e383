import { lineAt } from '../events/find-lines.ts';
import type { LogLine } from '../events/log-reader.ts';
import { comparePositions, type Position } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import type { EventData } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import { FORCEFUL, type StreamIndex } from '../events/stream-index.ts';
import { verdictsIn } from '../replay/summary.ts';
import { findLast } from './find-last.ts';
import { findNamed } from './find-named.ts';
import type { Interval, TimeOfDay } from './interval.ts';
import { NotFoundError } from './io.ts';
import { isRuling } from './rulings.ts';

/** Which ruling is meant; where nothing says, the last forceful one. */
export interface WantedRuling {
  /** Of the event that was judged or of the ruling; its beginning is enough when no other id begins so. */
  readonly id?: string | undefined;
  readonly call?: string | undefined;
  /** How the session's id begins. */
  readonly session?: string | undefined;
  /** One in which this gate said something. */
  readonly gate?: string | undefined;
  /** When it was, or the event it is about. */
  readonly when?: Interval | TimeOfDay | undefined;
  /** Only one that was answered with a deny. */
  readonly isDeny?: boolean | undefined;
  /** Told how many events were looked at, where all of the log may have to be. */
  readonly onProgress?: ((events: number) => void) | undefined;
}

/** What was found: a ruling, or an event that no gate ruled on. */
export type FoundRuling = { readonly ruling: LogLine } | { readonly unjudged: LogLine };

/**
 * Finds the ruling to explain. Without an id or a call: the last one that denied, asked or rewrote, of the live
 * sessions of this worktree when there is one, else of any of its sessions, else of the log; what a monitored gate
 * would have said only where nothing was answered. Throws `NotFoundError`, and `UsageError` for an ambiguous id.
 */
export const findRuling = (
  folder: LogFolder,
  wanted: WantedRuling,
  worktree: string,
  index: StreamIndex,
): FoundRuling => {
  const { id, call, session, gate, when, isDeny = false } = wanted;
  if (id !== undefined || call !== undefined) return findNamed(folder, { id, call, session }, index);
  if (gate !== undefined || when !== undefined || isDeny) return { ruling: findLast(folder, wanted, worktree) };
  return { ruling: lastForceful(folder, session, worktree, index) };
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
      '`docket log --type GatesRuled` shows all verdicts, `docket why ID` explains one.' +
      (index.streams.some(({ imported }) => imported)
        ? " Imported sessions have no verdicts: `docket replay SESSION` shows what today's gates would have said, `docket why ID` explains it."
        : ''),
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
