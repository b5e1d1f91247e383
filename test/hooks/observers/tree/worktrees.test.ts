import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { observeTree } from '../../../../src/hooks/observers/tree/tree.ts';
import { addedTree } from '../../../kit/added-tree.ts';
import { emptyTreeProject, type TreeProject, treeProject } from '../../../kit/tree-project.ts';

const commit = (project: TreeProject, folder: string): void => {
  project.git('-C', folder, 'add', '-A');
  project.git('-C', folder, 'commit', '--quiet', '-m', 'more');
};

describe('files that git does not look at', () => {
  it('count as they are on disk where somebody says that they do not change', async () => {
    const project = treeProject();
    const before = await project.digests();
    project.git('update-index', '--assume-unchanged', 'src/a.ts');
    expect(await project.digests()).toEqual(before);

    project.write('src/a.ts', 'edited\n');

    const edited = await project.look();
    expect(edited.tree.code).not.toBe(before.code);
    expect(edited.changed).toEqual({ code: ['src/a.ts'], docs: [] });
    project.remove('src/a.ts');
    expect((await project.look()).changed.code).toEqual(['src/a.ts']);
  });

  it('count as they are on disk where they are not to be checked out and are there all the same', async () => {
    const project = treeProject();
    const before = await project.digests();
    project.git('update-index', '--skip-worktree', 'src/a.ts');
    expect(await project.digests()).toEqual(before);

    project.write('src/a.ts', 'edited\n');

    expect((await project.look()).changed.code).toEqual(['src/a.ts']);
  });

  it('count as the index has them where they are not checked out', async () => {
    const project = treeProject();
    project.write('lib/b.ts', 'b\n');
    project.write('bin/deploy', '#!/bin/sh\n');
    project.commitAll();
    const before = await project.digests();

    project.git('sparse-checkout', 'set', '--no-cone', '/src/');

    expect(await project.look()).toMatchObject({ tree: before, counts: { code: 0, docs: 0 } });
    project.write('src/a.ts', 'edited\n');
    expect((await project.look()).changed.code).toEqual(['src/a.ts']);
  });
});

describe('a submodule', () => {
  const withSubmodule = (): TreeProject => {
    const project = treeProject();
    project.git('init', '--quiet', '--initial-branch=main', '../lib');
    project.write('../lib/src/l.ts', 'l\n');
    commit(project, '../lib');
    project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../lib', 'vendor/lib');
    project.commitAll();
    return project;
  };

  it('counts as the commit it has checked out', async () => {
    const project = withSubmodule();
    const before = await project.digests();
    expect(before).toEqual(await addedTree(project));
    project.write('vendor/lib/src/l.ts', 'more\n');
    commit(project, 'vendor/lib');

    const moved = await project.look();

    expect(moved.tree.code).not.toBe(before.code);
    expect(moved.changed).toEqual({ code: ['vendor/lib'], docs: [] });
    expect(moved.tree).toEqual(await addedTree(project));
    project.commitAll();
    expect(await project.digests()).toEqual(moved.tree);
  });

  it('counts with its own content where that is changed, and as its commit where only a log is', async () => {
    const project = withSubmodule();
    const clean = await project.digests();
    project.write('vendor/lib/run.log', 'x\n');
    expect(await project.digests()).toEqual(clean);

    project.write('vendor/lib/src/l.ts', 'more\n');
    const dirty = await project.digests();
    project.write('vendor/lib/src/new.ts', 'new\n');
    const dirtier = await project.digests();

    expect(new Set([clean.code, dirty.code, dirtier.code]).size).toBe(3);
    project.git('-C', 'vendor/lib', 'checkout', '--quiet', '.');
    project.remove('vendor/lib/src/new.ts');
    expect(await project.digests()).toEqual(clean);
  });

  it('is gone where its folder is', async () => {
    const project = withSubmodule();
    project.remove('vendor/lib');

    expect(await project.digests()).toEqual(await addedTree(project));
    expect((await project.look()).changed.code).toEqual(['vendor/lib']);
  });

  it('is looked at by itself', async () => {
    const project = withSubmodule();
    project.write('vendor/lib/src/l.ts', 'more\n');

    const fact = await project.look('vendor/lib');

    expect(fact).toMatchObject({ worktree: join(project.path, 'vendor/lib'), changed: { code: ['src/l.ts'] } });
  });
});

describe('the worktree', () => {
  it('is that of the folder that is asked about', async () => {
    const project = treeProject();
    project.write('src/new.ts', 'new\n');

    expect(await project.look('src')).toEqual(await project.look());
  });

  it('may be a linked one, and has the digests of its content', async () => {
    const project = treeProject();
    project.git('worktree', 'add', '--quiet', '../linked', '-b', 'topic');
    expect(await project.digests('../linked')).toEqual(await project.digests());

    project.write('../linked/src/a.ts', 'edited\n');
    project.write('src/a.ts', 'edited\n');

    expect(await project.digests('../linked')).toEqual(await project.digests());
  });

  it('does not hold what a linked one in it holds', async () => {
    const project = treeProject();
    const before = await project.digests();
    project.git('worktree', 'add', '--quiet', 'trees/topic', '-b', 'topic');
    project.write('trees/topic/src/a.ts', 'edited\n');

    expect(await project.look()).toMatchObject({ tree: before, counts: { code: 0, docs: 0 } });
  });

  it('may be one of a bare repository', async () => {
    const project = treeProject();
    project.git('clone', '--quiet', '--bare', '.', '../bare.git');
    project.git('-C', '../bare.git', 'worktree', 'add', '--quiet', '../linked', 'main');

    expect(await project.digests('../linked')).toEqual(await project.digests());
  });

  it('is the folder that is asked about, whatever the configuration says', async () => {
    const project = treeProject();
    mkdirSync(join(project.path, '../reviewed'));
    project.write('src/a.ts', 'edited\n');
    const before = await project.digests();

    project.git('config', 'core.worktree', join(project.path, '../reviewed'));

    expect(await project.digests()).toEqual(before);
  });

  it('may be before its first commit', async () => {
    const project = emptyTreeProject();
    const empty = await project.look();
    expect(empty).toMatchObject({ head: null, counts: { code: 0, docs: 0 }, problem: null });

    project.write('src/a.ts', 'a\n');
    project.git('add', 'src/a.ts');
    project.write('src/b.ts', 'b\n');

    const fact = await project.look();
    expect(fact).toMatchObject({ head: null, changed: { code: ['src/a.ts', 'src/b.ts'], docs: [] } });
    expect(fact.tree).toEqual(await addedTree(project));
    project.commitAll();
    expect(await project.digests()).toEqual(fact.tree);
  });

  it('may name its objects by SHA-256', async () => {
    const project = emptyTreeProject('--object-format=sha256');
    project.write('src/a.ts', 'a\n');
    project.commitAll();
    project.write('src/a.ts', 'edited\n');
    execFileSync('ln', ['-s', 'a.ts', 'src/link.ts'], { cwd: project.path });

    expect(await project.digests()).toEqual(await addedTree(project));
  });
});

describe('a large file', () => {
  const LARGE = 8 * 1024 * 1024 + 1;

  it('that is new counts by its size and time, and that is said', async () => {
    const project = treeProject();
    const before = await project.digests();
    project.write('src/data.json', '');
    truncateSync(join(project.path, 'src/data.json'), LARGE);

    const now = await project.digests();

    expect(now.approximate).toBe(true);
    expect(now.code).not.toBe(before.code);
    truncateSync(join(project.path, 'src/data.json'), LARGE + 1);
    expect((await project.digests()).code).not.toBe(now.code);
  });

  it('that is tracked counts by its content', async () => {
    const project = treeProject();
    project.write('src/data.json', '');
    project.commitAll();
    truncateSync(join(project.path, 'src/data.json'), LARGE);

    expect(await project.digests()).toEqual(await addedTree(project));
  });

  it('that counts for nothing is not read', async () => {
    const project = treeProject();
    const before = await project.digests();
    project.write('movie.mp4', '');
    truncateSync(join(project.path, 'movie.mp4'), LARGE);

    expect(await project.digests()).toEqual(before);
  });
});

describe('what cannot be read', () => {
  it.skipIf(process.getuid?.() === 0)('counts by its size and time', async () => {
    const project = treeProject();
    project.write('src/secret.ts', 'x');
    chmodSync(join(project.path, 'src/secret.ts'), 0);

    expect(await project.look()).toMatchObject({ tree: { approximate: true }, changed: { code: ['src/secret.ts'] } });
  });

  it('is a pipe in the place of a file: nobody waits for it', async () => {
    const project = treeProject();
    project.remove('src/a.ts');
    execFileSync('mkfifo', [join(project.path, 'src/a.ts')]);

    expect(await project.look()).toMatchObject({ changed: { code: ['src/a.ts'] }, problem: null });
  });
});

describe('looking', () => {
  it('changes nothing, and waits for no lock', async () => {
    const project = treeProject();
    // What a status would put right in the index.
    const text = readFileSync(join(project.path, 'src/a.ts'));
    writeFileSync(join(project.path, 'src/a.ts'), text);
    project.write('src/new.ts', 'new\n');
    const index = join(project.path, '.git/index');
    const kept = { bytes: readFileSync(index), at: statSync(index).mtimeMs };
    const objects = project.git('count-objects');

    const before = await project.digests();
    writeFileSync(join(project.path, '.git/index.lock'), '');
    expect(await project.digests()).toEqual(before);

    expect({ bytes: readFileSync(index), at: statSync(index).mtimeMs }).toEqual(kept);
    expect(project.git('count-objects')).toBe(objects);
  });

  it('asks the repository of the folder, whatever the environment says', async () => {
    const project = treeProject();
    const other = treeProject();
    other.write('src/a.ts', 'other\n');
    const env = {
      ...project.env,
      GIT_DIR: join(other.path, '.git'),
      GIT_WORK_TREE: other.path,
      GIT_INDEX_FILE: join(other.path, '.git/index'),
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_LITERAL_PATHSPECS: '1',
      LC_ALL: 'de_DE.UTF-8',
    };

    const fact = await observeTree(project.path, 'now', { env, timeLeft: () => 60_000 });

    expect(fact).toEqual(await project.look());
  });

  it('starts no monitor and no hook that the repository names', async () => {
    const project = treeProject();
    const started = join(project.path, '../started');
    project.write('../started.sh', `#!/bin/sh\ntouch ${started}\n`);
    chmodSync(join(project.path, '../started.sh'), 0o755);
    mkdirSync(join(project.path, '../hooks'));
    project.write('../hooks/post-index-change', `#!/bin/sh\ntouch ${started}\n`);
    chmodSync(join(project.path, '../hooks/post-index-change'), 0o755);
    project.git('config', 'core.hooksPath', '../hooks');
    project.git('config', 'core.fsmonitor', join(project.path, '../started.sh'));
    project.git('config', 'diff.external', join(project.path, '../started.sh'));
    project.write('src/a.ts', 'edited\n');

    await project.digests();

    expect(() => statSync(started)).toThrow();
  });

  it('names the first of many files, and counts all', async () => {
    const project = treeProject();
    for (let n = 0; n < 500; n += 1) project.write(`src/f${n}.ts`, `${n}\n`);

    const { changed, counts } = await project.look();

    expect(counts).toEqual({ code: 500, docs: 0 });
    expect(changed.code).toHaveLength(32);
  });
});
