import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';

/** What a command line does with git, beside what is said of any program and that files become others. */
const gitActs = (command: string) => {
  const understood = understand(command);
  expect(understood.understood, command).toBe(true);
  return understood.acts.filter(({ kind }) => kind.startsWith('git-') && kind !== 'git-change');
};

/** Kinds, with the branch they are about. */
const acts = (command: string): string[] =>
  gitActs(command).map(({ kind, details }) =>
    typeof details['branch'] === 'string' ? `${kind} ${details['branch']}` : kind,
  );

const LOSSES: Readonly<Record<string, readonly string[]>> = {
  'git-reset': [
    'git reset --hard',
    'git reset -q --hard',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.nuke GIT_CONFIG_VALUE_0=reset git nuke --hard',
    `GIT_CONFIG_PARAMETERS="'alias.nuke=reset'" git nuke --hard`,
    `GIT_CONFIG_PARAMETERS="'alias.nuke'='reset --hard'" git nuke`,
    'git reset HEAD~1 --hard',
    'git reset --har origin/main',
    'git -C /x reset --hard',
    'git --work-tree /x --git-dir=/y reset --hard',
    'GIT_DIR=/srv/app/.git git reset --hard',
    '(git reset --hard)',
    'if true; then git reset --hard; fi',
    'echo "$(git reset --hard)"',
    '/usr/bin/git reset --hard',
    'sudo git reset --hard',
    'git -c alias.undo="reset --hard" undo HEAD~3',
    'git -c alias.a=b -c alias.b="reset --hard" a',
    '/usr/lib/git-core/git-reset --hard',
    'git rese\\t --hard',
    'echo HEAD~1 | xargs git reset --hard',
  ],
  'git-clean': [
    'git clean -f',
    'git clean -xfd',
    'git clean -dxff .',
    'git clean --force -d',
    'git clean --forc',
    'git clean build -f',
    'git --work-tree=/tmp clean -fd',
    'git -c clean.requireForce=false clean -d',
    'yes 1 | git clean -di',
  ],
  'git-branch-delete': [
    'git branch -D topic',
    'git branch -d -f topic',
    'git branch -df topic',
    'git branch --delete --force topic',
    'git branch topic --delete --forc',
    'git branch | xargs git branch -D',
  ],
  'git-expire': [
    'git reflog expire --expire=now --all',
    'git reflog delete HEAD@{1}',
    'git reflog drop --all',
    'git gc --prune=now',
    'git gc --aggressive --prune=all',
    'git -c gc.pruneExpire=now gc',
    'git -c gc.reflogExpire=0 -c gc.pruneExpire=2.weeks gc',
    'git prune',
    'git prune --expire=now',
  ],
  'git-rewrite': [
    'git filter-branch --tree-filter "rm -f x" HEAD',
    'git filter-repo --path src',
    'git-filter-repo --invert-paths --path x',
    'git lfs migrate import --everything --include="*.zip"',
  ],
  'git-stash-drop': ['git stash drop', 'git stash drop stash@{2}', 'git stash clear', 'git stash drop -q'],
  'git-ref-delete': [
    'git update-ref -d refs/heads/x',
    'git update-ref --stdin < refs.txt',
    'git update-ref --stdin <<< "delete refs/heads/x"',
    'git symbolic-ref -d HEAD',
    'git symbolic-ref --delete refs/x',
  ],
  'git-discard': [
    'git checkout .',
    'git checkout ./',
    'git checkout :/',
    'git checkout ":(top)"',
    'git checkout -- src/a.ts',
    'git checkout HEAD -- src/a.ts',
    'git checkout HEAD~2 src/a.ts',
    'git checkout main -- .github/workflows/ci.yml',
    'git checkout .gitignore',
    'git checkout src/',
    'git checkout *.ts',
    'git checkout "*.ts"',
    'git checkout @ .',
    'git checkout a.ts b.ts',
    'git checkout --pathspec-from-file=list',
    'git checkout -f',
    'git ls-files -m | xargs git checkout --',
    'git switch --discard-changes',
    'git restore src/',
    'git restore .',
    'yes | git restore -p',
    'git checkout :/src',
    'git restore --staged --worktree .',
    'git restore -SW .',
    'git restore -W --no-staged .',
    'git restore --source=HEAD~1 a',
    'git restore -s HEAD~1 a',
    'git restore --sour HEAD a',
    'git restore --worktree a',
    'xargs git restore',
    'git reset --merge',
    'git checkout-index -f -a',
    'git diff | git apply -R',
    'git submodule update --init --force',
    'git submodule deinit -f lib',
  ],
};

describe('what git loses', () => {
  it.each(Object.entries(LOSSES).flatMap(([kind, commands]) => commands.map((command) => [command, kind] as const)))(
    '%s: %s',
    (command, kind) => {
      expect(acts(command)).toEqual([kind]);
    },
  );

  it.each([
    ['git rm -rf .', ['git-stage', 'git-discard']],
    ['git rm -rf *', ['git-stage', 'git-discard']],
    ['git rm -rf src', ['git-stage']],
    ['git restore --staged .', ['git-stage']],
    ['git restore --stage src/a.ts', ['git-stage']],
    ['git restore -S a', ['git-stage']],
    ['git restore --no-worktree a', ['git-stage']],
    ['git restore -W --no-worktree a', ['git-stage']],
    ['git restore --no-staged a', ['git-stage']],
    ['git restore --source=HEAD~1 --staged a', ['git-stage']],
    ['git read-tree --reset -u HEAD', ['git-stage', 'git-discard']],
    ['git checkout -f main', ['git-discard', 'git-switch main']],
    ['git switch -f main', ['git-discard', 'git-switch main']],
    ['yes | git checkout -p .', ['git-discard']],
    ['git checkout -f -b x', ['git-discard', 'git-switch x']],
    ['git checkout -tf origin/x', ['git-discard', 'git-switch']],
    // One word may be a branch or a file, and only the repository knows.
    ['git checkout src/a.ts', ['git-switch src/a.ts', 'git-discard']],
    ['git checkout README', ['git-switch README', 'git-discard']],
  ])('%s', (command, expected) => {
    expect(acts(command)).toEqual(expected);
  });

  it.each([
    'git status --porcelain',
    'git log --grep "git commit on main" --oneline',
    'git log -- push -f',
    'git diff merge.ts',
    'git clean -n old-files/',
    'git clean -nfd',
    'git clean -fd --dry-run',
    'git clean',
    'git clean -i',
    'git branch',
    'git branch my-d',
    'git branch -d topic',
    'git branch --delete topic',
    'git branch -Dr origin/topic',
    'git branch -m old new',
    'git branch -u origin/x',
    'git branch --list -v "*-D"',
    'git restore -p a',
    'git restore --ours a',
    'git checkout --theirs package-lock.json',
    'git checkout -p',
    'git stash',
    'git stash push -m drop',
    'git stash pop',
    'git stash list',
    'git stash show -p stash@{0}',
    'git rm --help -f',
    'git reflog',
    'git reflog show --all',
    'git reflog expire --dry-run --expire=now --all',
    'git gc',
    'git gc --auto --prune',
    'git gc --prune=2.weeks.ago',
    'git prune -n',
    'git prune --expire 2.weeks.ago',
    'git remote prune origin',
    'git worktree prune',
    'git worktree list',
    'git lfs prune',
    'git filter-repo --analyze',
    'git filter-branch -h',
    'git update-ref refs/notes/x HEAD',
    'git symbolic-ref --short HEAD',
    'git tag -d v1',
    'git tag -f v1',
    'git fetch --prune',
    'git fetch origin main:main',
    'git fetch origin +refs/heads/*:refs/remotes/origin/*',
    'git lfs migrate info',
    'git submodule update --init --recursive',
    'git fetch -f',
    'git reset --help --hard',
    'git --help reset --hard',
    'git commit-graph write',
    'git merge-base main HEAD',
    'git merge-file a b c',
    'git cat-file -p HEAD',
    'git apply -R fix.patch',
    'git checkout-index -a -f --prefix=out/',
    'echo "git reset --hard"',
    'grep -c reset <<< "git reset --hard"',
    'cat > runbook.md <<EOF\ngit reset --hard origin/main\nEOF',
    'git commit-tree -p HEAD -m x',
  ])('nothing in %s', (command) => {
    expect(acts(command)).toEqual([]);
  });
});

describe('a commit', () => {
  const details = (command: string) => understand(command).acts.find(({ kind }) => kind === 'git-commit');

  it.each([
    ['git commit -m x', { all: false, index: true, parts: false, amend: false }, []],
    ['git commit -am x', { all: true, index: true }, []],
    ['git commit -a -m x MASTER_PLAN.md', { all: true, index: false }, ['MASTER_PLAN.md']],
    ['git commit -m x -- a b', { all: false, index: false }, ['a', 'b']],
    ['git commit -o a -m x', { index: false }, ['a']],
    ['git commit -i a -m x', { index: true }, ['a']],
    ['git commit --inc a -m x', { index: true }, ['a']],
    ['git commit --amend --no-edit', { amend: true }, []],
    ['git commit --ame', { amend: true }, []],
    ['git commit -p', { parts: true }, []],
    ['git commit -uno -m x', { all: false }, []],
    ['git commit -uall', { all: false }, []],
    ['git commit -ma', { all: false }, []],
    ['git commit -F -a', { all: false }, []],
    ['git commit --mess -a', { all: false }, []],
    ['git commit --pathspec-from-file=list', {}, [null]],
    ['git commit $FILES', { index: false }, [null]],
  ])('%s', (command, expected, paths) => {
    expect(details(command)?.details).toMatchObject(expected);
    expect(details(command)?.paths.map(({ written }) => written)).toEqual(paths);
  });

  it.each(['git commit --dry-run --no-dry-run -m x', 'git commit --short --no-short', 'git commit --dry --no-dry'])(
    'is made by %s, which takes its look back',
    (command) => {
      expect(acts(command)).toEqual(['git-commit']);
    },
  );

  it.each([
    'git commit --dry-run',
    'git commit --no-dry-run --dry-run',
    'git commit --short',
    'git commit -h',
    'git commit --porcelain',
    'git show commit',
  ])('is not made by %s', (command) => {
    expect(acts(command)).toEqual([]);
  });

  it.each([
    ['cd ../x && git commit -m y', '../x', undefined],
    ['git -C ../x commit -m y', '../x', undefined],
    ['git --git-dir=/x/.git commit -m y', null, '/x/.git'],
    ['GIT_DIR=/x/.git git commit -m y', null, '/x/.git'],
    ['env GIT_DIR=/x/.git git commit -m y', null, '/x/.git'],
    ['git --git-dir="$X" commit -m y', null, null],
  ])('%s works in its place', (command, directory, gitDir) => {
    const act = details(command);
    expect(act?.directory).toBe(directory);
    expect(act?.details['gitDir']).toBe(gitDir);
  });
});

describe('hooks', () => {
  it.each([
    'git commit --no-verify -m x',
    'git commit -nm x',
    'git commit -anm x',
    'git commit --no-verif -m x',
    'git -c core.hooksPath=/dev/null commit -m x',
    'git -c core.hookspath= commit -m x',
    'git --config-env=core.hooksPath=X commit -m x',
    'HUSKY=0 git commit -m x',
    'SKIP=flake8 git commit -m x',
    'LEFTHOOK=0 git push',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit -m x',
    'git push --no-verify origin x',
    'git merge --no-verify topic',
    'git rebase --no-verify main',
    'git am -n x.patch',
    'git config core.hooksPath /dev/null',
    'git config --local core.hookspath ""',
    'git config set core.hooksPath /tmp/none',
    'git config --unset core.hooksPath',
    'git config unset core.hooksPath',
  ])('are skipped by %s', (command) => {
    expect(acts(command)).toContain('git-skip-hooks');
  });

  it.each([
    'git commit -m --no-verify',
    'git commit -m "do not use --no-verify"',
    'git commit --no-verify --verify -m x',
    'git commit -uno -m x',
    'git push -n origin x',
    'git merge -n topic',
    'git cherry-pick -n abc',
    'git rebase -n main',
    'git commit -- --no-verify',
    'HUSKY=0 npm ci',
    'HUSKY=1 git commit -m x',
    'git config core.hooksPath',
    'git config --get core.hooksPath',
    'git config core.hooksPath .githooks',
    'git config core.hooksPath .husky/_',
    'git config user.name x',
    'git -c core.hooksPath=/dev/null status',
    'git log --no-verify',
  ])('are not skipped by %s', (command) => {
    expect(acts(command)).not.toContain('git-skip-hooks');
  });
});

describe('branches', () => {
  it.each([
    ['git checkout -b x', ['git-switch x']],
    ['git checkout -bx origin/main', ['git-switch x']],
    ['git switch -c x', ['git-switch x']],
    ['git switch --create x main', ['git-switch x']],
    ['git switch main', ['git-switch main']],
    ['git switch -', ['git-switch']],
    ['git checkout -', ['git-switch']],
    ['git checkout --detach origin/main', ['git-switch']],
    ['git checkout -t origin/x', ['git-switch']],
    ['git checkout HEAD~2', ['git-switch']],
    ['git checkout main --', ['git-switch main']],
    ['git checkout "$BRANCH"', ['git-switch']],
    ['git checkout --orphan pages', ['git-switch pages']],
    ['git symbolic-ref HEAD refs/heads/main', ['git-switch main']],
    ['git branch -m x', ['git-switch x']],
    ['git branch -M main', ['git-switch main', 'git-branch-move main']],
    ['git branch -M old main', ['git-branch-move main']],
    ['git branch -f main origin/main', ['git-branch-move main']],
    ['git branch -C x main', ['git-branch-move main']],
    ['git checkout -B main', ['git-switch main', 'git-branch-move main']],
    ['git switch -C main abc', ['git-switch main', 'git-branch-move main']],
    ['git fetch origin +main:main', ['git-branch-move main']],
    ['git fetch -f origin topic:refs/heads/main', ['git-branch-move main']],
    ['git update-ref refs/heads/main HEAD~3', ['git-branch-move main']],
    ['if false; then git stash list; fi; git checkout -b fix/123', ['git-switch fix/123']],
  ])('%s', (command, expected) => {
    expect(acts(command)).toEqual(expected);
  });

  it('may be named by a word that may also name a file', () => {
    const { acts: found } = understand('git checkout main');
    const byGit = found.filter(({ kind }) => kind.startsWith('git-'));
    expect(byGit.map(({ kind, details }) => [kind, details['likely']])).toEqual([
      ['git-switch', undefined],
      ['git-discard', false],
    ]);
    expect(understand('git checkout v1.2.3').acts[1]?.details['likely']).toBe(false);
    expect(understand('git checkout src/app.ts').acts[1]?.details['likely']).toBe(true);
  });
});

describe('a push', () => {
  const found = (command: string) =>
    gitActs(command).map(({ kind, details: { gitDir: _, ...details } }) => ({ kind, ...details }));

  it.each([
    ['git push origin --delete feature/old', { remote: 'origin', branches: ['feature/old'], certain: true }],
    ['git push -d origin a b', { remote: 'origin', branches: ['a', 'b'], certain: true }],
    ['git push --dele origin a', { branches: ['a'] }],
    ['git push origin :main', { branches: ['main'] }],
    ['git push origin :refs/heads/main x', { branches: ['main'] }],
    ['git push origin +:main', { branches: [] }],
    ['git push origin --delete "$B"', { branches: [], certain: false }],
    ['git push --prune origin', { branches: [], certain: false }],
    ['git branch -r | xargs git push origin --delete', { certain: false }],
  ])('%s deletes', (command, expected) => {
    const deleting = found(command).find(({ kind }) => kind === 'git-remote-delete');
    if (command.includes('+:')) expect(deleting).toBeUndefined();
    else expect(deleting).toMatchObject(expected);
  });

  it.each([
    ['git push --force-with-lease', { remote: null, branches: [], current: true, everything: false }],
    ['git push --force-with-lease origin main', { remote: 'origin', branches: ['main'], current: false }],
    ['git push --force-with-lease=main:abc origin HEAD:main', { branches: ['main'] }],
    ['git push --force-with-l origin HEAD', { branches: [], current: true }],
    ['git push --force-with-lease --all origin', { everything: true, current: false }],
  ])('%s overwrites with a lease', (command, expected) => {
    expect(found(command)).toMatchObject([{ kind: 'git-push-lease', ...expected }]);
  });

  it.each([
    'git push',
    'git push origin main',
    'git push -u origin python-f-strings',
    'git push --tags',
    'git push origin HEAD:refs/for/main',
    'git push --force-with-lease --no-force-with-lease origin main',
    'git push -n origin :main',
    'git push origin HEAD:x',
  ])('%s does neither', (command) => {
    expect(found(command)).toEqual([]);
  });
});

describe('worktrees and new repositories', () => {
  it.each([
    ['git worktree remove ../x', ['git-worktree-remove']],
    ['git worktree remove --force ../x', ['git-worktree-discard']],
    ['git worktree remove ../x -f', ['git-worktree-discard']],
    ['git worktree remove --forc ../x', ['git-worktree-discard']],
    ['git worktree add -b y ../x main', ['git-create']],
    ['git worktree add -f ../x', ['git-create']],
    ['git clone https://x.test/a.git', ['git-create']],
    ['git init', ['git-create']],
    ['git worktree remove', []],
  ])('%s', (command, expected) => {
    expect(acts(command)).toEqual(expected);
  });

  it.each([
    ['git worktree add -b y ../x main', '../x'],
    ['git clone https://x.test/a.git', 'a'],
    ['git clone git@x.test:o/a.git/ ', 'a'],
    ['git clone --depth 1 a b', 'b'],
    ['git init -b main z', 'z'],
  ])('%s says where', (command, written) => {
    expect(gitActs(command)[0]?.paths[0]?.written).toBe(written);
  });
});

describe('the command line of GitHub', () => {
  it.each([
    ['gh repo delete o/r --yes', { branches: [], certain: false }],
    ['gh api -X DELETE repos/o/r/git/refs/heads/main', { branches: ['main'], certain: true }],
    ['gh api repos/o/r/git/refs/heads/a/b --method delete', { branches: ['a/b'] }],
    ['gh api -XDELETE /repos/o/r/git/refs/tags/v1', { branches: ['refs/tags/v1'] }],
  ])('%s deletes', (command, details) => {
    expect(gitActs(command)).toMatchObject([{ kind: 'git-remote-delete', details }]);
  });

  it.each([
    'gh api repos/o/r/git/refs/heads/main',
    'gh api -X DELETE repos/o/r/issues/comments/1',
    'gh pr create --title "gh repo delete" --body "git push --force origin main"',
    'gh repo view o/r',
    'gh pr merge 3 --squash --delete-branch',
  ])('%s does not', (command) => {
    expect(gitActs(command)).toEqual([]);
  });
});

describe('in whatever order and shortened however git takes it', () => {
  const losses = [
    { words: ['--hard', '-q', 'HEAD~1'], command: 'git reset', long: '--hard', shortest: 3 },
    { words: ['--force', '-d', 'build'], command: 'git clean', long: '--force', shortest: 3 },
    { words: ['--delete', '--force', 'topic', '-q'], command: 'git branch', long: '--delete', shortest: 5 },
    { words: ['--worktree', '--staged', 'src', '-q'], command: 'git restore', long: '--worktree', shortest: 3 },
    { words: ['--no-verify', '-m', 'x'], command: 'git commit', long: '--no-verify', shortest: 9 },
  ] as const;

  it('a loss stays one', () => {
    const spelled = fc.constantFrom(...losses).chain(({ words, command, long, shortest }) => {
      const pairs = words.join(' ').replace('-m x', '-m\0x').split(' ');
      return fc
        .tuple(fc.shuffledSubarray(pairs, { minLength: pairs.length }), fc.integer({ min: shortest, max: long.length }))
        .map(([order, length]) => ({
          whole: `${command} ${words.join(' ')}`,
          other: `${command} ${order.join(' ').replace('\0', ' ').replace(long, long.slice(0, length))}`,
        }));
    });
    fc.assert(
      fc.property(spelled, ({ whole, other }) => {
        expect(acts(whole).length, whole).toBeGreaterThan(0);
        expect(acts(other).toSorted(), other).toEqual(acts(whole).toSorted());
      }),
    );
  });

  it('as an argument of something else it is none', () => {
    const quoted = fc.tuple(
      fc.constantFrom(...losses.map(({ words, command }) => `${command} ${words.join(' ')}`)),
      fc.constantFrom(
        'echo',
        'git log --grep',
        'git stash push -m',
        'gh issue create --body',
        'grep -rn',
        'git tag -m',
      ),
    );
    fc.assert(
      fc.property(quoted, ([loss, program]) => {
        expect(acts(`${program} "${loss}"`)).toEqual([]);
        expect(acts(`${program} '${loss}' # ${loss}`)).toEqual([]);
      }),
    );
  });
});
