import type { EventData } from '../../../events/schemas.ts';
import type { View } from '../../../projections/fold.ts';
import { isAbsolute } from '../../../projections/paths.ts';
import { readNames } from '../tree/listings.ts';
import { GitError, type GitRun, runGit } from '../tree/run-git.ts';

interface ChangedInput {
  readonly state: Pick<View, 'changes' | 'session'>;
  /** The worktree as it is now. */
  readonly tree: EventData<'TreeObserved'>;
  readonly untracked: ReadonlySet<string> | null;
  readonly run: GitRun;
}

/**
 * Files that the session changed in its worktree, by names that are bytes, each as one character: those that it is known
 * to have written, and, where a command may have written others and the code is not what it was as the session began, what
 * git says of the time since.
 */
export const changedFiles = async ({ state, tree, untracked, run }: ChangedInput): Promise<ReadonlySet<string>> => {
  const { changes, session } = state;
  const named = changes.files.flatMap(({ path }) => (isAbsolute(path) ? [] : [Buffer.from(path).toString('latin1')]));
  const { baseline } = session;
  const mayBeMore = session.mayHaveWritten !== null || changes.unnamed.code !== undefined || changes.forgotten > 0;
  if (!mayBeMore || baseline === null || untracked === null) return new Set(named);
  if (baseline.digests.code === null || baseline.digests.code === tree.tree.code) return new Set(named);
  return new Set([...named, ...untracked, ...(await changedSince(baseline.head, run))]);
};

const changedSince = async (commit: string | null, run: GitRun): Promise<string[]> => {
  if (commit === null || !/^[0-9a-f]{40,64}$/.test(commit)) return [];
  const options = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
  try {
    return readNames((await runGit(['diff', ...options, commit, '--'], run)).toString('latin1'));
  } catch (error) {
    // The commit is gone: what was written by name is all that is known.
    if (error instanceof GitError && error.exit !== null) return [];
    throw error;
  }
};
