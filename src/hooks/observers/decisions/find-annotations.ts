import type { Environment } from '../../../events/location.ts';
import { planeReader } from '../../../projections/planes.ts';
import { fileKind } from '../../../projections/source-files.ts';
import { pathOnDisk } from '../tree/disk.ts';
import { shownName } from '../tree/listings.ts';
import type { AnnotationCache, KnownFile } from './annotation-cache.ts';
import { keptAnnotations, MARK } from './kept-annotation.ts';
import { readSource, type Stamp, stampOf } from './read-source.ts';
import { filesHolding, findRipgrep } from './ripgrep.ts';

export interface FindInput {
  /** Top folder of the worktree, and files in it by names from there; names are bytes, each as one character. */
  readonly top: string;
  readonly names: readonly string[];
  /** What an earlier audit read. */
  readonly known: AnnotationCache;
  readonly env: Environment;
  /** Folders whose programs are not run. */
  readonly untrusted: readonly string[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds that are left. */
  readonly left: () => number;
}

/** What was read, as far as there was time. */
export interface Found {
  /** Source files that are there, with their annotations. */
  readonly files: AnnotationCache;
  /** What the next audit can rely on, and whether that is other than what was known. */
  readonly cache: AnnotationCache;
  readonly isNew: boolean;
  /** Time ran out before all were read. */
  readonly isLate: boolean;
}

/** Files that nobody read before, from which on ripgrep is asked which of them are worth it. */
const WORTH_A_PROCESS = 1_000;
/** Files between two looks at the clock. */
const AT_A_TIME = 64;
/** Milliseconds: a file that changed so shortly before may change once more and look the same, on any file system. */
const RACY_MS = 2_000;

/** The annotations of the source files among some files. What an earlier audit read and nobody changed since is not read again. */
export const findAnnotations = async (input: FindInput): Promise<Found> => {
  const { top, known, now, left } = input;
  const files = new Map<string, KnownFile>();
  const cache = new Map<string, KnownFile>();
  const unread: [name: string, stamp: Stamp][] = [];
  let isLate = false;
  const isInTime = (count: number): boolean => {
    isLate ||= count % AT_A_TIME === 0 && left() <= 0;
    return !isLate;
  };
  const keep = (name: string, stamp: Stamp, annotations: KnownFile['annotations']): void => {
    const file = { stamp: stamp.text, annotations };
    files.set(name, file);
    if (stamp.changedAt + RACY_MS < now) cache.set(name, file);
  };
  for (const [count, name] of sourcesIn(input.names).entries()) {
    if (!isInTime(count)) break;
    const stamp = stampOf(placeOf(top, name));
    if (stamp === null) continue;
    const before = known.get(name);
    if (before?.stamp === stamp.text) keep(name, stamp, before.annotations);
    else unread.push([name, stamp]);
  }
  const worthIt = isLate ? null : await namesWorthReading(unread, input);
  for (const [count, [name, stamp]] of unread.entries()) {
    if (!isInTime(count)) break;
    if (worthIt !== null && !worthIt.has(name)) {
      keep(name, stamp, []);
      continue;
    }
    const source = readSource(placeOf(top, name));
    if (source === null) continue;
    const isAnnotated = source.bytes.includes(MARK);
    keep(name, source.stamp, isAnnotated ? keptAnnotations(source.bytes.toString(), shownName(name)) : []);
  }
  // What there was no time for is known as it was.
  if (isLate) for (const [name, file] of known) if (!cache.has(name)) cache.set(name, file);
  return { files, cache, isLate, isNew: unread.length > 0 || cache.size !== known.size };
};

/** Asked after the files' stamps were taken, so that what changes meanwhile is read again the next time. */
const namesWorthReading = async (
  unread: readonly (readonly [name: string, stamp: Stamp])[],
  { top, env, untrusted, left }: FindInput,
): Promise<ReadonlySet<string> | null> => {
  if (unread.length < WORTH_A_PROCESS) return null;
  const program = findRipgrep(env, untrusted);
  if (program === null) return null;
  return filesHolding(
    MARK,
    unread.map(([name]) => name),
    { program, folder: top, left },
  );
};

/** Files of source code, other than tests, by their names alone. */
export const sourcesIn = (names: readonly string[]): string[] => {
  const planeOf = planeReader();
  return names.filter((name) => planeOf(name) === 'code' && fileKind(name) === 'source');
};

const placeOf = (top: string, name: string): string | Buffer =>
  BEYOND_ASCII.test(name) ? pathOnDisk(top, name) : `${top}/${name}`;

const BEYOND_ASCII = /[^ -~]/;
