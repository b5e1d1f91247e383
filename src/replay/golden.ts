import type { Envelope } from '../events/envelope.ts';
import type { LogLine } from '../events/log-reader.ts';
import { comparePositions } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import { redactData } from '../events/redact.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import type { View } from '../projections/fold.ts';
import { type CheckedSession, checkRulings, type FoundDivergence, newCounts } from './check.ts';
import { goldenText } from './golden-file.ts';
import { linesTo, sessionEnd } from './log-lines.ts';
import { overBy, startLongFold } from './long-fold.ts';
import { neutralNames, type Places, renamerFor } from './neutral-paths.ts';

export interface GoldenInput {
  readonly folder: LogFolder;
  readonly index: StreamIndex;
  readonly stream: string;
  readonly places: Omit<Places, 'worktrees'>;
  /** The policy files that have redaction rules of their own. */
  readonly redactionTexts?: readonly string[] | undefined;
  readonly onProgress?: ((lines: number) => void) | undefined;
}

export interface Golden {
  readonly text: string;
  /** Events of the session, and of others that it needs. */
  readonly own: number;
  readonly others: number;
  /** Events of others, by type, that the session saw and that are too many to keep. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** In how many events today's rules found a secret that stands in the log. */
  readonly redacted: number;
  /** How the golden replays. */
  readonly checked: CheckedSession;
  /** What replays otherwise than in the log: by names of folders, or since something of the past is missing. */
  readonly changed: readonly FoundDivergence[];
}

/** With more events of others than this a golden is hard to keep: then the newest of each type, as many as are needed. */
const MOST_OTHERS = 500;
const NEWEST_OF_TYPE = [20, 100, 500] as const;
const MOST_OF_TYPE = 500;

/**
 * Makes a golden of a session: its events and those of others that changed what it saw, with today's redaction and without
 * the names of this machine's folders, and tries whether it replays as the log does.
 */
export const recordGolden = (input: GoldenInput): Golden => {
  const { folder, index, stream, redactionTexts } = input;
  const own = [...readSession(folder, stream, index)].filter(({ event }) => !UNWANTED.has(event.type));
  const worktrees = [...new Set(own.flatMap(({ event }) => worktreesIn(event)))];
  const end = sessionEnd(stream, index);
  const isThis = (name: string): boolean => name === stream;
  const isOver = overBy(index);
  const check = (lines: Iterable<LogLine>): CheckedSession =>
    checkRulings(lines, {
      isWanted: isThis,
      isOver,
      most: Number.POSITIVE_INFINITY,
      onProgress: input.onProgress,
    })[0] ?? nothingChecked(stream);
  const inLog = check(linesTo(folder, end));
  const seen = seenOfOthers(linesTo(folder, end), stream, worktrees, index);
  const replaysWith = (others: readonly LogLine[]): boolean =>
    changedFrom(inLog, check(inOrder([...own, ...others]))).length === 0;
  const { kept, leftOut } = needed(seen, replaysWith);
  const rename = renamerFor(neutralNames({ ...input.places, worktrees }));
  let redacted = 0;
  const lines = inOrder([...own, ...kept]).map(({ event, position }): LogLine => {
    const neutral: Envelope = { ...rename(event), stream: event.stream };
    const { data, hits } = redactData(neutral.data, redactionTexts, event.type);
    if (hits.length > 0) redacted += 1;
    return { position, event: { ...neutral, redacted: [...new Set([...event.redacted, ...hits])].sort(), data } };
  });
  const checked = check(lines);
  return {
    text: goldenText(
      stream,
      lines.map(({ event }) => JSON.stringify(event)),
    ),
    own: own.length,
    others: kept.length,
    leftOut,
    redacted,
    checked,
    changed: changedFrom(inLog, checked),
  };
};

/** Seals are of the log's bytes, and say nothing of a session. */
const UNWANTED: ReadonlySet<string> = new Set(['LogSealed', 'SegmentArchived']);

const inOrder = (lines: readonly LogLine[]): LogLine[] =>
  [...lines].sort((a, b) => comparePositions(a.position, b.position));

/** The worktree of an event, and those that it names. */
const worktreesIn = ({ worktree, data }: Envelope): string[] =>
  [worktree, data['worktree']].flatMap((name) => (typeof name === 'string' ? [name] : []));

interface Seen {
  readonly count: number;
  readonly newest: LogLine[];
}

/** The events of others that changed what a session sees: the project's states, or those of one of its worktrees. */
const seenOfOthers = (
  lines: Iterable<LogLine>,
  stream: string,
  worktrees: readonly string[],
  index: StreamIndex,
): ReadonlyMap<string, Seen> => {
  const fold = startLongFold(overBy(index));
  const byType = new Map<string, Seen>();
  const look = (): View[] => [null, ...worktrees].map((worktree) => fold.view(NOBODY, worktree));
  let before = look();
  for (const line of lines) {
    const isRepeat = fold.apply(line) !== null;
    const after = look();
    const isSeen = !isRepeat && line.event.stream !== stream && after.some((view, at) => differs(before[at], view));
    before = after;
    if (!isSeen) continue;
    const { count, newest } = byType.get(line.event.type) ?? { count: 0, newest: [] };
    const kept = newest.length >= 2 * MOST_OF_TYPE ? newest.slice(-MOST_OF_TYPE) : newest;
    kept.push(line);
    byType.set(line.event.type, { count: count + 1, newest: kept });
  }
  return byType;
};

/** No session has this name: only what all sessions share is in its view. */
const NOBODY = '';

const differs = (before: View | undefined, after: View): boolean =>
  Object.keys(after).some(
    (name) => name !== 'deliveries' && before?.[name as keyof View] !== after[name as keyof View],
  );

/** Where there are too many to keep, as few of the newest as the session's rulings rest on. */
const needed = (
  byType: ReadonlyMap<string, Seen>,
  replaysWith: (others: readonly LogLine[]) => boolean,
): { readonly kept: readonly LogLine[]; readonly leftOut: Readonly<Record<string, number>> } => {
  const newest = (most: number): LogLine[] => [...byType.values()].flatMap((seen) => seen.newest.slice(-most));
  const all = [...byType.values()].reduce((sum, { count }) => sum + count, 0);
  const most = all <= MOST_OTHERS ? MOST_OTHERS : NEWEST_OF_TYPE.find((few) => replaysWith(newest(few)));
  const kept = newest(most ?? MOST_OF_TYPE);
  const left = [...byType].map(([type, { count }]): [string, number] => [
    type,
    count - kept.filter(({ event }) => event.type === type).length,
  ]);
  return { kept, leftOut: Object.fromEntries(left.filter(([, count]) => count > 0)) };
};

/** What is another divergence, or no longer one. Words that redaction takes are no longer compared. */
const changedFrom = (before: CheckedSession, after: CheckedSession): FoundDivergence[] => {
  const known = new Map(before.divergences.map((divergence) => [divergence.event, outcomeOf(divergence)]));
  const still = new Set(after.divergences.map(({ event }) => event));
  return [
    ...after.divergences.filter((divergence) => known.get(divergence.event) !== outcomeOf(divergence)),
    ...before.divergences.filter(({ event, kind }) => kind !== 'words' && !still.has(event)),
  ];
};

/** Paths and secrets may stand in what is said of it. */
const outcomeOf = ({ kind, gate, rule, was, now }: FoundDivergence): string =>
  JSON.stringify([kind, gate, rule, was, now]);

const nothingChecked = (session: string): CheckedSession => ({ session, ...newCounts() });
