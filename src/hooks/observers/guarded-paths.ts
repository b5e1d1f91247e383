import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { isIn } from '../../projections/paths.ts';
import type { Act } from '../../shell/acts/act.ts';
import type { CallPlace } from '../place.ts';
import { globMatches } from './glob.ts';

type ObservedPath = EventData<'PathsObserved'>['paths'][number];
type Guarded = NonNullable<ObservedPath['guarded']>;

/**
 * The observed paths of an act, with which of the paths that the policy guards each lies in or holds. Guarded paths are
 * absolute, begin with `~/`, or are relative to the top of the worktree that the call, or the path itself, is in.
 */
export const withGuarded = (
  observed: readonly ObservedPath[],
  act: Pick<Act, 'details'>,
  place: CallPlace,
  guarded: readonly string[],
): ObservedPath[] => {
  // What happens on another machine or in a container happens to other files.
  if (guarded.length === 0 || act.details['host'] !== undefined) return [...observed];
  return observed.map((each) => {
    const path = withEverything(each);
    const found = path === null ? null : guardedAt(path, place, guarded);
    return found === null ? each : { ...each, guarded: found };
  });
};

/** A pattern that everything in a folder fits is observed as that folder; what it names is in it. */
const withEverything = ({ path, written }: ObservedPath): string | null => {
  const last = written?.split('/').at(-1) ?? '';
  return path === null || isPattern(path) || !isPattern(last) ? path : join(path, last);
};

const isPattern = (path: string): boolean => /[*?[{]/.test(path);

const guardedAt = (path: string, place: CallPlace, guarded: readonly string[]): Guarded | null => {
  const spelled = [path, realFolder(path)].map((each) => each.toLowerCase());
  const found = guarded.flatMap((name): Guarded[] =>
    foldersOf(name, path, place).flatMap((folder): Guarded[] => {
      const at = folder.toLowerCase();
      if (spelled.some((each) => isIn(at, each)))
        return [{ name, how: 'inside', is: isPattern(path) ? 'file' : kindOf(path) }];
      if (spelled.some((each) => isIn(each, at))) return [{ name, how: 'holds', is: 'folder' }];
      const fits = isPattern(path) ? matched(path, folder) : null;
      return fits === null ? [] : [{ name, how: fits === folder ? 'inside' : 'holds', is: kindOf(fits) }];
    }),
  );
  return found.find(({ how }) => how === 'inside') ?? found[0] ?? null;
};

/** Where a guarded path lies, as it is named and as links lead. */
const foldersOf = (name: string, path: string, place: CallPlace): readonly string[] => {
  const isFree = name === '~' || name.startsWith('~/') || name.startsWith('/');
  const git = isFree ? null : place.gitOf(dirname(path));
  const isProjects = git !== null && git.commonDir === place.projectGit?.commonDir;
  const tops = [place.projectDir, place.worktree, ...(isProjects ? [git.worktree ?? place.worktree] : [])];
  const named = isFree ? [place.folderAt(name)] : tops.map((top) => resolve(top, name));
  return [...new Set(named.flatMap((folder) => [folder, realFolder(folder)]))];
};

/** The guarded folder, or the nearest one around it, that a pattern fits. */
const matched = (pattern: string, folder: string): string | null => {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (globMatches(pattern, at)) return at;
  return null;
};

const kindOf = (path: string): Guarded['is'] => {
  try {
    const is = statSync(path, { throwIfNoEntry: false });
    return is === undefined ? 'nothing' : is.isDirectory() ? 'folder' : 'file';
  } catch {
    // Nobody may look: it is taken to be there.
    return 'file';
  }
};
