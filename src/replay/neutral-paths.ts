/** Folders of a machine and what stands for them elsewhere. */
export interface PathNames {
  /** Absolute paths as they stand in the log, the outermost of those that lie in each other. */
  readonly from: string;
  readonly to: string;
}

export interface Places {
  /** The project's folder, by every path that leads there. */
  readonly projects: readonly string[];
  /** Worktrees that the session names. */
  readonly worktrees: readonly string[];
  /** The user's home folder, by every path that leads there. */
  readonly homes: readonly string[];
}

/**
 * Names that say nothing of the machine: `/project`, `/project-2` for a worktree beside it, `/home/user`. What lies in one
 * of them stays in it: gates judge by which path is in which.
 */
export const neutralNames = ({ projects, worktrees, homes }: Places): PathNames[] => {
  const roots = outermost([...projects, ...worktrees].filter(isNameable));
  const isProject = (root: string): boolean => projects.some((project) => isWithin(project, root));
  const others = roots.filter((root) => !isProject(root));
  const named = roots.map((from) => ({
    from,
    to: isProject(from) ? PROJECT : `${PROJECT}-${others.indexOf(from) + 2}`,
  }));
  const homeNames = homes.filter((home) => isNameable(home) && !roots.some((root) => isWithin(home, root)));
  return [...named, ...homeNames.map((from) => ({ from, to: HOME }))];
};

const PROJECT = '/project';
const HOME = '/home/user';

/** The root of the file system is everybody's. */
const isNameable = (path: string): boolean => path.startsWith('/') && path.length > 1;

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const outermost = (paths: readonly string[]): string[] => {
  const unique = [...new Set(paths)];
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(path, other)));
};

/**
 * Replaces paths in everything that JSON can say, keys included, also where the client made one name of a path, as it does
 * for the folder of a project's transcripts (`/home/a/shop`: `-home-a-shop`). Returns the same value where nothing changes.
 */
export const renamerFor = (names: readonly PathNames[]): (<Value>(value: Value) => Value) => {
  // The longest first: a project mostly lies in the user's home.
  const pairs = [...names].sort((a, b) => b.from.length - a.from.length).flatMap(spellings);
  const inText = (text: string): string =>
    pairs.reduce(
      (changed, { from, to, pattern }) => (changed.includes(from) ? changed.replace(pattern, to) : changed),
      text,
    );
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [inText(name), rename(item)]));
  };
  return (value) => rename(value) as typeof value;
};

interface Spelling extends PathNames {
  readonly pattern: RegExp;
}

const spellings = ({ from, to }: PathNames): Spelling[] =>
  [
    { from, to, end: '(?![\\w-]|\\.\\w)' },
    { from: asOneName(from), to: asOneName(to), end: '(?![A-Za-z0-9])' },
  ].map(({ end, ...names }) => ({ ...names, pattern: new RegExp(escaped(names.from) + end, 'g') }));

const asOneName = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
