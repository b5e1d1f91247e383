import { shortDigest } from '../events/digest.ts';
import type { Position } from '../events/position.ts';
import { isLogState, type LogState, PROJECTIONS_KEY, type StreamStates } from './fold.ts';

/** A disposable cached fold: what a log came to up to a position. */
export interface Snapshot {
  /** Projections and format it was made with. */
  readonly key: string;
  readonly position: Position;
  /** The bytes just before the position, base64: a cheap check that this is still the same log. */
  readonly print: string;
  readonly state: LogState;
  /** Digests of the sessions that are in the log and not in `state`, separated and surrounded by blanks. */
  readonly evicted: string;
  /** Some sessions are in neither: any that is missing may be an old one. */
  readonly overflowed: boolean;
}

export const SNAPSHOT_KEY = `v1 ${PROJECTIONS_KEY}`;

const MOST_STREAMS = 32;
const MOST_BYTES = 128 * 1024;
const MOST_EVICTED = 4096;

/** Makes a snapshot of a state. Sessions beyond the most recently active ones are left out and remembered by digest. */
export const makeSnapshot = (
  state: LogState,
  position: Position,
  print: string,
  before: Pick<Snapshot, 'evicted' | 'overflowed'> | null,
): Snapshot => {
  const recentFirst = [...state.streams].reverse();
  const kept: (readonly [string, StreamStates])[] = [];
  let bytes = 0;
  for (const entry of recentFirst) {
    bytes += JSON.stringify(entry).length;
    if (kept.length > 0 && (kept.length === MOST_STREAMS || bytes > MOST_BYTES)) break;
    kept.push(entry);
  }
  const isKept = new Set(kept.map(([stream]) => shortDigest(stream)));
  const evicted = new Set(before === null ? [] : before.evicted.split(' ').filter((digest) => digest !== ''));
  for (const [stream] of recentFirst.slice(kept.length)) evicted.add(shortDigest(stream));
  const digests = [...evicted].filter((digest) => !isKept.has(digest));
  return {
    key: SNAPSHOT_KEY,
    position,
    print,
    state: { ...state, streams: kept.reverse() },
    evicted: digests.length === 0 ? '' : ` ${digests.slice(-MOST_EVICTED).join(' ')} `,
    overflowed: (before?.overflowed ?? false) || digests.length > MOST_EVICTED,
  };
};

/** Whether a session that is missing in a snapshot may have events before its position. */
export const mayBeEvicted = (snapshot: Pick<Snapshot, 'evicted' | 'overflowed'>, stream: string): boolean =>
  snapshot.overflowed || snapshot.evicted.includes(` ${shortDigest(stream)} `);

/** Whether a value read from a file is a snapshot of ours. Its position must still be checked against the log. */
export const isSnapshot = (value: unknown): value is Snapshot => {
  if (typeof value !== 'object' || value === null) return false;
  const { key, position, print, state, evicted, overflowed } = value as Record<string, unknown>;
  return (
    key === SNAPSHOT_KEY &&
    isPosition(position) &&
    typeof print === 'string' &&
    typeof evicted === 'string' &&
    typeof overflowed === 'boolean' &&
    isLogState(state)
  );
};

const isPosition = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Number.isInteger((value as Position).segment) &&
  Number.isInteger((value as Position).offset);
