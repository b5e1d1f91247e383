import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import type { CommandWrites } from '../../projections/command-writes.ts';
import { relativeTo } from '../../projections/paths.ts';
import { type Plane, planeOfPath } from '../../projections/planes.ts';
import type { CallPlace } from '../place.ts';
import { fileAt, folderOfFile } from './files.ts';

/** What a call wrote, by worktree. Files outside every repository, logs and what builds make are no content. */
export const changesOf = ({ by, files }: CommandWrites, place: CallPlace, cwd: string | undefined): EventDraft[] => {
  const found = new Map<string, { paths: Set<string>; planes: Set<Plane> }>();
  const add = (worktree: string, path: string | null, planes: readonly Plane[]): void => {
    if (planes.length === 0) return;
    const known = found.get(worktree) ?? { paths: new Set(), planes: new Set() };
    found.set(worktree, known);
    if (path !== null) known.paths.add(path);
    for (const plane of planes) known.planes.add(plane);
  };
  const from = cwd === undefined || cwd === place.folder ? place.folder : place.folderAt(cwd);
  for (const { path, directory } of files) {
    const folder = directory === null ? from : folderFrom(from, directory, place);
    const named = path === null ? folder : path.startsWith('~') ? fileAt(path, place) : resolve(folder, path);
    const file = join(folderOfFile(named, place), basename(named));
    const worktree = place.worktreeOf(path === null ? folder : dirname(file)) ?? place.worktreeOf(file);
    if (worktree === null) continue;
    const relative = file === worktree ? '' : relativeTo(worktree, file);
    if (path === null) {
      add(worktree, null, BOTH);
      continue;
    }
    const isFolder = mayBeFolder(relative, file);
    const name = worktree === place.worktree ? relative : file;
    add(worktree, isFolder || PATTERN.test(path) ? null : name, isFolder ? planesIn(relative) : planesAt(relative));
  }
  return [...found].map(([worktree, { paths, planes }]) => ({
    type: 'ChangesObserved',
    worktree,
    data: { by, paths: [...paths], planes: BOTH.filter((plane) => planes.has(plane)) },
  }));
};

const BOTH: readonly Plane[] = ['code', 'docs'];

const folderFrom = (from: string, directory: string, place: CallPlace): string =>
  place.folderAt(directory.startsWith('~') ? directory : resolve(from, directory));

const PATTERN = /[*?[{]/;

/** The planes of what may lie in a folder. */
const planesIn = (relative: string): readonly Plane[] => {
  const inside = planeOfPath(relative === '' ? 'a.ts' : `${relative}/a.ts`);
  if (inside === null) return [];
  return DOCUMENTS.test(relative) ? ['docs'] : BOTH;
};

const DOCUMENTS = /(?:^|\/)(?:docs?|documentation)$/i;

/** What is gone may have been one. */
const mayBeFolder = (relative: string, file: string): boolean => {
  try {
    return statSync(file).isDirectory();
  } catch {
    return !/[^/.][^/]*\.[^/.]+$/.test(relative);
  }
};

const planesAt = (relative: string): readonly Plane[] => {
  const plane = planeOfPath(relative);
  return plane === null ? [] : [plane];
};

/** The paths among the arguments of a tool, by what such arguments are called. */
export const pathsAmong = (input: unknown): string[] => {
  if (typeof input !== 'object' || input === null) return [];
  const values = Object.entries(input).flatMap(([name, value]): unknown[] => {
    if (!FIELDS.has(name.toLowerCase().replaceAll('_', ''))) return [];
    return Array.isArray(value) ? value : [value];
  });
  const paths = values.flatMap((value) => {
    const path = typeof value === 'object' && value !== null ? (value as { path?: unknown }).path : value;
    return typeof path === 'string' && path !== '' && path.length <= LONGEST_PATH ? [withoutScheme(path)] : [];
  });
  return paths.slice(0, MOST_PATHS);
};

const FIELDS = new Set(
  (
    'file filepath path relativepath absolutepath notebookpath filename uri targetfile target source destination ' +
    'oldpath newpath paths files'
  ).split(' '),
);

const LONGEST_PATH = 512;
const MOST_PATHS = 16;

const withoutScheme = (path: string): string => (path.startsWith('file://') ? decoded(path.slice(7)) : path);

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
