import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlan } from '../../../../src/hooks/observers/plan/read-plan.ts';
import { sinceChange } from '../../../../src/hooks/observers/plan/since.ts';
import { type GitProject, gitProject } from '../../../kit/git-project.ts';
import { WHOLE_PLAN } from '../../../kit/plans.ts';

const PLAN = 'MASTER_PLAN.md';

/** A committed plan on a branch with ten source files. */
const project = (): GitProject => {
  const p = gitProject({ preset: 'observe' });
  for (let at = 0; at < 9; at += 1) p.write(`app/src/f${at}.ts`, 'export {};\n');
  p.write(`app/${PLAN}`, WHOLE_PLAN);
  commit(p, 'plan');
  return p;
};

const commit = (p: GitProject, message: string): void => {
  p.git('app', 'add', '-A');
  p.git('app', 'commit', '-q', '--allow-empty', '-m', message);
};

const change = (p: GitProject, count: number, text = 'export const changed = 1;\n'): void => {
  for (let at = 0; at < count; at += 1) p.write(`app/src/f${at}.ts`, text);
};

const since = (p: GitProject, now = Date.now()) => {
  const digest = readPlan(readFileSync(join(p.path, PLAN), 'utf8')).digest ?? '';
  const run = { cwd: p.path, env: { PATH: process.env['PATH'], HOME: p.outer }, left: () => 20_000 };
  return sinceChange({ file: PLAN, digest, files: undefined, now }, run);
};

test('commits, files and days since, committed or not', async () => {
  const p = project();
  change(p, 2);
  commit(p, 'work');
  change(p, 3, 'export const again = 1;\n');
  const found = await since(p, Date.now() + 3 * 24 * 60 * 60 * 1000 + 1_000);
  expect(found).toEqual({ days: 3, commits: 1, changed: 3, tracked: 10, churn: 30 });
});

test('a clock that runs backwards makes no plan younger than now', async () => {
  expect((await since(project(), 0)).days).toBe(0);
});

test('deleted files count as changed, and churn never exceeds all', async () => {
  const p = project();
  p.git('app', 'rm', '-q', '-r', 'src');
  commit(p, 'start again');
  expect(await since(p)).toMatchObject({ changed: 10, tracked: 0, churn: 100 });
});

test('new files count once they are committed: until then they are what the plan asks for', async () => {
  const p = project();
  p.write('app/.gitignore', 'scratch/\n');
  p.write('app/scratch/a.ts', 'export {};\n');
  p.write('app/src/new.ts', 'export {};\n');
  p.write('app/src/staged.ts', 'export {};\n');
  p.git('app', 'add', 'src/staged.ts');
  change(p, 1);
  expect(await since(p)).toMatchObject({ changed: 1, tracked: 10, churn: 10 });
  commit(p, 'work');
  expect(await since(p)).toMatchObject({ changed: 3, tracked: 12, churn: 25 });
  p.git('app', 'mv', 'src/new.ts', 'src/moved.ts');
  expect(await since(p)).toMatchObject({ changed: 2, tracked: 11 });
});

test('a project that is built from nothing may be built', async () => {
  const p = gitProject({ preset: 'observe' });
  p.git('app', 'rm', '-q', '-r', 'src');
  p.write(`app/${PLAN}`, WHOLE_PLAN);
  commit(p, 'plan');
  for (let at = 0; at < 5; at += 1) p.write(`app/src/f${at}.ts`, 'export {};\n');
  expect(await since(p)).toMatchObject({ changed: 0, tracked: 0, churn: 0 });
  p.git('app', 'add', 'src/f0.ts');
  expect(await since(p)).toMatchObject({ changed: 0, tracked: 0, churn: 0 });
  commit(p, 'work');
  expect(await since(p)).toMatchObject({ changed: 5, tracked: 5, churn: 100 });
});

test('several commits of ticks lead back to the commit of content', async () => {
  const p = project();
  change(p, 5);
  for (const box of ['[ ]', '[X]', '[ ]']) {
    p.write(`app/${PLAN}`, WHOLE_PLAN.replace('[x]', box));
    commit(p, 'tick');
  }
  expect(await since(p)).toMatchObject({ commits: 3, changed: 5 });
  p.write(`app/${PLAN}`, WHOLE_PLAN.replace('[x]', '[ ] soon:'));
  commit(p, 'content');
  expect(await since(p)).toMatchObject({ commits: 0, changed: 0 });
});

test('other line endings and blanks at the ends of lines are no content', async () => {
  const p = project();
  change(p, 5);
  p.write(`app/${PLAN}`, WHOLE_PLAN.replaceAll('\n', ' \r\n'));
  commit(p, 'endings');
  expect(await since(p)).toMatchObject({ commits: 1, changed: 5 });
});

test('a plan that comes in by a merge counts from the merge', async () => {
  const p = project();
  p.git('app', 'switch', '-q', '-c', 'plan');
  p.write(`app/${PLAN}`, `${WHOLE_PLAN}\n- more\n`);
  commit(p, 'plan again');
  p.git('app', 'switch', '-q', 'main');
  change(p, 5);
  commit(p, 'work');
  p.git('app', 'merge', '-q', '--no-ff', '--no-edit', 'plan');
  expect(await since(p)).toMatchObject({ commits: 0, changed: 0 });
  change(p, 2, 'export const again = 1;\n');
  expect(await since(p)).toMatchObject({ commits: 0, changed: 2 });
});

test('before the first commit, and never committed: just now', async () => {
  const p = gitProject({ preset: 'observe' });
  p.git('app', 'rm', '-q', '--cached', PLAN);
  p.git('app', 'commit', '-q', '-m', 'no plan');
  expect(await since(p)).toEqual({ days: 0, commits: 0, changed: 0, tracked: 1, churn: 0 });
  p.git('app', 'switch', '-q', '--orphan', 'new');
  p.write(`app/${PLAN}`, WHOLE_PLAN);
  expect(await since(p)).toMatchObject({ commits: 0, churn: 0 });
});

test('what the user configured for people changes nothing', async () => {
  const p = project();
  change(p, 3);
  commit(p, 'work');
  const plain = await since(p);
  const settings = [
    'color.ui=always',
    'log.showRoot=false',
    'log.follow=true',
    'diff.noprefix=true',
    'diff.renames=copies',
  ];
  for (const setting of [
    ...settings,
    'log.showSignature=true',
    'diff.mnemonicPrefix=true',
    'log.diffMerges=combined',
  ]) {
    p.git('app', 'config', ...(setting.split('=') as [string, string]));
  }
  p.git('app', 'config', 'diff.external', 'false');
  expect(await since(p)).toEqual(plain);
});

test('it takes no lock', async () => {
  const p = project();
  change(p, 3);
  const index = join(p.path, '.git', 'index');
  const before = readFileSync(index);
  await since(p);
  expect(readFileSync(index).equals(before)).toBe(true);
});
