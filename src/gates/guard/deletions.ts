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
    would: 'would delete the root, a home folder or files of the system',
    remedy: NAME_IT,
  }),
  deletionRule({
    id: 'guard/rm-project',
    decision: 'deny',
    loss: 'project',
    requires: 'the-project-and-the-working-folder-stay',
    would: 'would delete the project, the working folder or a folder that holds them',
    remedy: NAME_IT,
  }),
  deletionRule({
    id: 'guard/rm-git',
    decision: 'deny',
    loss: 'git',
    requires: 'the-history-of-the-project-stays',
    would: "would delete the repository's data, and with it every commit that is nowhere else",
    remedy: "Leave .git to git's own commands: git gc, git remote prune, git worktree prune.",
  }),
  deletionRule({
    id: 'guard/rm-in-git',
    decision: 'ask',
    loss: 'in-git',
    requires: 'the-data-of-the-repository-stays',
    would: "would delete some of the repository's data",
    remedy: "Use git's own command: git rebase --abort, git merge --abort, git reset.",
  }),
  deletionRule({
    id: 'guard/rm-all',
    decision: 'ask',
    loss: 'all',
    requires: 'not-everything-in-the-project-is-deleted',
    would: 'would delete everything in the project, or in the working folder, that does not begin with a dot',
    remedy: NAME_IT,
  }),
  deletionRule({
    id: 'guard/rm-matching',
    decision: 'ask',
    loss: 'matching',
    requires: 'folders-that-match-are-named',
    would: 'would delete whole folders wherever in the project a pattern fits',
    remedy: 'Delete files only (find . -type f -name PATTERN -delete), or look with find and name the folders.',
  }),
  deletionRule({
    id: 'guard/rm-worktree',
    decision: 'ask',
    loss: 'worktree',
    requires: 'other-worktrees-stay',
    would: 'would delete a worktree of this project with what is not committed there',
    remedy: 'Use git worktree remove PATH, which refuses when something there is not committed.',
  }),
  deletionRule({
    id: 'guard/rm-outside',
    decision: 'ask',
    loss: 'outside',
    requires: 'folders-outside-the-project-stay',
    would: 'would delete whole folders outside the project',
    remedy:
      'Delete in the project or in a folder of your own in /tmp; what lies elsewhere is for the person to delete.',
  }),
  deletionRule({
    id: 'guard/rm-unknown',
    decision: 'ask',
    loss: 'unknown',
    requires: 'what-is-deleted-is-known',
    would: 'would delete folders that only show when it runs',
    remedy: 'Write the path into the command instead of a variable or the output of a program.',
  }),
];
