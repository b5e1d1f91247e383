import type { LogFs } from './log-fs.ts';

/**
 * A line belongs to a segment if and only if the newline before it lies below this offset. A constant of log format
 * v1, never a setting: readers and writers must agree on it from the bytes alone. Tests pass a smaller one.
 */
export const SEGMENT_LIMIT = 64 * 1024 * 1024;

/**
 * No line is longer, in bytes: what is too large for a line is kept beside it or cut long before. So a reader need not
 * look at more, whatever somebody put into a segment.
 */
export const LONGEST_LINE = 4 * 1024 * 1024;

export const NEWLINE = 0x0a;

/** A log's folder and the limit its segments roll at. */
export interface LogFolder {
  readonly path: string;
  readonly fs: LogFs;
  readonly limit: number;
  /** Segments to read as if they were gone. */
  readonly leftOut?: ReadonlySet<number>;
}

export const logFolder = (root: string, fs: LogFs, limit = SEGMENT_LIMIT): LogFolder => ({
  path: `${root}/log`,
  fs,
  limit,
});

// A template: `join` would be compiled for it, at its first use in every hook call.
export const segmentPath = (folder: LogFolder, segment: number): string =>
  `${folder.path}/${String(segment).padStart(6, '0')}.ndjson`;

/** Where a segment's compressed copy is once it was archived. */
export const archivePath = (folder: LogFolder, segment: number): string => `${segmentPath(folder, segment)}.gz`;

/**
 * Numbers of the segments present, plain or archived, ascending; empty when there is no log yet. Names that are not those
 * of segments are added to `others`. Without those that are left out. Throws what `readdir` throws otherwise.
 */
export const listSegments = (folder: LogFolder, others?: string[]): number[] => {
  const segments = new Set(segmentsNow(folder, others));
  // A segment that is archived while the folder is read may show under neither of its names.
  if (segments.size !== Math.max(0, ...segments)) for (const segment of segmentsNow(folder)) segments.add(segment);
  const sorted = [...segments].sort((a, b) => a - b);
  const { leftOut } = folder;
  return leftOut === undefined ? sorted : sorted.filter((segment) => !leftOut.has(segment));
};

const segmentsNow = (folder: LogFolder, others?: string[]): number[] => {
  let names: string[];
  try {
    names = folder.fs.readdirSync(folder.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return names.flatMap((name) => {
    const segment = segmentOf(name);
    if (segment === null) others?.push(name);
    return segment ?? [];
  });
};

/** The number of the segment that a file holds, plain or archived; null for any other file. */
const segmentOf = (name: string): number | null => {
  const isSegment =
    (name.length === 13 && name.endsWith('.ndjson')) || (name.length === 16 && name.endsWith('.ndjson.gz'));
  const segment = isSegment ? Number(name.slice(0, 6)) : 0;
  return Number.isInteger(segment) && segment > 0 ? segment : null;
};
