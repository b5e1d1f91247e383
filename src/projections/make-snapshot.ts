import { type CachePart, partLength, partText } from '../events/cache-part.ts';
import { shortDigest } from '../events/digest.ts';
import type { Position } from '../events/position.ts';
import type { LogState } from './all-projections.ts';
import { evictedIn, SNAPSHOT_KEY, type Snapshot } from './snapshot.ts';

/** The name of a session, and its states as JSON. */
type StoredStream = readonly [stream: string, json: CachePart];

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

/** A snapshot as it is kept: everything but what it says of sessions, then each of its parts. */
export const snapshotParts = ({ part, ...head }: Snapshot): CachePart[] => [
  JSON.stringify(head),
  ...Array.from({ length: head.names.length + 1 }, (_, index) => part(index) ?? ''),
];
