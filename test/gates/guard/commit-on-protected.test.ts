import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitProject } from '../../kit/git-project.ts';

const DENIED = ['commit-on-protected deny'];

/** What a commit needs beside a branch has tests of its own. */
const rules = { 'commit-untested': 'off', 'commit-unproven': 'off' };
const onBranches = (preset = 'strict', branches?: readonly string[]) =>
  gitProject({ policy: { preset, gates: { guard: { rules, ...(branches === undefined ? {} : { branches }) } } } });

describe('a commit on a protected branch', () => {
  const denied = [
    'git commit -m x',
    'git add -A && git commit -m x',
    'git commit -am "update plan" MASTER_PLAN.md',
    'git commit -m x src/a.ts',
    'git commit --amend --no-edit',
    'cd src && git commit -m x',
    'git -C src commit -m x',
    'git --git-dir=.git commit -m x',
    'GIT_DIR=.git git commit -m x',
    'bash -c "git commit -m x"',
    'git status && (git commit -m x)',
    'git switch -c feature/y && git switch main && git commit -m x',
    'git commit -m x && git switch -c feature/y',
    'git checkout src/a.ts; git commit -m x',
    'git init && git commit -m x',
  ];

  it('is denied in all spellings', async () => {
    const project = onBranches();
    for (const command of denied) {
      const { fired } = await project.runs(command);
      expect(
        fired.filter((rule) => !rule.startsWith('discard')),
        command,
      ).toEqual(DENIED);
    }
  });

  const free = [
    'git switch -c feature/y && git commit -m x',
    'git checkout -b feature/y; git add -A; git commit -m x',
    'git checkout --detach && git commit -m x',
    'git branch -m feature/y && git commit -m x',
    'git commit --dry-run',
    'git commit-graph write',
    'git log --grep "git commit on main"',
    'git worktree add .worktrees/y -b feature/y && cd .worktrees/y && git commit -m x',
    'git clone https://x.test/lib.git && cd lib && git commit -m x',
    'mkdir lib && git init lib && git -C lib commit -m x',
    'cd "$SOMEWHERE" && git commit -m x',
    'ssh build git commit -m x',
  ];

  it('is not what these are', async () => {
    const project = onBranches();
    for (const command of free) expect((await project.runs(command)).fired, command).toEqual([]);
  });

  it('is judged in the worktree where it happens, from wherever the session works', async () => {
    const project = onBranches();
    project.git('app', 'worktree', 'add', '--quiet', '-b', 'feature/y', '../wt');
    const wt = join(project.outer, 'wt');
    expect((await project.runs('cd ../wt && git commit -m x')).fired).toEqual([]);
    expect((await project.runs('git -C ../wt commit -m x')).fired).toEqual([]);
    expect((await project.runs('git commit -m x', { cwd: wt })).fired).toEqual([]);
    expect((await project.runs(`cd ${project.path} && git commit -m x`, { cwd: wt })).fired).toEqual(DENIED);
    expect((await project.runs(`GIT_DIR=${project.path}/.git git commit -m x`, { cwd: wt })).fired).toEqual(DENIED);
    expect((await project.runs(`git --git-dir ${project.path}/.git/worktrees/wt commit -m x`)).fired).toEqual([]);
    // A switch in another worktree says nothing about this one.
    expect((await project.runs('git -C ../wt switch main; git commit -m x')).fired).toEqual(DENIED);
    expect((await project.runs('cd ../wt && git switch z && cd ../app && git commit -m x')).fired).toEqual(DENIED);
  });

  it('binds no other repository, no detached HEAD, and none that has nothing to branch from', async () => {
    const project = onBranches();
    project.write('other/f', 'x');
    project.git('other', 'init', '--quiet', '--initial-branch=main');
    expect((await project.runs('cd ../other && git commit -m x')).fired).toEqual([]);
    project.git('app', 'checkout', '--quiet', '--detach');
    expect((await project.runs('git commit -m x')).fired).toEqual([]);
    const fresh = onBranches();
    fresh.git('app', 'update-ref', '-d', 'refs/heads/main');
    expect((await fresh.runs('git commit -m first')).fired).toEqual([]);
  });

  it('is free in the repository that keeps the configuration of the host', async () => {
    const project = onBranches();
    project.git('.', 'clone', '--quiet', 'app', '.claude');
    const { fired } = await project.runs('git commit -m x', { cwd: join(project.outer, '.claude') });
    expect(fired).toEqual([]);
  });

  it('follows the branches of the policy, and is off where the preset is standard', async () => {
    const project = onBranches('strict', ['release']);
    expect((await project.runs('git commit -m x')).fired).toEqual([]);
    project.git('app', 'switch', '--quiet', '-c', 'release');
    expect((await project.runs('git commit -m x')).fired).toEqual(DENIED);
    expect((await onBranches('standard').runs('git commit -m x')).fired).toEqual([]);
  });
});

describe('a commit of the plan alone', () => {
  const withPlan = () => {
    const project = onBranches();
    project.write('app/MASTER_PLAN.md', '# Plan\n\nMore.\n');
    return project;
  };

  it('is free by its path, by the index, and by what changed', async () => {
    const project = withPlan();
    for (const command of [
      'git commit -m plan MASTER_PLAN.md',
      'git commit -m plan -- ./MASTER_PLAN.md',
      'cd src && git commit -m plan ../MASTER_PLAN.md',
      'git commit -am plan',
      'git add MASTER_PLAN.md && git commit -m plan',
    ]) {
      expect((await project.runs(command)).fired, command).toEqual([]);
    }
    // Nothing is staged yet, so that there is nothing to be free.
    expect((await project.runs('git commit -m plan')).fired).toEqual(DENIED);
    project.git('app', 'add', 'MASTER_PLAN.md');
    expect((await project.runs('git commit -m plan')).fired).toEqual([]);
  });

  it('is not one where anything else would be committed', async () => {
    const project = withPlan();
    project.write('app/src/a.ts', 'export const a = 1;\n');
    project.git('app', 'add', 'MASTER_PLAN.md');
    expect((await project.runs('git commit -m plan')).fired).toEqual([]);
    for (const command of [
      'git commit -am plan',
      'git commit -m plan MASTER_PLAN.md src/a.ts',
      'git commit -m plan *.md',
      'git add -A && git commit -m plan',
      'git add . && git commit -m plan',
      'git rm src/a.ts && git commit -m plan',
      'git commit -p -m plan',
      'git commit --amend -m plan',
      'git commit --pathspec-from-file=x -m plan',
    ]) {
      expect((await project.runs(command)).fired, command).toEqual(DENIED);
    }
    project.git('app', 'add', 'src/a.ts');
    expect((await project.runs('git commit -m plan')).fired).toEqual(DENIED);
    expect((await project.runs('git commit -i MASTER_PLAN.md -m plan')).fired).toEqual(DENIED);
    // Only the named file is committed, whatever else is staged.
    expect((await project.runs('git commit -m plan MASTER_PLAN.md')).fired).toEqual([]);
  });

  it('is one of the plan that the policy names, and of no other', async () => {
    const policy = { preset: 'strict', plan: { file: 'docs/ROADMAP.md' }, gates: { guard: {} } };
    const project = gitProject({ policy });
    project.git('app', 'add', '-A');
    project.git('app', 'commit', '--quiet', '-m', 'policy');
    project.git('app', 'branch', 'other');
    project.write('app/docs/ROADMAP.md', '# Plan\n');
    for (const command of ['git add docs/ROADMAP.md && git commit -m plan', 'git commit -m plan docs/ROADMAP.md']) {
      expect((await project.runs(command)).fired, command).toEqual([]);
    }
    project.git('app', 'add', 'docs/ROADMAP.md');
    expect((await project.runs('git commit -m plan')).fired).toEqual([]);
    project.write('app/MASTER_PLAN.md', '# Plan\n\nMore.\n');
    for (const command of ['git commit -am plan', 'git commit -m plan MASTER_PLAN.md']) {
      expect((await project.runs(command)).fired, command).toEqual(DENIED);
    }
  });

  it('is asked of git only where it may be one, and git takes no lock', async () => {
    const project = withPlan();
    const { events } = await project.runs('git commit -am x');
    expect(
      events.find(({ type, data }) => type === 'GitObserved' && data['changed'] !== undefined)?.data,
    ).toMatchObject({
      about: 'act 1',
      staged: [],
      changed: ['MASTER_PLAN.md'],
    });
    for (const command of ['git commit -m x src/a.ts', 'git commit --amend', 'git switch -c y && git commit -m x']) {
      const told = await project.runs(command);
      expect(
        told.events.filter(({ type, data }) => type === 'GitObserved' && data['changed'] !== undefined),
        command,
      ).toEqual([]);
    }
  });
});
