import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { observeTree } from '../../../../src/hooks/observers/tree/tree.ts';
import { actTrees } from '../../../kit/act-trees.ts';
import { pathWithGit } from '../../../kit/fake-git.ts';
import { treeProject } from '../../../kit/tree-project.ts';

const NOTHING = { tree: { code: null, docs: null }, counts: { code: 0, docs: 0 } };

describe('there is no digest, and the reason is said, where', () => {
  const lookWith = async (script: string | null, timeLeft = 60_000) => {
    const project = treeProject();
    const PATH = script === null ? '/nowhere' : pathWithGit(script);
    return observeTree(project.path, 'now', { env: { ...project.env, PATH }, timeLeft: () => timeLeft });
  };

  it('git is not there', async () => {
    expect(await lookWith(null)).toMatchObject({ ...NOTHING, problem: 'git is not there' });
  });

  it('git takes longer than there is time, whatever it started', async () => {
    const pids = join(mkdtempSync(join(tmpdir(), 'docket-slow-')), 'pids');
    onTestFinished(() => rmSync(join(pids, '..'), { recursive: true }));

    // A child of its own holds what git prints open.
    const fact = await lookWith(`sleep 600 & echo $! >> ${pids}; wait`, 300);

    expect(fact).toMatchObject({ ...NOTHING, problem: 'git took too long' });
    const alive = () =>
      execFileSync(
        'sh',
        ['-c', `for p in $(cat ${pids}); do grep State /proc/$p/status | grep -v zombie; done; true`],
        {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
    await expect.poll(alive).toBe('');
  });

  it('a clean filter hangs', async () => {
    const project = treeProject();
    project.git('config', 'filter.slow.clean', 'sleep 600');
    project.write('.gitattributes', '*.ts filter=slow\n');
    project.write('src/a.ts', 'edited\n');

    const fact = await observeTree(project.path, 'now', { env: project.env, timeLeft: () => 400 });

    expect(fact).toMatchObject({ ...NOTHING, problem: 'git took too long' });
  });

  it('no time is left', async () => {
    expect(await lookWith('exec "$GIT" "$@"', 0)).toMatchObject({ ...NOTHING, problem: 'git took too long' });
  });

  it('it is no repository', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-plain-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { env } = treeProject();

    const fact = await observeTree(folder, 'now', { env, timeLeft: () => 60_000 });

    expect(fact).toMatchObject({ ...NOTHING, worktree: folder, problem: 'it is no git repository' });
  });

  it('the folder is not there', async () => {
    const { env, path } = treeProject();

    const fact = await observeTree(join(path, '../nowhere'), 'now', { env, timeLeft: () => 60_000 });

    expect(fact).toMatchObject({ ...NOTHING, problem: 'the folder is not there' });
  });

  it('the index is damaged', async () => {
    const project = treeProject();
    writeFileSync(join(project.path, '.git/index'), 'damaged');

    expect(await project.look()).toMatchObject({ ...NOTHING, problem: expect.stringContaining('index file smaller') });
  });

  it.each([
    ['says nothing', 'exit 0'],
    ['says something else', 'echo hello'],
    ['says nothing about what differs', 'case "$*" in *status*) exit 0;; *) exec "$GIT" "$@";; esac'],
    ['fails without a word', 'exit 1'],
    ['ends itself', 'kill -9 $$'],
    ['does not say what a file is', 'case "$*" in *hash-object*) exit 0;; *) exec "$GIT" "$@";; esac'],
  ])('git %s', async (_, script) => {
    const project = treeProject();
    project.write('src/a.ts', 'edited\n');
    const env = { ...project.env, PATH: pathWithGit(script) };

    const fact = await observeTree(project.path, 'now', { env, timeLeft: () => 60_000 });

    expect(fact).toMatchObject({ ...NOTHING, problem: expect.any(String) });
  });

  it('git is asked what a command records', async () => {
    const project = treeProject();
    const PATH = pathWithGit('sleep 5');

    const [commit] = await actTrees(project.path, 'git commit -m x', { ...project.env, PATH: '/nowhere' });
    const [merge] = await actTrees(project.path, 'git merge topic', { ...project.env, PATH }, { timeLeft: 200 });

    expect(commit).toMatchObject({ ...NOTHING, about: 'act 1', problem: 'git is not there' });
    expect(merge).toMatchObject({ ...NOTHING, about: 'act 1', problem: 'git took too long' });
  });
});

it('a file that is gone before git could read it is looked for once more', async () => {
  const project = treeProject();
  project.write('src/a.ts', 'edited\n');
  project.write('src/b.ts', 'short-lived\n');
  const PATH = pathWithGit('case "$*" in *hash-object*) rm -f src/b.ts;; esac; exec "$GIT" "$@"');

  const fact = await observeTree(project.path, 'now', { env: { ...project.env, PATH }, timeLeft: () => 60_000 });

  expect(fact).toMatchObject({ problem: null, changed: { code: ['src/a.ts'] } });
  expect(fact).toEqual(await project.look());
});

it('an attribute that names a program nobody configured starts none', async () => {
  const project = treeProject();
  project.write('.gitattributes', '*.ts filter=evil diff=evil merge=evil\n');
  project.write('evil', '#!/bin/sh\ntouch started\n');
  chmodSync(join(project.path, 'evil'), 0o755);
  project.write('src/a.ts', 'edited\n');

  expect(await project.look()).toMatchObject({ problem: null, counts: { code: 3 } });
  expect(project.git('status', '--porcelain')).not.toContain('started');
});
