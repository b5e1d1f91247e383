import type { KeyObject } from 'node:crypto';
import type { Envelope } from '../../events/envelope.ts';
import { isLogLine, type LogLine, type ReadLine, readLines } from '../../events/log-reader.ts';
import { comparePositions, type Position } from '../../events/position.ts';
import { readSession } from '../../events/read-sessions.ts';
import type { EventData, Policy } from '../../events/schemas.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import type { View } from '../../projections/fold.ts';
import { type Session, sessionOf } from '../../replay/causes.ts';
import { expectsRuling } from '../../replay/expected.ts';
import { type Hypothetical, judgeUnruled } from '../../replay/judge-unruled.ts';
import { sessionEnd } from '../../replay/log-lines.ts';
import { openPast, type Past, type PastOptions } from '../../replay/past.ts';
import { type RecordedCall, recordedCalls } from '../../replay/recorded-calls.ts';
import { type Finding, startSuspects } from '../../replay/suspect.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import type { Sharing } from '../sharing/sharing.ts';

/** What a postmortem is made from. */
export interface PostmortemInput {
  readonly folder: LogFolder;
  /** The folder of docket's files, where long texts and the place of the newest seal are kept. */
  readonly root: string;
  readonly index: StreamIndex;
  /** The session. */
  readonly stream: string;
  /** The last part of the project folder's name; null where the session is of another one, whose worktree then says it. */
  readonly project: string | null;
  /** The policy of today, asked for only where nothing was in force. */
  readonly today: () => Policy;
  /** What is taken out of each event before any of its words are; null for nothing. */
  readonly sharing?: Pick<Sharing, 'levels' | 'learn' | 'redact'> | null | undefined;
  /** To check the signatures of seals with. */
  readonly publicKey?: KeyObject | null | undefined;
  readonly snapshot?: PastOptions['snapshot'];
  /** Told how many lines were read so far. */
  readonly onProgress?: ((lines: number) => void) | undefined;
}

/** An event of the session, or what a person did at a terminal meanwhile; or something that does not fit together. */
export type Item =
  | { readonly line: LogLine; readonly call: RecordedCall | null; readonly isRepeat: boolean }
  | { readonly finding: Finding };

export type Gap = Exclude<ReadLine, LogLine>;

/** A session as it was gone through, from its first event to its last. */
export interface Walked {
  /** In the order of the log. */
  readonly items: readonly Item[];
  readonly session: Session;
  readonly first: Position;
  readonly end: Position;
  /** What the session saw as it began, and behind its last event. */
  readonly before: View;
  readonly after: View;
  readonly worktree: string | null;
  /** By the event that nobody ruled on: what gates would have said. */
  readonly hypothetical: ReadonlyMap<string, Hypothetical>;
  /** What stands between the session's events and cannot be read. */
  readonly gaps: readonly Gap[];
  readonly past: Past;
}

/**
 * Goes through the log once, from a session's first event to its last, folding all sessions and keeping the events of this
 * one. Null where the session has no event that can be read. Throws the system's errors.
 */
export const walk = (input: PostmortemInput): Walked | null => {
  const { folder, index, stream, onProgress, snapshot } = input;
  const begin = firstOf(readSession(folder, stream, index));
  if (begin === null) return null;
  const end = sessionEnd(stream, index);
  const past = openPast(folder, index, { snapshot, onProgress });
  const fold = past.before(begin.position);
  const first = begin.position;
  const before = fold.view(stream, begin.event.worktree);
  const suspects = startSuspects(() => true, { policy: before.policy.policy });
  const own: LogLine[] = [];
  const items: Item[] = [];
  const hypothetical = new Map<string, Hypothetical>();
  const gaps: Gap[] = [];
  let worktree = begin.event.worktree;
  let read = 0;

  for (const { line, call } of recordedCalls(readableLines(folder, first, end, gaps))) {
    read += 1;
    if (read % LINES_TOLD === 0) onProgress?.(read);
    const repeatOf = fold.apply(line.event);
    const isOwn = line.event.stream === stream;
    if (!isOwn && line.event.host !== DOCKET) continue;
    input.sharing?.learn(line.event);
    items.push({ line, call, isRepeat: repeatOf !== null });
    if (!isOwn) continue;
    own.push(line);
    if (line.event.delivery !== undefined || worktree === null) worktree = line.event.worktree ?? worktree;
    items.push(...suspects.add(line).map((finding) => ({ finding })));
    if (call === null || call.ruling !== null || repeatOf !== null || !hasWholeData(line.event)) continue;
    const judged = judgeUnruled(call, fold, input.today);
    const isTold = line.event.provenance === 'import' || expectsRuling(line.event, judged.policy);
    if (isTold && judged.verdicts.length + judged.unknown.length > 0) hypothetical.set(line.event.id, judged);
  }
  items.push(...suspects.end().map((finding) => ({ finding })));
  const after = fold.view(stream, worktree);
  return { items, session: sessionOf(own), first, end, before, after, worktree, hypothetical, gaps, past };
};

const firstOf = <Item>(items: Generator<Item>): Item | null => {
  for (const item of items) return item;
  return null;
};

const LINES_TOLD = 1_000;

/** The host of what was done with docket's own command. */
const DOCKET = 'docket';

function* readableLines(folder: LogFolder, from: Position, end: Position, gaps: Gap[]): Generator<LogLine> {
  for (const line of readLines(folder, from)) {
    if (comparePositions(line.position, end) >= 0) return;
    if (isLogLine(line)) yield line;
    else if (gaps.length < MOST_GAPS) gaps.push(line);
  }
}

const MOST_GAPS = 1_000;

/** Whether an item is an event of a type, with data that is all that the type promises. */
export const isOfType = <Type extends 'PolicyLoaded' | 'LogSealed' | 'WaiverGranted' | 'WaiverRevoked'>(
  event: Envelope,
  type: Type,
): event is Envelope & { readonly data: EventData<Type> & Envelope['data'] } =>
  event.type === type && hasWholeData(event);
