import { GitError, type GitRun, runGit } from './run-git.ts';
import type { StatusListing } from './status-records.ts';
import { readQuotedStatus, readStatusV1 } from './status-v1.ts';
import { readStatusV2 } from './status-v2.ts';

/** What differs in a worktree, without anything that git was told to ignore. */
export const readStatus = async (run: GitRun): Promise<StatusListing> => {
  try {
    const text = (await runGit(['status', '--porcelain=v2', '--branch', ...NEW, ...MORE], run)).toString('latin1');
    // It begins with the commit that is checked out, so nothing at all is no answer.
    if (text === '') throw new GitError(UNREADABLE);
    return statusIn(text);
  } catch (error) {
    if (!(error instanceof GitError && error.exit === USAGE)) throw error;
    // One that is too old for the question says how it is used.
    return statusIn((await runGit(['status', '--porcelain', ...MORE], run)).toString('latin1'));
  }
};

const NEW = ['--no-ahead-behind', '--no-renames'];
const MORE = ['-z', '-uall', '--ignore-submodules=none'];
const USAGE = 129;
const UNREADABLE = 'what git status printed cannot be read';

/** What any form of porcelain says. What is none of them is no answer: least of all that nothing differs. */
export const statusIn = (text: string): StatusListing => {
  const listing = readStatusV2(text) ?? readStatusV1(text) ?? readQuotedStatus(text);
  if (listing === null) throw new GitError(UNREADABLE);
  return listing;
};
