import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitProject } from '../../kit/git-project.ts';

/** On a branch of its own, as most commands are. */
const feature = () => {
  const project = gitProject();
  project.git('app', 'switch', '--quiet', '-c', 'feature/x');
  return project;
};

describe('losses', () => {
  it('hold in every repository, also where nobody knows which', async () => {
    const project = feature();
    project.write('other/f', 'x');
    project.git('other', 'init', '--quiet');
    expect((await project.runs('cd ../other && git reset --hard')).fired).toEqual(['reset-hard deny']);
    expect((await project.runs('cd "$X" && git clean -fd')).fired).toEqual(['clean deny']);
    expect((await project.runs('ssh build "cd app && git reset --hard"')).fired.length).toBeLessThanOrEqual(1);
  });

  it('a word after checkout is what the repository says it is', async () => {
    const project = feature();
    project.write('app/README', 'x');
    project.write('app/topic', 'x');
    project.git('app', 'branch', 'topic');
    project.git('app', 'branch', 'src.ts');
    const fired = async (command: string) => (await project.runs(command)).fired;
    expect(await fired('git checkout README')).toEqual(['discard-changes ask']);
    expect(await fired('git checkout src')).toEqual(['discard-changes ask']);
    expect(await fired('git checkout src/a.ts')).toEqual(['discard-changes ask']);
    expect(await fired('git checkout src/gone.ts')).toEqual(['discard-changes ask']);
    expect(await fired('git checkout topic')).toEqual([]);
    expect(await fired('git checkout src.ts')).toEqual([]);
    expect(await fired('git checkout main')).toEqual([]);
    expect(await fired('git checkout feature/y')).toEqual([]);
    expect(await fired('git checkout v1.2.3')).toEqual([]);
    expect(await fired('git checkout HEAD~1')).toEqual([]);
  });

  it('a branch is moved by force only where it is there, and another one', async () => {
    const project = feature();
    const fired = async (command: string) => (await project.runs(command)).fired;
    expect(await fired('git branch -f main HEAD')).toEqual(['branch-move deny']);
    expect(await fired('git branch -M main')).toEqual(['branch-move deny']);
    expect(await fired('git checkout -B main')).toEqual(['branch-move deny']);
    expect(await fired('git switch -C main')).toEqual(['branch-move deny']);
    expect(await fired('git update-ref refs/heads/main HEAD')).toEqual(['branch-move deny']);
    expect(await fired('git branch -M master')).toEqual([]);
    expect(await fired('git branch -f topic')).toEqual([]);
    project.git('app', 'switch', '--quiet', 'main');
    expect(await fired('git branch -M main')).toEqual([]);
  });
});

describe('a push', () => {
  const withRemotes = () => {
    const project = feature();
    project.git('app', 'remote', 'add', 'origin', 'https://x.test/app.git');
    project.git('app', 'remote', 'add', 'backup', 'https://y.test/app.git');
    project.git('app', 'remote', 'add', 'same', 'https://x.test/app.git');
    return project;
  };

  it('of everything is denied to a remote that branches come from, and asked about to another', async () => {
    const project = withRemotes();
    const fired = async (command: string) => (await project.runs(command)).fired;
    for (const remote of ['origin', 'same', 'https://x.test/app.git', '']) {
      expect(await fired(`git push --mirror ${remote}`), remote).toEqual(['force-push-protected deny']);
    }
    for (const remote of ['backup', 'https://y.test/app.git']) {
      expect(await fired(`git push --mirror ${remote}`), remote).toEqual(['force-push-unbounded ask']);
    }
    project.git('app', 'config', 'branch.main.remote', 'backup');
    expect(await fired('git push --force --all backup')).toEqual(['force-push-protected deny']);
  });

  it("protects the remote's default branch, whatever its name", async () => {
    const project = withRemotes();
    const fired = async (command: string) => (await project.runs(command)).fired;
    expect(await fired('git push -f origin trunk')).toEqual(['force-push-lease rewrite']);
    project.write('app/.git/refs/remotes/origin/HEAD', 'ref: refs/remotes/origin/trunk\n');
    expect(await fired('git push -f origin trunk')).toEqual(['force-push-protected deny']);
    expect(await fired('git push origin :trunk')).toEqual(['delete-protected deny']);
    expect(await fired('git push --force-with-lease origin trunk')).toEqual(['lease-protected ask']);
    expect(await fired('git push -f backup trunk')).toEqual(['force-push-lease rewrite']);
  });

  it('without a branch goes where the configuration says', async () => {
    const project = withRemotes();
    const fired = async (command: string) => (await project.runs(command)).fired;
    expect(await fired('git push -f')).toEqual(['force-push-lease rewrite']);
    expect(await fired('git push --force-with-lease')).toEqual([]);
    expect(await fired('git checkout -b y && git push -f')).toEqual(['force-push-lease rewrite']);
    expect(await fired('git switch main && git push -f')).toEqual(['force-push-protected deny']);
    expect(await fired('git push -f && git switch main')).toEqual(['force-push-lease rewrite']);
    expect(await fired('git switch main && git push --force-with-lease')).toEqual(['lease-protected ask']);
    project.git('app', 'config', 'push.default', 'upstream');
    project.git('app', 'config', 'branch.feature/x.merge', 'refs/heads/main');
    expect(await fired('git push -f')).toEqual(['force-push-protected deny']);
    expect(await fired('git push --force-with-lease')).toEqual(['lease-protected ask']);
    project.git('app', 'config', 'push.default', 'matching');
    expect(await fired('git push -f')).toEqual(['force-push-unbounded ask']);
  });

  const pushed: readonly [string, readonly string[]][] = [
    ['git push origin :main', ['delete-protected deny']],
    ['git push origin --delete main', ['delete-protected deny']],
    ['git push origin --delete main feature/old', ['delete-protected deny']],
    ['git push -d origin feature/old', ['delete-remote ask']],
    ['git push origin :refs/tags/v1', ['delete-remote ask']],
    ['git push --prune origin', ['delete-remote ask']],
    ['git push origin --delete "$B"', ['delete-remote ask']],
    ['git push --force-with-lease --all', ['lease-protected ask']],
    ['git push origin main', []],
    ['git push origin HEAD:refs/for/main', []],
    ['git push --tags', []],
  ];

  it('that deletes is denied for protected branches and asked about for others', async () => {
    const project = withRemotes();
    for (const [command, expected] of pushed) expect((await project.runs(command)).fired, command).toEqual(expected);
  });
});

describe('removing a worktree', () => {
  const withWorktree = () => {
    const project = feature();
    project.git('app', 'worktree', 'add', '--quiet', '-b', 'y', '../wt');
    return { ...project, wt: join(project.outer, 'wt') };
  };
  const rewritten = ({ answer }: { answer: Record<string, unknown> | null }): unknown =>
    (answer?.['hookSpecificOutput'] as { updatedInput?: { command: string } } | undefined)?.updatedInput?.command;

  it('is done from the main worktree, with the rest of the command as it was', async () => {
    const { path, runs } = withWorktree();
    const command = async (text: string) => rewritten(await runs(text));
    expect(await command('git worktree remove ../wt')).toBe(`cd "${path}" && git worktree remove ../wt`);
    expect(await command('git worktree remove "../wt" 2>&1')).toBe(`cd "${path}" && git worktree remove "../wt" 2>&1`);
    expect(await command('git worktree remove ../wt && ls src')).toBe(
      `(cd ${path} && git worktree remove ../wt) && ls src`,
    );
    expect(await command('test -d x || git worktree remove ../wt')).toBe(
      `test -d x || (cd ${path} && git worktree remove ../wt)`,
    );
    expect(await command('if git worktree remove ../wt; then ls; fi')).toBe(
      `if (cd ${path} && git worktree remove ../wt); then ls; fi`,
    );
    expect(await command('for w in wt old; do git worktree remove ../$w; done')).toBe(
      `for w in wt old; do (cd ${path} && git worktree remove ../$w); done`,
    );
    expect(await command(`bash -c 'git worktree remove ../wt'`)).toBe(
      `bash -c '(cd ${path} && git worktree remove ../wt)'`,
    );
  });

  it('names the same folder from there', async () => {
    const { path, wt, runs } = withWorktree();
    const from = async (cwd: string, text: string) => rewritten(await runs(text, { cwd }));
    expect(await from(wt, 'git worktree remove .')).toBe(`cd "${path}" && git worktree remove ${wt}`);
    expect(await from(join(path, 'src'), 'git worktree remove ../../wt')).toBe(
      `cd "${path}" && git worktree remove ${wt}`,
    );
    expect(await from(wt, `git worktree remove ${wt}`)).toBe(`cd "${path}" && git worktree remove ${wt}`);
    // git knows a worktree by the end of its path too.
    expect(await from(join(path, 'src'), 'git worktree remove wt')).toBe(`cd "${path}" && git worktree remove wt`);
  });

  it('is left alone where the command goes there itself, and asked about where work would be lost', async () => {
    const { path, wt, runs } = withWorktree();
    expect((await runs(`cd ${path} && git worktree remove ../wt`, { cwd: wt })).fired).toEqual([]);
    expect((await runs(`cd "${path}" && git worktree remove ../wt`)).fired).toEqual([]);
    expect((await runs('git worktree remove --force ../wt')).fired).toEqual(['worktree-discard ask']);
    expect((await runs('git -C ../app worktree remove ../wt', { cwd: wt })).fired).toEqual([]);
    expect((await runs('git worktree list')).fired).toEqual([]);
  });
});
