import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findGitLayout, type GitHead, readGitHead, readSmallFile, realFolder } from '../../src/events/git-layout.ts';
import { tempProject } from '../kit/temp-project.ts';
import { git, repository } from './git-folder.ts';

const newRepository = () => {
  const { path, write } = tempProject();
  return { path, write, first: repository(path) };
};

const headOf = (folder: string): GitHead | null => {
  const layout = findGitLayout(folder);
  if (layout === null) throw new Error(`${folder} is in no repository`);
  return readGitHead(layout);
};

describe('what HEAD says', () => {
  it('is a branch and its commit', () => {
    const { path, first } = newRepository();
    expect(headOf(path)).toEqual({ branch: 'main', commit: first });
  });

  it('is a branch with slashes in its name, in a worktree of its own', () => {
    const { path } = newRepository();
    git(path, 'worktree', 'add', '--quiet', '-b', 'feature/cart/v2', join(path, 'linked'));
    git(join(path, 'linked'), 'commit', '--quiet', '--allow-empty', '-m', 'second');
    const second = git(join(path, 'linked'), 'rev-parse', 'HEAD');
    expect(headOf(join(path, 'linked'))).toEqual({ branch: 'feature/cart/v2', commit: second });
    expect(headOf(path)?.branch).toBe('main');
  });

  it('is the same when refs were packed, and the loose one when it moved since', () => {
    const { path, first } = newRepository();
    git(path, 'branch', 'also/main');
    git(path, 'tag', '-a', '-m', 'annotated', 'v1');
    git(path, 'pack-refs', '--all');
    expect(headOf(path)).toEqual({ branch: 'main', commit: first });
    git(path, 'commit', '--quiet', '--allow-empty', '-m', 'second');
    expect(headOf(path)).toEqual({ branch: 'main', commit: git(path, 'rev-parse', 'HEAD') });
  });

  it('is a commit without a branch when detached', () => {
    const { path, first } = newRepository();
    git(path, 'checkout', '--quiet', '--detach');
    expect(headOf(path)).toEqual({ branch: null, commit: first });
  });

  it('is unknown where refs are kept in reftables', () => {
    const { path, write } = tempProject();
    write('.git/HEAD', 'ref: refs/heads/.invalid\n');
    expect(headOf(path)).toBeNull();
  });

  it('is the one above where `.git` in a subfolder is an empty folder, as git does', () => {
    const { path } = newRepository();
    mkdirSync(join(path, 'sub/.git'), { recursive: true });
    expect(findGitLayout(join(path, 'sub'))?.worktree).toBe(git(join(path, 'sub'), 'rev-parse', '--show-toplevel'));
  });

  it('is a branch without a commit before the first one', () => {
    const { path } = tempProject();
    git(path, 'init', '--quiet', '--initial-branch=main');
    expect(headOf(path)).toEqual({ branch: 'main', commit: null });
  });

  it('is read with long hashes, too', () => {
    const { path } = tempProject();
    const first = repository(path, '--object-format=sha256');
    expect(first).toHaveLength(64);
    expect(headOf(path)).toEqual({ branch: 'main', commit: first });
  });

  it('is no commit where the ref is unreadable, and nothing where HEAD is', () => {
    const { path, write } = newRepository();
    write('.git/refs/heads/main', 'zzz\n');
    expect(headOf(path)).toEqual({ branch: 'main', commit: null });
    write('.git/HEAD', 'neither a ref nor a commit');
    expect(headOf(path)).toEqual({ branch: null, commit: null });
    const layout = findGitLayout(path);
    rmSync(join(path, '.git/HEAD'));
    expect(layout && readGitHead(layout)).toBeNull();
  });

  it('is not taken from a packed ref whose name only ends alike', () => {
    const { path, write, first } = newRepository();
    rmSync(join(path, '.git/refs/heads/main'));
    write('.git/packed-refs', `${first} refs/remotes/x/refs/heads/main\n^${first} refs/heads/main\n`);
    expect(headOf(path)).toEqual({ branch: 'main', commit: null });
  });
});

describe('the repository that holds a folder', () => {
  it('is told as git tells it: of the top, a subfolder, one that is not there yet, a linked worktree', () => {
    const { path } = newRepository();
    const linked = join(path, '..', `${path.split('/').at(-1)}-linked`);
    git(path, 'worktree', 'add', '--quiet', '-b', 'other', linked);
    try {
      mkdirSync(join(path, 'src/cart'), { recursive: true });
      mkdirSync(join(linked, 'src'));
      for (const folder of [path, join(path, 'src/cart'), linked, join(linked, 'src')]) {
        const of = (what: string) => git(folder, 'rev-parse', '--path-format=absolute', what);
        expect(findGitLayout(folder), folder).toEqual({
          worktree: of('--show-toplevel'),
          gitDir: of('--git-dir'),
          commonDir: of('--git-common-dir'),
          mainWorktree: path,
        });
      }
      expect(findGitLayout(join(path, 'not/there/yet'))?.worktree).toBe(path);
    } finally {
      rmSync(linked, { recursive: true });
    }
  });

  it('is none outside one, and where `.git` names no folder', () => {
    const { path, write } = tempProject();
    expect(findGitLayout(path)).toBeNull();
    write('.git', 'garbage');
    expect(findGitLayout(path)).toBeNull();
  });

  it('is the one above where `.git` in a subfolder is garbage', () => {
    const { path, write } = newRepository();
    write('sub/.git', Buffer.from([0, 255, 10]).toString('latin1'));
    expect(findGitLayout(join(path, 'sub'))?.worktree).toBe(path);
  });
});

describe('a small file', () => {
  it('is read as text up to a limit', () => {
    const { path, write } = tempProject();
    const file = write('a', 'é𝄞');
    expect(readSmallFile(file)).toBe('é𝄞');
    appendFileSync(file, 'x'.repeat(100));
    expect(readSmallFile(file, 50)).toBeUndefined();
    expect(readSmallFile(path)).toBeUndefined();
    expect(readSmallFile(join(path, 'none'))).toBeUndefined();
    expect(readSmallFile('/dev/zero')).toBeUndefined();
  });
});

it('the real path of a folder that is not there is that of its nearest parent', () => {
  const { path } = tempProject();
  expect(realFolder(join(path, 'a/b'))).toBe(join(path, 'a/b'));
  writeFileSync(join(path, 'file'), '');
  expect(realFolder(join(path, 'file/below'))).toBe(join(path, 'file/below'));
});
