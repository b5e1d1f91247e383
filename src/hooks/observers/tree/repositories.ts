import { findGitLayout, type GitLayout } from '../../../events/git-layout.ts';
import { planeOfRepository } from '../../../projections/planes.ts';
import { pathOnDisk } from './disk.ts';
import { GitError, type GitRun, runGit } from './run-git.ts';
import { isUntracked, type StatusRecord } from './status-records.ts';

export interface Repositories {
  readonly values: ReadonlyMap<string, string | null>;
  readonly isApproximate: boolean;
}

/** Digests of what a submodule holds where that is not what its commit holds. */
export interface OwnContent {
  readonly digest: string;
  readonly isApproximate: boolean;
}

interface RepositoriesDeps {
  readonly layout: GitLayout | null;
  readonly run: GitRun;
  readonly changedIn: (folder: string) => Promise<OwnContent | null>;
}

/**
 * What submodules that differ, and repositories that lie in the worktree untracked, count as: the commit they have checked
 * out, and for a submodule in which something is changed its digests beside that.
 */
export const repositoriesIn = async (
  records: readonly StatusRecord[],
  { layout, run, changedIn }: RepositoriesDeps,
): Promise<Repositories> => {
  const values = new Map<string, string | null>();
  let isApproximate = false;
  await Promise.all(
    records.map(async (record) => {
      const { path } = record;
      if (planeOfRepository(path) === null) return;
      const folder = pathOnDisk(run.cwd, path).toString();
      // Another worktree of the same repository is work of its own.
      if (isUntracked(record) && layout !== null && findGitLayout(folder)?.commonDir === layout.commonDir) return;
      const commit = await commitIn(folder, run);
      if (commit === null) return;
      const own = isUntracked(record) ? null : await changedIn(folder);
      isApproximate ||= own?.isApproximate === true;
      values.set(path, `160000 ${commit}${own === null ? '' : `+${own.digest}`}`);
    }),
  );
  return { values, isApproximate };
};

/** Null where it has none yet: git would not add it. */
const commitIn = async (folder: string, run: GitRun): Promise<string | null> => {
  try {
    return (await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], { ...run, cwd: folder })).toString().trim();
  } catch (error) {
    if (error instanceof GitError && error.exit !== null) return null;
    throw error;
  }
};
