import { type CachePart, partText } from '../events/cache-part.ts';
import { shortDigest } from '../events/digest.ts';
import type { Position } from '../events/position.ts';
import type { SharedState, StreamStates } from './all-projections.ts';
import { PROJECTIONS_KEY } from './projection-names.ts';
import { isSharedState, isStreamStates } from './state-shapes.ts';

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

export const SNAPSHOT_KEY = `v3 ${PROJECTIONS_KEY}`;

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

/** The digests behind the last session; null when they are damaged. */
export const evictedIn = ({ names, part }: Pick<Snapshot, 'names' | 'part'>): CachePart | null => part(names.length);

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
