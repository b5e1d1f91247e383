import type { Rule } from '../gate.ts';
import { actRule } from './act-rule.ts';
import { type DeletionLoss, deletionLosses } from './deletion-losses.ts';

interface DeletionRule {
  readonly id: string;
  readonly decision: Rule['decision'];
  readonly loss: DeletionLoss;
  readonly requires: string;
  /** What the deletion would do, behind "The command ". */
  readonly would: string;
  readonly remedy: string;
}

const deletionRule = ({ id, decision, loss, requires, would, remedy }: DeletionRule): Rule =>
  actRule({
    id,
    decision,
    kinds: ['delete', 'move'],
    requires,
    offends: (judged, context) => deletionLosses(judged, context).includes(loss),
    reason: (shown) => `The command ${would}: ${shown}.`,
    remedy,
  });

const NAME_IT = 'Name the file or folder in the project that should go: rm -r build.';

/** Seed 001, guard check 0, and what else nobody gets back. A person decides about losses somebody may want. */
export const deletionRules: readonly Rule[] = [
  deletionRule({
    id: 'guard/rm-root',
    decision: 'deny',
    loss: 'system',
    requires: 'no-system-or-home-folder-is-deleted',
    would: 'would take away the root folder, a home folder or files of the system, which nobody can bring back',
    remedy: 'Delete by name what lies in the project (rm -r build); what lies elsewhere is for the user to delete.',
  }),
  deletionRule({
    id: 'guard/rm-project',
    decision: 'deny',
    loss: 'project',
    requires: 'the-project-and-the-working-folder-stay',
    would: 'would delete the project, the working folder or a folder that holds them, with work that is nowhere else',
    remedy:
      'Name what should go in the project (rm -r build); the working folder itself can go once you left it with cd in a command of its own.',
  }),
  deletionRule({
    id: 'guard/rm-git',
    decision: 'deny',
    loss: 'git',
    requires: 'the-history-of-the-project-stays',
    would: "would delete the repository's data, and with it every commit that is nowhere else",
    remedy:
      "Leave .git to git's own commands (git gc, git remote prune, git worktree prune); if the repository itself should go, ask the user to delete it.",
  }),
  deletionRule({
    id: 'guard/rm-in-git',
    decision: 'ask',
    loss: 'in-git',
    requires: 'the-data-of-the-repository-stays',
    would: 'would delete data in .git that git may need',
    remedy: "Use git's own command for it: git rebase --abort, git merge --abort, git reset.",
  }),
  deletionRule({
    id: 'guard/rm-all',
    decision: 'ask',
    loss: 'all',
    requires: 'not-everything-in-the-project-is-deleted',
    would: 'would delete everything in the project or the working folder but what begins with a dot',
    remedy: NAME_IT,
  }),
  deletionRule({
    id: 'guard/rm-matching',
    decision: 'ask',
    loss: 'matching',
    requires: 'folders-that-match-are-named',
    would: 'would delete whole folders, and all that is in them, wherever in the project a pattern fits',
    remedy:
      'Delete files only (find . -type f -name PATTERN -delete), or list the folders with find and delete them by name.',
  }),
  deletionRule({
    id: 'guard/rm-worktree',
    decision: 'ask',
    loss: 'worktree',
    requires: 'other-worktrees-stay',
    would: 'would delete another worktree of this project, with what is not committed there',
    remedy:
      'Use git worktree remove from the main worktree (cd MAIN && git worktree remove PATH): it refuses while something there is not committed.',
  }),
  deletionRule({
    id: 'guard/rm-outside',
    decision: 'ask',
    loss: 'outside',
    requires: 'folders-outside-the-project-stay',
    would: 'would delete files or whole folders outside the project',
    remedy:
      'Delete only in the project or in a folder of your own in /tmp; what lies elsewhere is for the user to delete.',
  }),
  deletionRule({
    id: 'guard/rm-unknown',
    decision: 'ask',
    loss: 'unknown',
    requires: 'what-is-deleted-is-known',
    would: 'would delete folders, and nobody can know before it runs which ones',
    remedy: 'Write the path out, without a variable or the output of a program: rm -r build.',
  }),
];
