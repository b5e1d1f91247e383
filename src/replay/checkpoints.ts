import { dirname, join } from 'node:path';
import type { LowSync } from 'lowdb';
import { cacheFile } from '../events/cache-file.ts';
import { type CachePart, partText } from '../events/cache-part.ts';
import type { CacheParts } from '../events/cache-parts.ts';
import { comparePositions, type Position } from '../events/position.ts';
import type { LogFolder } from '../events/segments.ts';
import type { SharedState } from '../projections/fold.ts';
import { PROJECTIONS_KEY } from '../projections/projection-names.ts';
import { isSharedState } from '../projections/state-shapes.ts';

/** What all sessions shared at a position of the log: a disposable place to go on folding from. */
export interface Checkpoint {
  readonly position: Position;
  /** The text just before the position: it is of this log only while that stands there. */
  readonly print: string;
  /** The states as they are kept; null when damaged. Throws when the file was replaced since. */
  readonly part: () => CachePart | null;
}

/** The checkpoints that are kept beside a log, in order. Another form, or other projections, need another key. */
export interface Checkpoints {
  readonly key: typeof CHECKPOINTS_KEY;
  readonly checkpoints: readonly Checkpoint[];
}

export const CHECKPOINTS_KEY = `v1 ${PROJECTIONS_KEY}`;

/** Beside the index, and like it kept by whoever reads: the hook has a snapshot of its own. */
export const checkpointsFile = ({ path, fs }: LogFolder): LowSync<Checkpoints | null> =>
  cacheFile(join(dirname(path), 'index'), 'checkpoints.json', fs, { parse: parseCheckpoints, partsOf });

/** The states of a checkpoint; null when they cannot be read. */
export const statesAt = ({ part }: Checkpoint): SharedState | null => {
  try {
    const states: unknown = JSON.parse(partText(part() ?? 'null'));
    return isSharedState(states) ? states : null;
  } catch {
    return null;
  }
};

/** So many that a file of them stays small, and its line of sizes short. */
const MOST = 96;

/**
 * Those of some checkpoints that are worth keeping, in order: the nearer to the end of the log, the more, since what
 * happened lately is asked for most. `step`: how many bytes two of them lie apart at least.
 */
export const worthKeeping = <At extends { readonly position: Position }>(
  all: readonly At[],
  step: number,
  limit: number,
): At[] => {
  const newestFirst = [...all].sort((a, b) => comparePositions(b.position, a.position));
  const [newest] = newestFirst;
  const kept: At[] = [];
  for (const one of newestFirst) {
    const last = kept.at(-1);
    const apart = last === undefined ? Number.POSITIVE_INFINITY : bytesBetween(one.position, last.position, limit);
    const wanted = Math.max(step, bytesBetween(one.position, (newest as At).position, limit) / SPARSER_BY);
    if (apart >= wanted) kept.push(one);
  }
  return kept.slice(0, MOST).reverse();
};

/** At a distance from the end, checkpoints lie about that distance over this apart. */
const SPARSER_BY = 16;

export const bytesBetween = (from: Position, to: Position, limit: number): number =>
  (to.segment - from.segment) * limit + to.offset - from.offset;

interface Head {
  readonly key: string;
  readonly checkpoints: readonly Pick<Checkpoint, 'position' | 'print'>[];
}

const partsOf = ({ key, checkpoints }: Checkpoints): CachePart[] => {
  const head: Head = { key, checkpoints: checkpoints.map(({ position, print }) => ({ position, print })) };
  return [JSON.stringify(head), ...checkpoints.map(({ part }) => part() ?? '')];
};

const parseCheckpoints = (parts: CacheParts): Checkpoints | null => {
  const head: unknown = JSON.parse(partText(parts(0) ?? 'null'));
  if (!isHead(head)) return null;
  const checkpoints = head.checkpoints.map((one, index) => ({ ...one, part: () => parts(index + 1) }));
  return { key: CHECKPOINTS_KEY, checkpoints };
};

const isHead = (value: unknown): value is Head => {
  if (typeof value !== 'object' || value === null) return false;
  const { key, checkpoints } = value as Partial<Head>;
  return key === CHECKPOINTS_KEY && Array.isArray(checkpoints) && checkpoints.every(isMark);
};

const isMark = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { position, print } = value as Partial<Checkpoint>;
  return (
    typeof print === 'string' &&
    typeof position === 'object' &&
    position !== null &&
    Number.isSafeInteger(position.segment) &&
    Number.isSafeInteger(position.offset)
  );
};
