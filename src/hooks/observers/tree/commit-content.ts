import { posix, relative, resolve } from 'node:path';
import { fileOnDisk } from './disk.ts';
import { readNames } from './listings.ts';
import { headOf, type Look } from './look.ts';
import { GitError, runGit } from './run-git.ts';
import type { Content } from './view.ts';

/** An act of git that changes the index or records it, in the worktree that was looked at. */
export interface IndexAct {
  readonly kind: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** As git is given them; null for one that only shows at run time. */
  readonly paths: readonly (string | null)[];
  /** Where it runs. */
  readonly folder: string;
}

/** What the acts of a command leave, one after the other. */
export interface Staged {
  /** What the newest commit holds. */
  head: Content;
  index: Map<string, string>;
  work: Map<string, string>;
  /** Conflicts that nobody has resolved yet. */
  readonly unmerged: Set<string>;
}

export const startStaged = (look: Look): Staged => ({
  head: headOf(look),
  index: new Map(look.index),
  work: new Map(look.work),
  unmerged: new Set(look.unmerged),
});

/** git-add(1), git-rm(1). Throws `GitError` where only git knows what it does. */
export const stage = async (staged: Staged, act: IndexAct, look: Look): Promise<void> => {
  const { takes, all } = act.details;
  if (takes === 'nothing') return;
  if (takes === 'moved') {
    move(staged, namedPaths(act), act.folder, look.top);
    return;
  }
  if (typeof takes !== 'string') throw new GitError('what is staged before only shows at run time');
  const paths = all === true ? null : await pathsOf(act, look);
  for (const path of paths ?? everyPath(staged, look)) {
    const isKnown = isTracked(path, staged, look);
    if (takes === 'files' || (takes === 'tracked' && isKnown)) take(path, staged);
    else if (takes === 'unstaged') put(staged.index, path, staged.head.get(path));
    else if (isKnown && (takes === 'removed' || takes === 'kept')) {
      staged.index.delete(path);
      staged.unmerged.delete(path);
      if (takes === 'removed') staged.work.delete(path);
    }
  }
};

/**
 * What git-commit(1) records: the index; with `-a` all that is tracked, as it is on disk; with paths those, on top of the last
 * commit or with `--include` of the index.
 */
export const commit = async (staged: Staged, act: IndexAct, look: Look): Promise<Content> => {
  const { all, index, parts } = act.details;
  if (parts === true) throw new GitError('the parts that are committed are chosen while it runs');
  if (all === true) {
    for (const path of everyPath(staged, look)) if (isTracked(path, staged, look)) take(path, staged);
  }
  const named = act.paths.length === 0 ? [] : await pathsOf(act, look);
  const known = named.filter((path) => isTracked(path, staged, look));
  const isPartial = index === false && all !== true;
  const content = isPartial ? new Map(staged.head) : staged.index;
  for (const path of known) {
    take(path, staged);
    put(content, path, staged.index.get(path));
  }
  if (!isPartial && staged.unmerged.size > 0) throw new GitError('there are conflicts that are not resolved');
  staged.head = new Map(content);
  return staged.head;
};

const isTracked = (path: string, staged: Staged, look: Look): boolean =>
  staged.index.has(path) || look.tracked.has(path);

const everyPath = (staged: Staged, look: Look): Iterable<string> =>
  new Set([...staged.index.keys(), ...staged.work.keys(), ...staged.head.keys(), ...look.workChanges.keys()]);

const take = (path: string, { index, work, unmerged }: Staged): void => {
  put(index, path, work.get(path));
  unmerged.delete(path);
};

const put = (content: Map<string, string>, path: string, value: string | undefined): void => {
  if (value === undefined) content.delete(path);
  else content.set(path, value);
};

/** git-mv(1): files and folders go to a name, or into a folder that is there. */
const move = ({ index, work }: Staged, named: readonly string[], folder: string, top: string): void => {
  const paths = named.map((path) => Buffer.from(relative(top, resolve(folder, path))).toString('latin1'));
  const target = paths.pop() ?? '';
  const isFolder = target === '' || fileOnDisk(top, target)?.kind === 'folder';
  for (const source of paths) {
    const to = isFolder ? posix.join(target, posix.basename(source)) : target;
    for (const content of [index, work]) {
      for (const [path, value] of [...content]) {
        if (path !== source && !path.startsWith(`${source}/`)) continue;
        content.delete(path);
        content.set(`${to}${path.slice(source.length)}`, value);
      }
    }
  }
};

/** The files that the paths of an act name, as git reads paths: folders, patterns, magic. */
const pathsOf = async (act: IndexAct, { run }: Look): Promise<string[]> => {
  const named = namedPaths(act);
  const args = [
    '-C',
    act.folder,
    'ls-files',
    '-z',
    '--full-name',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...named,
  ];
  const listed = readNames((await runGit(args, run)).toString('latin1'));
  // A repository in the worktree ends in a slash.
  return [...new Set(listed.map((path) => (path.endsWith('/') ? path.slice(0, -1) : path)))];
};

const namedPaths = ({ paths }: IndexAct): string[] => {
  const named = paths.filter((path) => path !== null);
  if (named.length < paths.length) throw new GitError('which files it is about only shows at run time');
  return named;
};
