import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { isIn } from '../../projections/paths.ts';
import type { Act } from '../../shell/acts/act.ts';
import type { CallPlace } from '../place.ts';
import { globMatches } from './glob.ts';

type ObservedPath = EventData<'PathsObserved'>['paths'][number];
type Guarded = NonNullable<ObservedPath['guarded']>;

/**
 * Marks the observed paths of acts with which of the paths that the policy guards each lies in or holds. Guarded paths are
 * absolute, begin with `~/`, or are relative to the top of the worktree that the call, or the path itself, is in.
 */
export const guardedMarker = (place: CallPlace, guarded: readonly string[]) => {
  // A guarded link stays, and what it leads to.
  const foldersAt = memoized((named: string) => {
    const at = named.startsWith('~') ? join(place.folderAt('~'), named.slice(1)) : resolve(named);
    return [...new Set([join(realFolder(dirname(at)), basename(at)), realFolder(at)])];
  });
  const foldersOf = (name: string, path: string): readonly string[] => {
    if (name === '~' || name.startsWith('~/') || name.startsWith('/')) return foldersAt(name);
    return topsOf(path, place).flatMap((top) => foldersAt(resolve(top, name)));
  };
  return (observed: readonly ObservedPath[], { details }: Pick<Act, 'details'>): ObservedPath[] => {
    // What happens on another machine or in a container happens to other files.
    if (guarded.length === 0 || details['host'] !== undefined) return [...observed];
    return observed.map((each) => {
      const path = withEverything(each);
      const found = path === null ? null : guardedAt(path, guarded, foldersOf);
      return found === null ? each : { ...each, guarded: found };
    });
  };
};

/** Where a path that the policy names without a root may be: at the top of each worktree it can be about. */
const topsOf = (path: string, { projectDir, worktree, worktreeOf }: CallPlace): readonly string[] => [
  ...new Set([projectDir, worktree, worktreeOf(dirname(path)) ?? worktree]),
];

const memoized = <Found>(find: (key: string) => Found): ((key: string) => Found) => {
  const known = new Map<string, Found>();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key) as Found;
  };
};

/** A pattern that everything in a folder fits is observed as that folder; what it names is in it. */
const withEverything = ({ path, written }: ObservedPath): string | null => {
  const last = written?.split('/').at(-1) ?? '';
  return path === null || isPattern(path) || !isPattern(last) ? path : join(path, last);
};

const isPattern = (path: string): boolean => /[*?[{]/.test(path);

const guardedAt = (
  path: string,
  guarded: readonly string[],
  foldersOf: (name: string, path: string) => readonly string[],
): Guarded | null => {
  const spelled = [path, realFolder(path)].map((each) => each.toLowerCase());
  const found = guarded.flatMap((name): Guarded[] =>
    foldersOf(name, path).flatMap((folder): Guarded[] => {
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
