import { WITHOUT_EVIDENCE } from './evidence-rule-cases.ts';
import { asksTheUser, bash, type Case, git, realRepository, stopsCommand } from './rule-case.ts';

type Stopped = Parameters<typeof stopsCommand>;
type Rest = [command: Stopped[2], opens: Stopped[3], remedies: Stopped[4]];

const denies = (rule: string, ...rest: Rest): Case => stopsCommand('deny', `guard/${rule}`, ...rest);
const asks = (rule: string, ...rest: Rest): Case => stopsCommand('ask', `guard/${rule}`, ...rest);

/** A remedy that commits is not asked for evidence here. */
const without = (each: Case): Case => ({ ...each, options: WITHOUT_EVIDENCE });

const PUSH_OWN = 'git push origin feature/x';
const WITHOUT_FORCE =
  'Use git worktree remove without --force, from the main worktree (cd MAIN && git worktree remove PATH): it refuses while something there is not committed.';

/** A way out for each rule of guard about git. */
export const GIT_CASES: readonly Case[] = [
  {
    rule: 'guard/commit-on-protected',
    decision: 'deny',
    options: { ...WITHOUT_EVIDENCE, branch: 'main' },
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
    'Leave it, and push to a branch of your own; if it really should go, ask the user to delete it.',
    { 'a branch of your own': PUSH_OWN, 'ask the user': asksTheUser('Please delete main at origin.') },
  ),
  asks(
    'delete-remote',
    'git push origin --delete feature/old',
    'Leave it to whoever merges the branch, or ask the user to delete it.',
    { 'leave it': PUSH_OWN, 'ask the user': asksTheUser('Please delete feature/old at origin.') },
  ),
  without(
    asks(
      'lease-protected',
      'git push --force-with-lease origin main',
      'Push to a branch of your own and open a pull request, or undo the commit with git revert.',
      {
        'a branch of your own': 'git push --force-with-lease origin HEAD:refs/heads/mine',
        'git revert': 'git revert --no-edit HEAD && git push origin main',
      },
    ),
  ),
  denies(
    'reset-hard',
    'git reset --hard HEAD~1',
    'Keep it with git stash, or move only the branch: git reset --keep COMMIT (it refuses to lose changes).',
    { stash: 'git stash', 'move only the branch': 'git reset --keep HEAD~1' },
  ),
  denies(
    'clean',
    'git clean -fd',
    'See what it would delete with git clean -n and delete that by name, or put it aside with git stash --include-untracked.',
    {
      'by name': [bash('git clean -nd'), bash('rm -r build notes.txt')],
      'put aside': 'git stash --include-untracked',
    },
  ),
  denies(
    'branch-delete',
    'git branch -D topic',
    'Use git branch -d NAME, which refuses a branch that is not merged; such a one is for the user to delete.',
    { 'only a merged one': 'git branch -d topic', 'ask the user': asksTheUser('Please delete the branch topic.') },
  ),
  {
    ...denies(
      'branch-move',
      'git branch -f main HEAD',
      'Bring it forward with git fetch REMOTE NAME:NAME or git merge --ff-only, which lose nothing, or use another name.',
      {
        'with fetch': 'git fetch origin main:main',
        'with merge': 'git switch main && git merge --ff-only origin/main',
        'another name': 'git branch -f mine HEAD',
      },
    ),
    options: WITHOUT_EVIDENCE,
    prepare: (s) => {
      realRepository(s);
      git(s.project, 'switch', '--quiet', '-c', 'feature/y');
    },
  },
  denies(
    'reflog-expire',
    'git reflog expire --expire=now --all',
    'Leave it to git gc, which keeps what is younger than two weeks.',
    { 'leave it to gc': 'git gc' },
  ),
  denies(
    'rewrite-history',
    'git filter-branch --index-filter x HEAD',
    'Look first with git log -- PATH or git filter-repo --analyze; the rewriting itself is for the user to do.',
    {
      'look first': 'git log -- secrets.txt; git filter-repo --analyze',
      'ask the user': asksTheUser('Please take secrets.txt out of the history.'),
    },
  ),
  asks(
    'discard-changes',
    'git checkout -- src/a.ts',
    'Keep them with git stash push PATH; git diff PATH shows what would be lost.',
    { 'look, and keep them': 'git diff src/a.ts; git stash push src/a.ts' },
  ),
  asks('drop-stash', 'git stash drop', 'Look at it with git stash show -p, and apply it with git stash apply.', {
    'look, and apply it': 'git stash show -p; git stash apply',
  }),
  {
    ...asks('worktree-discard', 'git worktree remove -f ../wt', WITHOUT_FORCE, {}),
    remedies: { 'without force': (s) => [bash(`cd ${s.project} && git worktree remove ../wt`)] },
  },
  asks('delete-ref', 'git update-ref -d refs/heads/x', 'Delete a merged branch with git branch -d NAME.', {
    'a merged branch': 'git branch -d x',
  }),
  without(
    asks(
      'skip-hooks',
      'git commit --no-verify -m x',
      'Run it without the option, variable or setting that skips them, and mend what they find.',
      { 'with the hooks': 'git commit -m x' },
    ),
  ),
  {
    rule: 'guard/worktree-remove',
    decision: 'rewrite',
    trigger: () => bash('git worktree remove ../wt'),
    opens: ['Go to the main worktree first: cd MAIN && git worktree remove PATH.'],
    remedies: { 'go there first': (s) => [bash(`cd ${s.project} && git worktree remove ../wt`)] },
  },
];
