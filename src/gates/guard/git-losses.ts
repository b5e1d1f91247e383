import type { GateContext } from '../gate.ts';
import { protectedAmong } from '../protected-branches.ts';
import { type Act, type ActRule, actRule, type JudgedAct } from './act-rule.ts';

// Seed 001, guard check 4, and what else takes away work that nobody can bring back. They hold in every repository.

const losing = (
  name: string,
  decision: 'deny' | 'ask',
  kind: string,
  requires: string,
  would: string,
  remedy: string,
  offends: ActRule['offends'] = () => true,
) =>
  actRule({
    id: `guard/${name}`,
    decision,
    kinds: [kind],
    requires,
    offends,
    reason: (shown) => `The command would ${would}: ${shown}.`,
    remedy,
  });

/** A word that may be a branch or a file: the repository says which, and its looks where nobody could look. */
const isOfFiles = ({ act, git }: JudgedAct): boolean => {
  if (act.details['operand'] === undefined) return true;
  const names = git?.data.names;
  return names === 'path' || (names !== 'branch' && act.details['likely'] === true);
};

const branchOf = ({ details }: Act): string => (typeof details['branch'] === 'string' ? details['branch'] : '');

/**
 * Only a branch that is there can lose its commits; one onto itself loses nothing. Where nobody could look, it is there,
 * but for the renaming that follows `git init`.
 */
const movesProtected = ({ act, git }: JudgedAct, context: GateContext): boolean => {
  const isThere = git?.data.names === undefined ? act.details['renames'] !== true : git.data.names === 'branch';
  return isThere && git?.data.branch !== branchOf(act) && protectedAmong(context, [branchOf(act)]).length > 0;
};

export const gitLosses = [
  losing(
    'reset-hard',
    'deny',
    'git-reset',
    'uncommitted-work-is-kept',
    'throw uncommitted work away',
    'Keep it with git stash, or move only the branch: git reset --keep COMMIT (it refuses to lose changes).',
  ),
  losing(
    'clean',
    'deny',
    'git-clean',
    'untracked-files-are-kept',
    'delete files that git has no copy of',
    'See what it would delete with git clean -n and delete that by name, or put it aside with git stash --include-untracked.',
  ),
  losing(
    'branch-delete',
    'deny',
    'git-branch-delete',
    'only-merged-branches-are-deleted',
    'delete a branch whose commits may be nowhere else',
    'Use git branch -d NAME, which refuses a branch that is not merged; such a one is for the user to delete.',
  ),
  losing(
    'branch-move',
    'deny',
    'git-branch-move',
    'a-protected-branch-is-not-moved-by-force',
    'move a protected branch away from its commits',
    'Bring it forward with git fetch REMOTE NAME:NAME or git merge --ff-only, which lose nothing, or use another name.',
    movesProtected,
  ),
  losing(
    'reflog-expire',
    'deny',
    'git-expire',
    'the-way-back-is-kept',
    'delete what git keeps to undo mistakes',
    'Leave it to git gc, which keeps what is younger than two weeks.',
  ),
  losing(
    'rewrite-history',
    'deny',
    'git-rewrite',
    'history-is-not-rewritten',
    'replace every commit of the repository, so that other copies of it no longer fit',
    'Look first with git log -- PATH or git filter-repo --analyze; the rewriting itself is for the user to do.',
  ),
  losing(
    'discard-changes',
    'ask',
    'git-discard',
    'uncommitted-changes-are-kept',
    'overwrite or delete changes that are not committed',
    'Keep them with git stash push PATH; git diff PATH shows what would be lost.',
    isOfFiles,
  ),
  losing(
    'drop-stash',
    'ask',
    'git-stash-drop',
    'stashed-work-is-kept',
    'throw stashed work away',
    'Look at it with git stash show -p, and apply it with git stash apply.',
  ),
  losing(
    'worktree-discard',
    'ask',
    'git-worktree-discard',
    'work-in-a-worktree-is-kept',
    'remove a worktree with what is not committed in it',
    'Use git worktree remove without --force, from the main worktree (cd MAIN && git worktree remove PATH): it refuses while something there is not committed.',
  ),
  losing(
    'delete-ref',
    'ask',
    'git-ref-delete',
    'refs-are-kept',
    'delete a ref, and nobody looks whether its commits are elsewhere',
    'Delete a merged branch with git branch -d NAME.',
  ),
  losing(
    'skip-hooks',
    'ask',
    'git-skip-hooks',
    'the-hooks-of-the-project-run',
    "skip the project's own checks",
    'Run it without the option, variable or setting that skips them, and mend what they find.',
  ),
];
