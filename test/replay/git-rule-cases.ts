import { bash, type Case, git, realRepository } from './rule-case.ts';

const asks = (rule: string, command: string, remedy: string, todo: string, instead: string): Case => ({
  rule: `guard/${rule}`,
  decision: 'ask',
  trigger: () => bash(command),
  opens: [todo],
  remedies: { [remedy]: () => [bash(instead)] },
});

const denies = (...[rule, ...rest]: Parameters<typeof asks>): Case => ({ ...asks(rule, ...rest), decision: 'deny' });

/** A way out for each rule of guard about git. */
export const GIT_CASES: readonly Case[] = [
  {
    rule: 'guard/commit-on-protected',
    decision: 'deny',
    options: { branch: 'main' },
    prepare: realRepository,
    trigger: () => bash('git commit -m x'),
    opens: ['switch to a branch of your own: git switch -c NAME'],
    remedies: {
      'in the same command': () => [bash('git switch -c feature/y && git commit -m x')],
      'before it': (s) => {
        git(s.project, 'switch', '--quiet', '-c', 'feature/y');
        return [bash('git commit -m x')];
      },
      'in a worktree': (s) => {
        git(s.project, 'worktree', 'add', '--quiet', '-b', 'feature/y', 'wt');
        return [bash('cd wt && git commit -m x'), bash('git -C wt commit -m x')];
      },
    },
  },
  denies(
    'delete-protected',
    'git push origin :main',
    'a branch of your own is deleted where one may',
    'Delete only branches of your own, by name: git push REMOTE --delete NAME.',
    'git push origin feature/x',
  ),
  asks(
    'delete-remote',
    'git push origin --delete feature/old',
    'leave it',
    'Leave it to whoever merges the branch, or ask the person to delete it.',
    'git push origin feature/x',
  ),
  asks(
    'lease-protected',
    'git push --force-with-lease origin main',
    'a branch of your own',
    'Push to a branch of your own and open a pull request, or undo the commit with git revert.',
    'git push --force-with-lease origin HEAD:refs/heads/mine',
  ),
  denies(
    'reset-hard',
    'git reset --hard HEAD~1',
    'keep the changes',
    'Keep it with git stash, or move only the branch: git reset --keep COMMIT (it refuses to lose changes).',
    'git stash && git reset --keep HEAD~1',
  ),
  denies(
    'clean',
    'git clean -fd',
    'look, and put aside',
    'See what it would delete with git clean -n, and put untracked files aside with git stash --include-untracked.',
    'git clean -nd && git stash --include-untracked',
  ),
  denies(
    'branch-delete',
    'git branch -D topic',
    'only a merged one',
    'Use git branch -d NAME: it deletes a branch that is merged and refuses one that is not.',
    'git branch -d topic',
  ),
  {
    ...denies(
      'branch-move',
      'git branch -f main HEAD',
      'bring it forward',
      'Bring it forward with git fetch REMOTE NAME:NAME or git merge --ff-only, which lose nothing, or use another name.',
      'git fetch origin main:main',
    ),
    prepare: (s) => {
      realRepository(s);
      git(s.project, 'switch', '--quiet', '-c', 'feature/y');
    },
  },
  denies(
    'reflog-expire',
    'git reflog expire --expire=now --all',
    'leave it to gc',
    'Leave it to git gc, which keeps what is younger than two weeks.',
    'git gc',
  ),
  denies(
    'rewrite-history',
    'git filter-branch --index-filter x HEAD',
    'look first',
    'Look first with git log -- PATH or git filter-repo --analyze; the rewriting itself is for a person to do.',
    'git log -- secrets.txt; git filter-repo --analyze',
  ),
  asks(
    'discard-changes',
    'git checkout -- src/a.ts',
    'keep them',
    'Keep them with git stash push PATH; git diff PATH shows what would be lost.',
    'git diff src/a.ts; git stash push src/a.ts',
  ),
  asks(
    'drop-stash',
    'git stash drop',
    'apply it',
    'Apply it with git stash apply, or look at it with git stash show -p.',
    'git stash show -p; git stash apply',
  ),
  asks(
    'worktree-discard',
    'git worktree remove -f ../wt',
    'from the main worktree, without force',
    'Go to the main worktree and use git worktree remove without --force: it refuses while anything is uncommitted.',
    'cd . && git worktree list',
  ),
  asks(
    'delete-ref',
    'git update-ref -d refs/heads/x',
    'a merged branch',
    'Delete a merged branch with git branch -d NAME.',
    'git branch -d x',
  ),
  asks(
    'skip-hooks',
    'git commit --no-verify -m x',
    'with the hooks',
    'Run it without the option, variable or setting that skips them, and mend what they find.',
    'git commit -m x',
  ),
  {
    rule: 'guard/worktree-remove',
    decision: 'rewrite',
    trigger: () => bash('git worktree remove ../wt'),
    opens: ['Go to the main worktree first: cd MAIN && git worktree remove PATH.'],
    remedies: { 'go there first': (s) => [bash(`cd ${s.project} && git worktree remove ../wt`)] },
  },
];
