import { dirname, join } from 'node:path';
import type { LowSync } from 'lowdb';
import { type Activity, MOST_COUNTS } from './activity.ts';
import { cacheFile } from './cache-file.ts';
import { partText } from './cache-part.ts';
import type { CacheParts } from './cache-parts.ts';
import type { Position } from './position.ts';
import type { LogFolder } from './segments.ts';
import type { IndexedStream, StreamIndex } from './stream-index.ts';

/** An index as it is kept. */
export interface SavedIndex extends StreamIndex {
  readonly key: typeof INDEX_KEY;
  /** The text just before the position. */
  readonly print: string;
}

/** Another form or meaning of the file needs another key. */
export const INDEX_KEY = 'streams v4';

/** The file of a log's index, beside the log's folder. */
export const indexFile = ({ path, fs }: LogFolder): LowSync<SavedIndex | null> =>
  cacheFile(join(dirname(path), 'index'), 'streams.json', fs, {
    parse: parseIndex,
    partsOf: (index) => [JSON.stringify(index)],
  });

const parseIndex = (parts: CacheParts): SavedIndex | null => {
  const value: unknown = JSON.parse(partText(parts(0) ?? 'null'));
  return isSavedIndex(value) ? value : null;
};

const isSavedIndex = (value: unknown): value is SavedIndex => {
  if (!isRecord(value)) return false;
  const { key, print, position, streams, overflowed } = value;
  return (
    key === INDEX_KEY &&
    typeof print === 'string' &&
    isPosition(position) &&
    typeof overflowed === 'boolean' &&
    Array.isArray(streams) &&
    streams.every(isIndexedStream)
  );
};

const isIndexedStream = (value: unknown): value is IndexedStream => {
  if (!isRecord(value)) return false;
  const {
    stream,
    host,
    worktree,
    firstAt,
    lastAt,
    endedAt,
    imported,
    events,
    turns,
    calls,
    activity,
    rulings,
    answered,
    monitored,
    ranges,
  } = value;
  return (
    typeof stream === 'string' &&
    isNullableString(host) &&
    isNullableString(worktree) &&
    typeof firstAt === 'string' &&
    typeof lastAt === 'string' &&
    isNullableString(endedAt) &&
    typeof imported === 'boolean' &&
    isCount(events) &&
    isCount(turns) &&
    isCount(calls) &&
    isActivity(activity) &&
    isRecord(rulings) &&
    (answered === null || isPosition(answered)) &&
    (monitored === null || isPosition(monitored)) &&
    Array.isArray(ranges) &&
    ranges.every(isRange)
  );
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isNullableString = (value: unknown): boolean => value === null || typeof value === 'string';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isPosition = (value: unknown): value is Position =>
  isRecord(value) && isCount(value['segment']) && isCount(value['offset']);

const isActivity = (value: unknown): value is Activity => {
  if (!isRecord(value)) return false;
  const { from, step, counts } = value;
  return (
    (from === null || Number.isFinite(from)) &&
    isCount(step) &&
    step !== 0 &&
    Array.isArray(counts) &&
    counts.length <= MOST_COUNTS &&
    counts.every(isCount)
  );
};

const isRange = (value: unknown): boolean => Array.isArray(value) && value.length === 4 && value.every(isCount);
