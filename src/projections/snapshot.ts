import { type CachePart, partLength, partText } from '../events/cache-part.ts';
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
  /** The text just before the position: a cheap check that this is still the same log. */
  readonly print: string;
  readonly shared: SharedState;
  /** The sessions it holds, the most recently active one first. */
  readonly names: readonly string[];
  /** Some sessions are neither in `names` nor evicted: any that is missing may be an old one. */
  readonly overflowed: boolean;
  /**
   * The states of a session as JSON, by its place in `names`. Behind the last one: digests of the sessions that are in the
   * log and not in `names`, separated and surrounded by blanks. Read when they are asked for, and null when damaged.
   * Throws when they are not there any more.
   */
  readonly part: (index: number) => CachePart | null;
}

/** The name of a session, and its states as JSON. */
type StoredStream = readonly [stream: string, json: CachePart];

export const SNAPSHOT_KEY = `v3 ${PROJECTIONS_KEY}`;

const MOST_STREAMS = 32;
const MOST_UNITS = 128 * 1024;
const MOST_EVICTED = 4096;

/**
 * Makes a snapshot of a fold that went on from another one, or from nothing. Sessions beyond the most recently active
 * ones are left out and remembered by digest. Null when what the other one holds is damaged, an error when it is gone.
 */
export const makeSnapshot = (
  { project, worktrees, streams }: LogState,
  position: Position,
  print: string,
  before: Pick<Snapshot, 'names' | 'overflowed' | 'part'> | null,
): Snapshot | null => {
  const changed = new Set(streams.map(([stream]) => stream));
  const recentFirst = streams.map(([stream, states]): StoredStream => [stream, JSON.stringify(states)]).reverse();
  for (const [index, stream] of (before?.names ?? []).entries()) {
    if (changed.has(stream)) continue;
    const json = before?.part(index) ?? null;
    if (json === null) return null;
    recentFirst.push([stream, json]);
  }
  const kept = recentFirst.slice(0, countThatFit(recentFirst));
  const names = kept.map(([stream]) => stream);
  const left = leftOut(names, recentFirst.slice(kept.length), before);
  if (left === null) return null;
  const parts = [...kept.map(([, json]) => json), left.evicted];
  return {
    key: SNAPSHOT_KEY,
    position,
    print,
    shared: { project, worktrees },
    names,
    overflowed: left.overflowed,
    part: (index) => parts[index] ?? null,
  };
};

/** What a snapshot remembers of the sessions it does not hold; null when that of the one before is damaged. */
const leftOut = (
  names: readonly string[],
  evictedNow: readonly StoredStream[],
  before: Pick<Snapshot, 'names' | 'overflowed' | 'part'> | null,
): { readonly evicted: CachePart; readonly overflowed: boolean } | null => {
  const evicted = before === null ? '' : evictedIn(before);
  if (evicted === null) return null;
  const overflowed = before?.overflowed ?? false;
  const isNew = (name: string): boolean => before?.names.includes(name) !== true;
  if (evictedNow.length === 0 && !names.some(isNew)) return { evicted, overflowed };
  const digests = new Set(partText(evicted).split(' '));
  for (const [stream] of evictedNow) digests.add(shortDigest(stream));
  for (const name of names) digests.delete(shortDigest(name));
  digests.delete('');
  return {
    evicted: digests.size === 0 ? '' : ` ${[...digests].slice(-MOST_EVICTED).join(' ')} `,
    overflowed: overflowed || digests.size > MOST_EVICTED,
  };
};

/** How many of the sessions a snapshot has room for; the first one always fits. */
const countThatFit = (recentFirst: readonly StoredStream[]): number => {
  let units = 0;
  const tooMany = recentFirst.findIndex(([, json], index) => {
    units += partLength(json);
    return index > 0 && (index === MOST_STREAMS || units > MOST_UNITS);
  });
  return tooMany < 0 ? recentFirst.length : tooMany;
};

/** The states of a session that a snapshot holds; undefined when it does not, null when they cannot be read. */
export const storedStates = (
  { names, part }: Pick<Snapshot, 'names' | 'part'>,
  stream: string,
): StreamStates | null | undefined => {
  const index = names.indexOf(stream);
  if (index < 0) return undefined;
  try {
    const states: unknown = JSON.parse(partText(part(index) ?? 'null'));
    return isStreamStates(states) ? states : null;
  } catch {
    return null;
  }
};

/** A snapshot as it is kept: everything but what it says of sessions, then each of its parts. */
export const snapshotParts = ({ part, ...head }: Snapshot): CachePart[] => [
  JSON.stringify(head),
  ...Array.from({ length: head.names.length + 1 }, (_, index) => part(index) ?? ''),
];

/**
 * The snapshot in what was kept, of which only the first part is read; null when it is not one of ours. Its position must
 * still be checked against the log. Throws when the first part is not JSON.
 */
export const parseSnapshot = (parts: (index: number) => CachePart | null): Snapshot | null => {
  const head: unknown = JSON.parse(partText(parts(0) ?? 'null'));
  return isHead(head) ? { ...head, part: (index) => parts(index + 1) } : null;
};

/** Whether a session that is missing in a snapshot may have events before its position. */
export const mayBeEvicted = (snapshot: Pick<Snapshot, 'names' | 'overflowed' | 'part'>, stream: string): boolean => {
  if (snapshot.overflowed) return true;
  try {
    const evicted = evictedIn(snapshot);
    return evicted === null || partText(evicted).includes(` ${shortDigest(stream)} `);
  } catch {
    return true;
  }
};

const evictedIn = ({ names, part }: Pick<Snapshot, 'names' | 'part'>): CachePart | null => part(names.length);

type Head = Omit<Snapshot, 'part'>;

const isHead = (value: unknown): value is Head => {
  if (typeof value !== 'object' || value === null) return false;
  const { key, position, print, shared, names, overflowed } = value as Record<string, unknown>;
  return (
    key === SNAPSHOT_KEY &&
    isPosition(position) &&
    typeof print === 'string' &&
    typeof overflowed === 'boolean' &&
    Array.isArray(names) &&
    names.every((name) => typeof name === 'string') &&
    isSharedState(shared)
  );
};

const isPosition = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Number.isInteger((value as Position).segment) &&
  Number.isInteger((value as Position).offset);
