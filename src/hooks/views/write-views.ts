import { basename, dirname, join } from 'node:path';
import type { LogFolder } from '../../events/segments.ts';
import type { View } from '../../projections/fold.ts';
import {
  isMarker,
  LEGACY_NAMES,
  type LegacyFile,
  legacyFiles,
  SESSION_CHANGES,
} from '../../projections/legacy/legacy-files.ts';
import { type FileOutcome, markedPaths, namesIn, putFile } from './own-files.ts';
import { isAtEnd, readTrail } from './read-trail.ts';

/** A worktree, and the folder in it that holds `.claude`. */
export interface ViewTarget {
  readonly worktree: string;
  readonly folder: string;
}

export interface ViewsInput {
  readonly log: LogFolder;
  /** The folder of docket's files. */
  readonly root: string;
  readonly targets: readonly ViewTarget[];
  /** The states at the end of the log. */
  readonly load: () => { readonly view: (stream: string, worktree: string | null) => View };
  /** How much of the log is read at a time. */
  readonly mostBytes: number;
  /** Files that docket did not write are replaced too. */
  readonly isForced: boolean;
}

export interface WrittenFile {
  readonly path: string;
  readonly outcome: FileOutcome;
}

/** While others append, the files are written again: so that the last one to write has seen what the last one appended. */
const MOST_ROUNDS = 3;

/**
 * Writes the legacy files of some worktrees as the log says they are. Null where more of the log was to be read than a
 * call may: the next one goes on from there. Throws the system's errors.
 */
export const writeViews = (input: ViewsInput): readonly WrittenFile[] | null => {
  const { log, root, targets, load, mostBytes, isForced } = input;
  for (let round = 1; ; round += 1) {
    const { trail, end, isComplete } = readTrail(log, root, mostBytes);
    if (!isComplete) return null;
    // Read after the trail, so that both stand at its end where nothing was appended since.
    const fold = load();
    const written = targets.flatMap(({ worktree, folder }) => {
      const files = legacyFiles({ trail, viewOf: (stream) => fold.view(stream, worktree), worktree });
      return [...files, ...endedSessions(folder, files), ...formerMarkers(root, folder, files)]
        .map(({ path, text }) => ({
          path: join(folder, path),
          isWanted: text !== null,
          outcome: putFile(root, join(folder, path), text, isForced && text !== null),
        }))
        .filter(({ isWanted, outcome }) => isWanted || outcome === 'removed');
    });
    if (round === MOST_ROUNDS || isAtEnd(log, end)) return written;
  }
};

/** The files of sessions that ended (seed 001, session-end.sh removes them). */
const endedSessions = (folder: string, files: readonly LegacyFile[]): LegacyFile[] =>
  namesIn(join(folder, '.claude'))
    .map((name) => `.claude/${name}`)
    .filter((path) => path.startsWith(SESSION_CHANGES) && !files.some((file) => file.path === path))
    .map((path) => ({ path, text: null }));

/** The markers of workflows that the policy does not declare any more. */
const formerMarkers = (root: string, folder: string, files: readonly LegacyFile[]): LegacyFile[] =>
  markersIn(root, folder)
    .filter((name) => !files.some(({ path }) => path === name))
    .map((path) => ({ path, text: null }));

/** The names of markers that docket wrote in a folder. */
const markersIn = (root: string, folder: string): string[] =>
  markedPaths(root)
    .filter((path) => dirname(path) === folder && isMarker(basename(path)))
    .map((path) => basename(path));

/** Where a worktree's files are or could be, those of sessions and the markers that are there included. */
export const viewPaths = (root: string, folder: string): string[] => [
  ...Object.keys(LEGACY_NAMES).map((name) => join(folder, name)),
  ...namesIn(join(folder, '.claude'))
    .map((name) => `.claude/${name}`)
    .filter((path) => path.startsWith(SESSION_CHANGES))
    .map((path) => join(folder, path)),
  ...markersIn(root, folder).map((name) => join(folder, name)),
];
