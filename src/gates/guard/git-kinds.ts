/** Acts of git that are judged by the repository they work in: `GitObserved` about `act N`. */
export const GIT_FACT_KINDS: readonly string[] = [
  'git-branch-move',
  'git-commit',
  'git-create',
  'git-discard',
  'git-push-lease',
  'git-remote-delete',
  'git-switch',
  'git-worktree-remove',
];

/** Those that only matter to others of the command: where nothing else is asked, they are not looked up. */
export const GIT_SETTING_KINDS: readonly string[] = ['git-create', 'git-switch'];
