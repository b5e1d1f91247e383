import { describe, expect, it } from 'vitest';
import { evidenceProject } from '../../kit/evidence-project.ts';

/** `topic` changes code beyond `feature/x`, where the session works; `main` is behind. */
const withTopic = async () => {
  const p = evidenceProject();
  p.git('app', 'worktree', 'add', '--quiet', '-b', 'topic', '../topic');
  p.write('topic/src/t.ts', 'export const t = 1;\n');
  p.git('topic', 'add', '.');
  p.git('topic', 'commit', '--quiet', '-m', 'topic');
  return p;
};

const BRINGING = [
  'git merge topic',
  'git merge --no-ff -m x topic',
  'git merge --ff-only topic',
  'git switch main && git merge topic',
  'git checkout main; git merge --no-ff topic',
  'git -C . merge topic',
  'sh -c "git merge topic"',
  'for b in topic; do git merge $b; done',
  'git -c alias.land="merge --no-ff" land topic',
  'git cherry-pick topic',
  'git cherry-pick -x feature/x..topic',
  'gh pr merge topic --squash',
];

describe('what is brought in', () => {
  it('needs a pass of its own tests, wherever they ran', async () => {
    const p = await withTopic();
    for (const command of BRINGING) {
      const said = await p.says(command);
      expect(said, command).toMatchObject({ decision: 'deny', statuses: ['missing'], basis: ['tree'] });
      expect(said?.reason, command).toMatch(/^No test run is known of what `.*` would bring in\.$/);
    }
    await p.tests('green');
    for (const command of BRINGING) expect(await p.says(command), command).not.toBeNull();
    await p.tests('green', 'topic');
    for (const command of BRINGING) expect(await p.says(command), command).toBeNull();
    // The branch as it was tested, not as it stands on disk.
    p.write('topic/src/t.ts', 'export const t = 2;\n');
    expect(await p.says('git merge topic')).toBeNull();
    p.git('topic', 'commit', '--quiet', '-am', 'more');
    expect(await p.says('git merge topic')).toMatchObject({ statuses: ['stale'] });
  });

  it('is told with a way that leads there', async () => {
    const p = await withTopic();
    expect((await p.says('git merge topic'))?.remedies).toEqual([
      'Run the tests where it is checked out (git switch topic, or git worktree add ../NAME topic), then bring it in.',
    ]);
    const request = await p.says('gh pr merge 12');
    expect(request).toMatchObject({ basis: ['order'], remedies: [expect.stringContaining('gh pr checkout 12')] });
    expect(request?.reason).toContain('Git cannot say which content that is (which commits a pull request holds');
  });

  it('is what the same command committed to that branch before', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', 'export const a = 2;\n');
    const land = 'git commit -am x && git switch main && git merge --no-ff feature/x';
    expect((await p.says(land))?.statuses).toEqual(['missing']);
    await p.tests('green');
    expect(await p.says(land)).toBeNull();
    expect(await p.says(`sed -i s/2/3/ src/a.ts && ${land}`)).not.toBeNull();
  });

  it('is several branches at once, which nobody can know before', async () => {
    const p = await withTopic();
    p.git('app', 'branch', 'other', 'topic~1');
    const said = await p.says('git merge topic other');
    expect(said?.basis).toEqual(['order']);
    expect(said?.reason).toContain('what several branches are together shows only once they are merged');
  });

  it('changes no code where it holds documents alone', async () => {
    const p = evidenceProject();
    p.git('app', 'switch', '--quiet', '-c', 'docs');
    p.write('app/README.md', '# More\n');
    p.git('app', 'commit', '--quiet', '-am', 'docs');
    p.git('app', 'switch', '--quiet', 'feature/x');
    expect(await p.says('git merge docs')).toBeNull();
    expect(await p.says('git cherry-pick docs')).toBeNull();
  });

  it('is fetched in the same command, so that nobody knows it yet', async () => {
    const p = await withTopic();
    p.git('app', 'remote', 'add', 'origin', '../topic');
    p.git('app', 'fetch', '--quiet', 'origin');
    await p.tests('green', 'topic');
    expect(await p.says('git merge origin/topic')).toBeNull();
    expect((await p.says('git fetch origin && git merge origin/topic'))?.reason).toContain('comes first');
    expect(await p.says('git fetch origin && git merge topic')).toBeNull();
  });
});

describe('what was fetched last', () => {
  it('is brought up to date with where it is the default branch, and else brought in', async () => {
    const p = await withTopic();
    p.git('topic', 'switch', '--quiet', '--detach');
    for (const [fetch, isFree] of [
      ['main', true],
      ['feature/x', true],
      ['topic', false],
      ['HEAD:refs/heads/other', false],
    ] as const) {
      p.git('app', 'fetch', '--quiet', '--update-head-ok', '../topic', fetch);
      expect((await p.says('git merge FETCH_HEAD')) === null, fetch).toBe(isFree);
      const both = await p.says(`git fetch ../topic ${fetch} && git merge FETCH_HEAD`);
      expect(both === null, fetch).toBe(isFree);
      if (!isFree) expect(both?.reason).toContain('comes first');
    }
    p.git('app', 'fetch', '--quiet', '../topic', 'topic');
    await p.tests('green', 'topic');
    expect(await p.says('git merge FETCH_HEAD')).toBeNull();
  });
});

describe('a branch that is brought up to date', () => {
  const upToDate = async () => {
    const p = await withTopic();
    p.git('.', 'clone', '--quiet', '--bare', 'app', 'hub.git');
    p.git('app', 'remote', 'add', 'origin', '../hub.git');
    p.git('app', 'switch', '--quiet', 'main');
    p.write('app/src/m.ts', 'export const m = 1;\n');
    p.git('app', 'add', '.');
    p.git('app', 'commit', '--quiet', '-m', 'on main');
    p.git('app', 'push', '--quiet', 'origin', 'main', 'feature/x', 'topic');
    p.git('app', 'switch', '--quiet', 'feature/x');
    return p;
  };

  it('takes the default branch, and what a remote has of it, unasked', async () => {
    const p = await upToDate();
    for (const command of [
      'git merge main',
      'git merge origin/main',
      'git merge --no-edit refs/heads/main',
      'git merge remotes/origin/main',
      'git fetch origin && git merge origin/main',
      'git fetch origin main && git merge FETCH_HEAD',
      'git merge origin/feature/x',
      'git merge',
      'git merge @{u}',
      'git pull origin main',
      'git pull --rebase',
      'git rebase main',
      'git rebase origin/main --autostash',
      'git switch main && git merge --ff-only origin/main',
      'git switch topic && git merge main',
    ]) {
      expect(await p.says(command), command).toBeNull();
    }
  });

  it('is not the default branch, nor one whose name ends like it', async () => {
    const p = await upToDate();
    p.git('app', 'branch', 'fix/main', 'topic');
    for (const command of [
      'git switch main && git merge topic',
      'git merge fix/main',
      'git merge main topic',
      'git merge origin/topic',
      'git switch main && git fetch origin topic && git merge FETCH_HEAD',
    ]) {
      expect(await p.says(command), command).not.toBeNull();
    }
  });
});

describe('what goes on where a conflict stopped it', () => {
  it('is asked for the tests of what the worktree holds', async () => {
    const p = await withTopic();
    p.write('app/src/t.ts', 'export const t = 9;\n');
    p.git('app', 'add', '.');
    p.git('app', 'commit', '--quiet', '-m', 'clash');
    expect(() => p.git('app', 'merge', 'topic')).toThrow();
    p.write('app/src/t.ts', 'export const t = 10;\n');
    p.git('app', 'add', '.');
    const going = ['git merge --continue', 'git commit --no-edit', 'GIT_EDITOR=true git merge --continue'];
    for (const command of going) expect(await p.says(command), command).toMatchObject({ basis: ['tree'] });
    await p.tests('green');
    for (const command of going) expect(await p.says(command), command).toBeNull();
  });
});

describe('what stops nobody', () => {
  it.each([
    'git merge --abort',
    'git rebase --abort',
    'git cherry-pick --quit',
    'git rebase --skip',
    'git commit --dry-run',
    'git commit --dry-run -am x',
    'git log --merges',
    'git merge-base main topic',
    'git merge-tree main topic',
    'git branch --merged main',
    'git diff main...topic',
    'git show topic',
    'git commit-graph write',
    'git log --grep "git commit"',
    'gh pr view 12',
    'gh pr create --fill',
    'gh pr merge --help',
    'git push origin feature/x',
    'git tag v1',
    'git stash',
    'git add -A',
    'git rebase main',
    'git merge --squash topic',
    'echo "git commit -m x"',
    "cat <<'EOF'\ngit commit -m x\nEOF",
  ])('%s', async (command) => {
    const p = await withTopic();
    p.write('app/src/a.ts', 'export const a = 2;\n');
    expect(await p.says(command)).toBeNull();
  });
});

describe('a revert', () => {
  it('is only told that nobody tested where it leads', async () => {
    const p = evidenceProject('revert-untested');
    p.write('app/src/a.ts', 'export const a = 2;\n');
    p.git('app', 'commit', '--quiet', '-am', 'two');
    const { decision } = await p.runs('git revert --no-edit HEAD');
    expect(decision).toBe('advise');
    expect(await p.says('git revert --no-edit HEAD')).toMatchObject({
      decision: 'advise',
      remedies: ['Run the tests once it is done, before anything builds on it.'],
    });
    await p.tests('red');
    expect((await p.runs('git revert --no-edit HEAD')).decision).toBe('advise');
    p.git('app', 'revert', '--no-edit', 'HEAD');
    await p.tests('green');
    p.git('app', 'revert', '--no-edit', 'HEAD');
    expect(await p.says('git revert --no-edit HEAD')).toBeNull();
  });
});
