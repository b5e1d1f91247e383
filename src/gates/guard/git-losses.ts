import type { GateContext } from '../gate.ts';
import { type Act, type ActRule, actRule, type JudgedAct } from './act-rule.ts';
import { protectedAmong } from './git-branch.ts';

// Seed 001, guard check 4, and what else takes away work that nobody can bring back. They hold in every repository.

const losing = (
  name: string,
  decision: 'deny' | 'ask',
  kind: string,
  requires: string,
  what: string,
  remedy: string,
  offends: ActRule['offends'] = () => true,
) =>
  actRule({
    id: `guard/${name}`,
    decision,
    kinds: [kind],
    requires,
    offends,
    reason: (shown) => `${what}: ${shown}.`,
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
    'git reset --hard throws uncommitted work away',
    'Keep it with git stash, or move only the branch: git reset --keep COMMIT (it refuses to lose changes).',
  ),
  losing(
    'clean',
    'deny',
    'git-clean',
    'untracked-files-are-kept',
    'git clean -f deletes files that git has no copy of',
    'See what it would delete with git clean -n, and put untracked files aside with git stash --include-untracked.',
  ),
  losing(
    'branch-delete',
    'deny',
    'git-branch-delete',
    'only-merged-branches-are-deleted',
    'Deleting a branch by force loses commits that are nowhere else',
    'Use git branch -d NAME: it deletes a branch that is merged and refuses one that is not.',
  ),
  losing(
    'branch-move',
    'deny',
    'git-branch-move',
    'a-protected-branch-is-not-moved-by-force',
    'The command moves a protected branch away from its commits',
    'Bring it forward with git fetch REMOTE NAME:NAME or git merge --ff-only, which lose nothing, or use another name.',
    movesProtected,
  ),
  losing(
    'reflog-expire',
    'deny',
    'git-expire',
    'the-way-back-is-kept',
    'It removes what git keeps to undo mistakes',
    'Leave it to git gc, which keeps what is younger than two weeks.',
  ),
  losing(
    'rewrite-history',
    'deny',
    'git-rewrite',
    'history-is-not-rewritten',
    'It replaces every commit of the repository',
    'Look first with git log -- PATH or git filter-repo --analyze; the rewriting itself is for a person to do.',
  ),
  losing(
    'discard-changes',
    'ask',
    'git-discard',
    'uncommitted-changes-are-kept',
    'It would overwrite or delete changes that are not committed',
    'Keep them with git stash push PATH; git diff PATH shows what would be lost.',
    isOfFiles,
  ),
  losing(
    'drop-stash',
    'ask',
    'git-stash-drop',
    'stashed-work-is-kept',
    'It throws stashed work away',
    'Apply it with git stash apply, or look at it with git stash show -p.',
  ),
  losing(
    'worktree-discard',
    'ask',
    'git-worktree-discard',
    'work-in-a-worktree-is-kept',
    'Removing a worktree by force loses what is not committed in it',
    'Go to the main worktree and use git worktree remove without --force: it refuses while anything is uncommitted.',
  ),
  losing(
    'delete-ref',
    'ask',
    'git-ref-delete',
    'refs-are-kept',
    'It deletes a ref without looking whether its commits are elsewhere',
    'Delete a merged branch with git branch -d NAME.',
  ),
  losing(
    'skip-hooks',
    'ask',
    'git-skip-hooks',
    'the-hooks-of-the-project-run',
    "It goes past the project's own hooks",
    'Run it without the option, variable or setting that skips them, and mend what they find.',
  ),
];
