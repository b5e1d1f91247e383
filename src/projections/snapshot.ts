import { shortDigest } from '../events/digest.ts';
import type { Position } from '../events/position.ts';
import {
  isSharedState,
  isStreamStates,
  type LogState,
  PROJECTIONS_KEY,
  type SharedState,
  type StreamStates,
} from './fold.ts';

/** A disposable cached fold: what a log came to up to a position. */
export interface Snapshot {
  /** Projections and format it was made with. */
  readonly key: string;
  readonly position: Position;
  /** The bytes just before the position, base64: a cheap check that this is still the same log. */
  readonly print: string;
  readonly shared: SharedState;
  /** The states of each session as JSON, the most recently active one last. A hook parses only that of its own. */
  readonly streams: readonly StoredStream[];
  /** Digests of the sessions that are in the log and not in `streams`, separated and surrounded by blanks. */
  readonly evicted: string;
  /** Some sessions are in neither: any that is missing may be an old one. */
  readonly overflowed: boolean;
}

/** The name of a session, and its states as JSON. */
type StoredStream = readonly [stream: string, json: string];

/** How many bytes before its position a snapshot remembers. */
export const PRINT_BYTES = 256;

export const SNAPSHOT_KEY = `v2 ${PROJECTIONS_KEY}`;

const MOST_STREAMS = 32;
const MOST_UNITS = 128 * 1024;
const MOST_EVICTED = 4096;

/**
 * Makes a snapshot of a fold that went on from another one, or from nothing. Sessions beyond the most recently active
 * ones are left out and remembered by digest.
 */
export const makeSnapshot = (
  { project, worktrees, streams }: LogState,
  position: Position,
  print: string,
  before: Pick<Snapshot, 'streams' | 'evicted' | 'overflowed'> | null,
): Snapshot => {
  const changed = new Map(streams);
  const unchanged = (before?.streams ?? []).filter(([stream]) => !changed.has(stream));
  const all = [...unchanged, ...streams.map(([stream, states]): StoredStream => [stream, JSON.stringify(states)])];
  const recentFirst = all.reverse();
  const kept = recentFirst.slice(0, countThatFit(recentFirst));
  const isKept = new Set(kept.map(([stream]) => shortDigest(stream)));
  const evicted = new Set(before === null ? [] : before.evicted.split(' ').filter((digest) => digest !== ''));
  for (const [stream] of recentFirst.slice(kept.length)) evicted.add(shortDigest(stream));
  const digests = [...evicted].filter((digest) => !isKept.has(digest));
  return {
    key: SNAPSHOT_KEY,
    position,
    print,
    shared: { project, worktrees },
    streams: kept.reverse(),
    evicted: digests.length === 0 ? '' : ` ${digests.slice(-MOST_EVICTED).join(' ')} `,
    overflowed: (before?.overflowed ?? false) || digests.length > MOST_EVICTED,
  };
};

/** How many of the sessions a snapshot has room for; the first one always fits. */
const countThatFit = (recentFirst: readonly StoredStream[]): number => {
  let units = 0;
  const tooMany = recentFirst.findIndex(([, json], index) => {
    units += json.length;
    return index > 0 && (index === MOST_STREAMS || units > MOST_UNITS);
  });
  return tooMany < 0 ? recentFirst.length : tooMany;
};

/** The states of a session that a snapshot holds; undefined when it does not, null when they cannot be read. */
export const storedStates = (
  { streams }: Pick<Snapshot, 'streams'>,
  stream: string,
): StreamStates | null | undefined => {
  const stored = streams.find(([name]) => name === stream);
  if (stored === undefined) return undefined;
  const states = parsed(stored[1]);
  return isStreamStates(states) ? states : null;
};

/** A snapshot as text: one line with everything but the states of sessions, then one line for each session. */
export const snapshotText = ({ streams, ...head }: Snapshot): string => {
  const names = streams.map(([stream]) => stream);
  return `${[JSON.stringify({ ...head, names }), ...streams.map(([, json]) => json)].join('\n')}\n`;
};

/** The snapshot in a text; null when it is not one of ours. Its position must still be checked against the log. */
export const parseSnapshot = (text: string): Snapshot | null => {
  const [first = '', ...lines] = text.split('\n');
  const head = parsed(first);
  if (!isHead(head) || lines.length !== head.names.length + 1) return null;
  const { names, ...rest } = head;
  return { ...rest, streams: names.map((name, index) => [name, lines[index] as string]) };
};

/** Whether a session that is missing in a snapshot may have events before its position. */
export const mayBeEvicted = (snapshot: Pick<Snapshot, 'evicted' | 'overflowed'>, stream: string): boolean =>
  snapshot.overflowed || snapshot.evicted.includes(` ${shortDigest(stream)} `);

type Head = Omit<Snapshot, 'streams'> & { readonly names: readonly string[] };

const isHead = (value: unknown): value is Head => {
  if (typeof value !== 'object' || value === null) return false;
  const { key, position, print, shared, names, evicted, overflowed } = value as Record<string, unknown>;
  return (
    key === SNAPSHOT_KEY &&
    isPosition(position) &&
    typeof print === 'string' &&
    typeof evicted === 'string' &&
    typeof overflowed === 'boolean' &&
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string') &&
    isSharedState(shared)
  );
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};

const isPosition = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Number.isInteger((value as Position).segment) &&
  Number.isInteger((value as Position).offset);
