import { readdirSync } from 'node:fs';
import { folderKind } from '../../../projections/source-files.ts';
import { fileOnDisk, pathOnDisk } from '../tree/disk.ts';
import { GitError, type GitRun, runGit } from '../tree/run-git.ts';

/** The files of a worktree, by names from its top; names are bytes, each as one character. */
export interface ListedFiles {
  readonly names: readonly string[];
  /** Those of them that git does not track; null where git did not say. */
  readonly untracked: ReadonlySet<string> | null;
}

/** What an audit is about cannot be read, or not in time: why, in a clause. */
export class OutOfReach extends Error {
  override readonly name = 'OutOfReach';
}

/**
 * What git tracks in a worktree and what it does not ignore. Where there is no repository, or no git, every file but those
 * in folders that others wrote or builds made. Repositories inside are not part of it. Throws `GitError` and `OutOfReach`.
 */
export const listFiles = async (run: GitRun): Promise<ListedFiles> => {
  try {
    const listed = await runGit(['ls-files', '-c', '-o', '-t', '--exclude-standard', '-z'], run);
    return readTaggedNames(listed.toString('latin1'));
  } catch (error) {
    const isAbsent = error instanceof GitError && ABSENT.has(error.message);
    if (!isAbsent) throw error;
    return { names: walk(run.cwd, run.left), untracked: null };
  }
};

const ABSENT: ReadonlySet<string> = new Set(['git is not there', 'it is no git repository']);

/** `TAG SP PATH NUL`; what is in conflict is named once for each side, another repository with a slash at its end. */
const readTaggedNames = (text: string): ListedFiles => {
  const names = new Set<string>();
  const untracked = new Set<string>();
  for (const entry of text.split('\0')) {
    const name = entry.slice(2);
    if (name === '' || name.endsWith('/')) continue;
    names.add(name);
    if (entry.startsWith('?')) untracked.add(name);
  }
  return { names: [...names], untracked };
};

const DEEPEST = 64;
const MOST_FILES = 200_000;

const walk = (top: string, left: () => number): string[] => {
  const names: string[] = [];
  const open: string[] = [''];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (left() <= 0) throw new OutOfReach('the files could not be listed in time');
    for (const entry of entriesIn(top, folder)) {
      const name = `${folder}${entry.name}`;
      if (entry.isFile()) names.push(name);
      // A link may lead back to where it is, and what it leads to has a name of its own.
      else if (entry.isDirectory() && isOwn(top, name)) open.push(`${name}/`);
    }
    if (names.length > MOST_FILES) throw new OutOfReach(`there are more than ${MOST_FILES} files`);
  }
  return names.sort();
};

const entriesIn = (top: string, folder: string) => {
  try {
    return readdirSync(pathOnDisk(top, folder), { withFileTypes: true, encoding: 'latin1' });
  } catch {
    return [];
  }
};

const isOwn = (top: string, folder: string): boolean => {
  const folders = folder.split('/');
  const kind = folderKind(folders);
  if (kind === 'vendored' || kind === 'generated' || folders.at(-1) === '.git' || folders.length > DEEPEST)
    return false;
  return fileOnDisk(top, `${folder}/.git`) === null;
};
