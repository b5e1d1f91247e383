import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evidenceProject } from '../../kit/evidence-project.ts';

const tested = async () => {
  const p = evidenceProject();
  p.write('app/src/a.ts', 'export const a = 2;\n');
  p.git('app', 'stash', '--quiet');
  p.write('app/src/a.ts', 'export const a = 3;\n');
  p.git('app', 'branch', 'topic');
  await p.tests('green');
  return p;
};

describe('what a command changes before it commits', () => {
  const changing = [
    "sed -i 's/3/4/' src/a.ts && git commit -am x",
    'echo "export const b = 2;" > src/b.ts; git commit -am x',
    'cat >> src/b.ts <<EOF\nexport {};\nEOF\ngit add -A && git commit -m x',
    'prettier --write src && git commit -am x',
    'prettier --write . && git add -A && git commit -m x',
    'cp other.ts src/a.ts && git commit -am x',
    'rm src/b.ts && git commit -am x',
    'rm -rf src && git commit -am x',
    'mv src/b.ts src/c.ts && git add -A && git commit -m x',
    'git mv src/b.ts src/c.ts && git commit -am x',
    'git stash pop && git commit -am x',
    'git stash && git commit --allow-empty -am x',
    'git checkout topic && git commit -am x',
    'git switch topic && git commit -am x',
    'git checkout src/a.ts && git commit -am x',
    'git restore src/a.ts && git commit -am x',
    'git pull && git commit -am x',
    'git merge --no-commit topic && git commit -m x',
    'git merge --squash topic && git commit -m x',
    'git cherry-pick -n topic && git commit -m x',
    'git rebase topic; git commit -am x',
    'git apply fix.patch && git commit -am x',
    'gh pr checkout 12 && git commit -am x',
    'echo "{}" > package.json && git add -A && git commit -m x',
    "sh -c 'sed -i s/3/4/ src/a.ts' && git commit -am x",
    'sed -i s/3/4/ src/a.ts && git rebase --continue',
    'cd src && sed -i s/3/4/ a.ts && cd .. && git commit -am x',
    'eslint --fix src && git commit -am x',
    'npx eslint --fix . && git commit -am x',
    'ruff check --fix && git commit -am x',
    'cargo fmt && git commit -am x',
    'go generate ./... && git commit -am x',
    'npm run format && git add -A && git commit -m x',
    'npm install left-pad && git commit -am x',
    'cd src && npx biome check --write && cd .. && git commit -am x',
    '> src/a.ts; git commit -am x',
  ];

  it('no earlier run can know', async () => {
    const p = await tested();
    for (const command of changing) {
      const said = await p.says(command);
      expect(said?.reason, command).toContain('comes first in the same command and changes what is there');
      expect(said?.remedies, command).toEqual([
        expect.stringMatching(/^Make the change in a call of its own, run the/),
      ]);
    }
  });

  const harmless = [
    'git add -A && git commit -m x',
    'git add src/a.ts; git commit -am x',
    'npm run build > build.log 2>&1; git commit -am x',
    'echo done > out/result.txt && git commit -am x',
    'echo "fix: the total" > /tmp/msg && git commit -a -F /tmp/msg',
    'msg=$(mktemp); echo "fix" > "$msg"; git commit -a -F "$msg"',
    'mkdir -p tmp && echo "fix" > tmp/msg.ts && git commit -a -F tmp/msg.ts',
    'echo "# Notes" > NOTES.md && git commit -am x',
    'mkdir -p src/new && git commit -am x',
    'mkdir -p src/d; rmdir src/old; git commit -am x',
    'eslint src && ruff check && cargo fmt --check && git commit -am x',
    'npm run format:check && npm ci && git commit -am x',
    'markdownlint --fix . && git commit -am x',
    'eslint --fix README.md && git commit -am x',
    '(cd ../other && cargo fmt) && git commit -am x',
    'rm -rf dist node_modules && git commit -am x',
    'rm -f .git/index.lock; git commit -am x',
    'sed -n 1,3p src/a.ts && git commit -am x',
    'git switch -c feature/z && git commit -am x',
    'git checkout -b feature/w && git commit -am x',
    'git switch feature/x && git commit -am x',
    'git branch -m feature/v && git commit -am x',
    'git fetch origin && git commit -am x',
    'git stash list && git commit -am x',
    'git status && git diff --stat && git commit -am x',
    'git commit -am x && git push',
    'git commit -am x && sed -i s/3/4/ src/a.ts',
    'ssh build "sed -i s/3/4/ src/a.ts" && git commit -am x',
    "echo 'sed -i s/3/4/ src/a.ts' && git commit -am x",
    'sed -i s/3/4/ ../elsewhere.ts && git commit -am x',
    'git commit -am "$(cat <<\'EOF\'\nfix: the total\n\ngit stash pop && sed -i x src/a.ts\nEOF\n)"',
  ];

  it('is nothing where it changes no code', async () => {
    const p = await tested();
    for (const command of harmless) expect((await p.says(command))?.reason, command).toBeUndefined();
  });

  it('is told in the words of the command, once each', async () => {
    const p = await tested();
    expect((await p.says('echo 4 > src/a.ts && git commit -am x'))?.reason).toMatch(
      /^`echo 4 > src\/a\.ts` comes first in the same command and changes what is there, so /,
    );
    expect((await p.says('> src/a.ts; git commit -am x'))?.reason).toMatch(/^`> src\/a\.ts` comes first/);
    expect((await p.says('git stash && git stash pop && git commit -am x'))?.reason).toMatch(
      /^`git stash`, `git stash pop` come first in the same command and change what is there, so /,
    );
  });

  it('is what it writes in a worktree that it makes itself', async () => {
    const p = await tested();
    for (const folder of ['../new', '.worktrees/new', join(p.outer, 'new')]) {
      for (const command of [
        `git worktree add ${folder} && cd ${folder} && sed -i s/3/4/ src/a.ts && git commit -am x`,
        `git worktree add -b y ${folder} topic && echo "export {};" > ${folder}/src/c.ts && git -C ${folder} add . && git -C ${folder} commit -m x`,
      ]) {
        expect((await p.says(command))?.reason, command).toContain('comes first in the same command');
      }
      expect(await p.says(`git worktree add ${folder} && git -C ${folder} commit --allow-empty -m x`)).toBeNull();
    }
    // Another repository, though it is made of this one.
    expect(await p.says('git clone . ../copy && cd ../copy && sed -i s/3/4/ src/a.ts && git commit -am x')).toBeNull();
  });

  it('counts in the worktree in which it happens', async () => {
    const p = await tested();
    p.git('app', 'worktree', 'add', '--quiet', '-b', 'feature/y', '../wt');
    expect(await p.says('sed -i s/3/4/ ../wt/src/a.ts && git commit -am x')).toBeNull();
    expect(await p.says('git -C ../wt stash pop; git commit -am x')).toBeNull();
    expect(await p.says('cd ../wt && git switch topic; cd ../app && git commit -am x')).toBeNull();
    p.git('app', 'worktree', 'add', '--quiet', '-b', 'feature/z', '.worktrees/z');
    p.write('app/.git/info/exclude', '.worktrees/\n');
    expect(await p.says('sed -i s/3/4/ .worktrees/z/src/a.ts && git commit -am x')).toBeNull();
  });

  it('is a file less where git takes it away itself', async () => {
    const p = await tested();
    expect(await p.says('git rm -q src/b.ts && git commit -am x')).toMatchObject({ statuses: ['stale'] });
    p.git('app', 'rm', '--quiet', 'src/b.ts');
    await p.tests('green');
    p.git('app', 'reset', '--quiet');
    p.git('app', 'checkout', '--quiet', 'src/b.ts');
    expect(await p.says('git rm -q src/b.ts && git commit -am x')).toBeNull();
  });
});

describe('tests in the same command', () => {
  it('have no result yet when the commit is judged', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', 'export const a = 2;\n');
    const said = await p.says('npm test && git commit -am x');
    expect(said?.reason).toContain('The tests that the command runs itself have no result yet.');
    expect(said?.remedies).toEqual(['Run the tests in a call of their own, then commit.']);
    await p.tests('green');
    expect(await p.says('npm test && git commit -am x')).toBeNull();
  });
});

describe('several acts of a command', () => {
  it('are judged one by one, those of the same content once', async () => {
    const p = await tested();
    p.git('app', 'worktree', 'add', '--quiet', '-b', 'feature/y', '../wt');
    p.write('wt/src/a.ts', 'export const a = 7;\n');
    const both = 'git commit -am x && git -C ../wt commit -am y';
    expect((await p.says(both))?.statuses).toEqual(['missing']);
    await p.tests('green', 'wt');
    expect(await p.says(both)).toBeNull();
    await p.edits('app/src/b.ts', 'export {};\n');
    const many = Array.from({ length: 30 }, (_, i) => `git merge nowhere-${i}`).join('; ');
    const said = await p.says(many);
    expect(said?.statuses).toEqual(['stale', 'stale', 'stale', 'stale']);
    expect(said?.reason).toContain('`git merge nowhere-3`');
    expect(said?.reason.length).toBeLessThanOrEqual(1_000);
  });
});
