import type { Envelope } from '../events/envelope.ts';
import { type LogLine, readEvents } from '../events/log-reader.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
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
export const findRuling = (folder: LogFolder, wanted: WantedRuling, worktree: string): LogLine => {
  const { id, call } = wanted;
  if (id === undefined && call === undefined) return lastForceful(folder, wanted.session, worktree);
  const found = named(folder, wanted);
  if (found.line !== null) return found.line;
  const what = id === undefined ? `call ${call}` : `event ${id}`;
  if (found.isKnown) throw new NotFoundError(`No gate judged ${what}.`);
  const [only, other] = found.longer;
  if (other !== undefined) throw new UsageError(`Several ids begin with ${id}: ${found.longer.join(', ')}.`);
  if (only !== undefined) return findRuling(folder, { ...wanted, id: only }, worktree);
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

const SHORTEST_BEGINNING = 6;

interface Named {
  readonly line: LogLine | null;
  readonly isKnown: boolean;
  /** Ids that begin with the one that is wanted. */
  readonly longer: readonly string[];
}

const named = (folder: LogFolder, { id, call, session }: WantedRuling): Named => {
  let line: LogLine | null = null;
  let isKnown = false;
  const longer: string[] = [];
  for (const candidate of readEvents(folder)) {
    const { event } = candidate;
    if (event.id === id || (call !== undefined && event.call === call)) isKnown = true;
    else if (id !== undefined && id.length >= SHORTEST_BEGINNING && event.id.startsWith(id)) longer.push(event.id);
    if (isOf(event, session) && isAbout(event, id, call) && isRuling(event)) line = candidate;
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

interface Last {
  readonly line: LogLine;
  readonly isAnswered: boolean;
}

const lastForceful = (folder: LogFolder, session: string | undefined, worktree: string): LogLine => {
  const last = new Map<string, Last>();
  const ended = new Set<string>();
  for (const line of readEvents(folder)) {
    const { event } = line;
    if (!isOf(event, session)) continue;
    if (event.type === 'SessionEnded') ended.add(event.stream);
    else if (event.type === 'SessionStarted') ended.delete(event.stream);
    else if (event.type === 'GatesRuled') noteForceful(last, line);
  }
  const found = [...last.values()];
  const here = found.filter(({ line }) => line.event.worktree === worktree);
  const live = here.filter(({ line }) => !ended.has(line.event.stream));
  const group = [live, here, found].find(({ length }) => length > 0) ?? [];
  const best = group.findLast(({ isAnswered }) => isAnswered) ?? group.at(-1);
  if (best !== undefined) return best.line;
  throw new NotFoundError(
    `No gate denied, asked or rewrote anything ${session === undefined ? 'yet' : `in a session ${session}…`}. ` +
      '`docket log --type GatesRuled` shows all verdicts, `docket why ID` explains one.',
  );
};

/** Keeps each session's last forceful ruling; the map's order is that of the rulings. */
const noteForceful = (last: Map<string, Last>, line: LogLine): void => {
  const { decision, repeatOf } = line.event.data as EventData<'GatesRuled'>;
  if (repeatOf !== undefined) return;
  const { stream } = line.event;
  const isAnswered = FORCEFUL.has(decision);
  const isMonitored = verdictsIn(line.event.data).some(
    (verdict) => verdict.mode === 'monitor' && FORCEFUL.has(verdict.decision ?? ''),
  );
  if (!isAnswered && (!isMonitored || last.get(stream)?.isAnswered === true)) return;
  if (!isRuling(line.event)) return;
  last.delete(stream);
  last.set(stream, { line, isAnswered });
};

const FORCEFUL: ReadonlySet<string> = new Set(['deny', 'ask', 'rewrite']);
