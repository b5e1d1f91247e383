import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';

const KINDS = new Set(['git-merge', 'git-cherry-pick', 'git-revert', 'git-continue', 'git-change', 'gh-pr-merge']);

/** Acts that bring content in, in short: kind, and what matters of the details. */
const acts = (command: string): string[] => {
  const understood = understand(command);
  expect(understood.understood, command).toBe(true);
  return understood.acts.flatMap(({ kind, details }) => {
    if (!KINDS.has(kind)) return [];
    const { of, operation, files, refs } = details;
    const marks = [...(files === true ? ['files'] : []), ...(refs === true ? ['refs'] : [])];
    return [[kind, ...(of === null ? ['null'] : [of ?? []].flat()), operation, ...marks].filter(Boolean).join(' ')];
  });
};

const FOUND: Readonly<Record<string, string>> = {
  'git merge topic': 'git-merge topic',
  'git merge --no-ff -m "land it" topic': 'git-merge topic',
  'git merge -q --no-commit --commit topic': 'git-merge topic',
  'git merge one two three': 'git-merge one two three',
  'git merge': 'git-merge',
  'git merge --ff-only origin/topic': 'git-merge origin/topic',
  'git -C ../wt merge topic': 'git-merge topic',
  'git -c alias.m="merge --no-ff" m topic': 'git-merge topic',
  'git-merge topic': 'git-merge topic',
  'sh -c "git merge topic"': 'git-merge topic',
  'for b in one; do git merge "$b"; done': 'git-merge one',
  'git status && (git merge topic)': 'git-merge topic',
  'echo "$(git merge topic)"': 'git-merge topic',
  'echo topic | xargs git merge': 'git-merge …',
  'git cherry-pick abc': 'git-cherry-pick abc',
  'git cherry-pick -x -m 1 abc def..ghi': 'git-cherry-pick abc def..ghi',
  'git cherry-pick -s abc': 'git-cherry-pick abc',
  'git revert --no-edit HEAD~2': 'git-revert HEAD~2',
  'git revert -m 1 abc': 'git-revert abc',
  'git merge --continue': 'git-continue merge',
  'git merge --cont': 'git-continue merge',
  'GIT_EDITOR=true git rebase --continue': 'git-continue rebase',
  'git -c core.editor=true cherry-pick --continue': 'git-continue cherry-pick',
  'git revert --continue': 'git-continue revert',
  'git am --continue': 'git-continue am',
  'git am -r': 'git-continue am',
  'git am --resolved': 'git-continue am',
  'gh pr merge': 'gh-pr-merge null',
  'gh pr merge 12 --squash --delete-branch': 'gh-pr-merge 12',
  'gh pr merge --auto -m feature/x -t "the title"': 'gh-pr-merge feature/x',
  'gh -R o/r pr merge 12': 'gh-pr-merge 12',
  'gh api -X PUT repos/o/r/pulls/12/merge': 'gh-pr-merge 12',
  'gh api --method put "repos/{owner}/{repo}/pulls/7/merge" -f merge_method=squash': 'gh-pr-merge 7',
  'git merge --squash topic': 'git-change files',
  'git merge --no-commit --no-ff topic': 'git-change files',
  'git cherry-pick -n abc': 'git-change files',
  'git revert --no-commit HEAD': 'git-change files',
  'git rebase main': 'git-change files',
  'git am 0001.patch': 'git-change files',
  'git stash': 'git-change files',
  'git stash -u': 'git-change files',
  'git stash push -m pop src': 'git-change files',
  'git stash pop': 'git-change files',
  'git stash apply stash@{1}': 'git-change files',
  'git pull --rebase origin main': 'git-change files refs',
  'git fetch origin': 'git-change refs',
  'gh pr checkout 12': 'git-change files',
};

/** What looks like it, and does not commit what is asked about, or does nothing. */
const NOTHING: readonly string[] = [
  'git merge --abort',
  'git merge --quit',
  'git merge -h',
  'git merge --help',
  'git help merge',
  'git merge-base main topic',
  'git merge-file a b c',
  'git merge-tree main topic',
  'git mergetool',
  'git commit-tree abc -m x',
  'git cherry-pick --abort',
  'git cherry-pick --skip',
  'git cherry-pick --quit',
  'git cherry main topic',
  'git revert --abort',
  'git revert --skip',
  'git rebase --abort',
  'git rebase --skip',
  'git rebase --edit-todo',
  'git am --abort',
  'git am --show-current-patch',
  'git stash list',
  'git stash show -p',
  'git stash drop',
  'git fetch --dry-run origin',
  'git log --merges --grep "git merge topic"',
  'git branch --merged',
  'gh pr view 12',
  'gh pr merge --help',
  'gh pr merge 12 --disable-auto',
  'gh pr create --title merge',
  'gh api repos/o/r/pulls/12/merge',
  'echo git merge topic',
  'git commit -m "git merge topic"',
];

describe('content that git brings in', () => {
  it.each(Object.entries(FOUND))('%s', (command, found) => expect(acts(command)).toEqual([found]));

  it.each(NOTHING)('none: %s', (command) => expect(acts(command)).toEqual([]));

  it('on another machine or in a container is told apart', () => {
    for (const command of ['ssh build git merge topic', 'docker exec app git commit -m x', 'ssh build gh pr merge 1']) {
      const [act] = understand(command).acts.filter(({ kind }) => kind !== 'docker');
      expect(act?.details['host'], command).toEqual(expect.any(String));
    }
  });

  it('says whether a switch changes the files', () => {
    const changes = (command: string) => understand(command).acts.find(({ kind }) => kind === 'git-switch')?.details;
    for (const command of ['git switch main', 'git checkout main', 'git checkout -b x origin/main', 'git switch -']) {
      expect(changes(command)?.['changes'], command).toBe(true);
    }
    for (const command of [
      'git switch -c x',
      'git checkout -b x',
      'git branch -m x',
      'git symbolic-ref HEAD refs/heads/x',
    ])
      expect(changes(command)?.['changes'], command).toBeUndefined();
  });
});
