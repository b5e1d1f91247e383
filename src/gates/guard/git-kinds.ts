/** Acts of git that are judged by the repository they work in: `GitObserved` about `act N`. */
export const GIT_FACT_KINDS: readonly string[] = [
  'gh-pr-merge',
  'git-branch-move',
  'git-change',
  'git-cherry-pick',
  'git-commit',
  'git-continue',
  'git-create',
  'git-discard',
  'git-merge',
  'git-push-lease',
  'git-remote-delete',
  'git-revert',
  'git-switch',
  'git-worktree-remove',
];

/** Those that only matter to others of the command: where nothing else is asked, they are not looked up. */
export const GIT_SETTING_KINDS: readonly string[] = ['git-change', 'git-create', 'git-switch'];

/** Acts that make commits: evidence is asked for what they would record or bring in. */
export const EVIDENCE_KINDS: readonly string[] = [
  'gh-pr-merge',
  'git-cherry-pick',
  'git-commit',
  'git-continue',
  'git-merge',
];
