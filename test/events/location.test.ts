import { constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findExistingLocation,
  findLocation,
  makeLogFolder,
  stateLocation,
  userConfigFolder,
} from '../../src/events/location.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openProjectLog } from '../../src/events/project-log.ts';
import { tempProject } from '../kit/temp-project.ts';
import { git, repository } from './git-folder.ts';

/** A folder in which tests make repositories side by side. */
const newFolder = () => {
  const { path } = tempProject();
  const at = (...parts: readonly string[]) => join(path, ...parts);
  const make = (...parts: readonly string[]): string => {
    mkdirSync(at(...parts), { recursive: true });
    return at(...parts);
  };
  const newRepository = (name: string): string => {
    const folder = make(name);
    repository(folder);
    return folder;
  };
  return { path, at, make, newRepository };
};

const rootFrom = (cwd: string, env: Readonly<Record<string, string>> = {}): string => findLocation({ env, cwd }).root;

describe('the log is', () => {
  it('in the folder that DOCKET_DIR names, whatever else is set', () => {
    const { at, make, newRepository } = newFolder();
    const shop = newRepository('shop');
    expect(rootFrom(shop, { DOCKET_DIR: at('logs'), CLAUDE_PROJECT_DIR: shop })).toBe(at('logs'));
    expect(rootFrom(make('other'), { DOCKET_DIR: '../logs' })).toBe(at('logs'));
    expect(rootFrom(make('other', 'deeper'), { DOCKET_DIR: '../logs', CLAUDE_PROJECT_DIR: shop })).toBe(at('logs'));
    expect(rootFrom(shop, { DOCKET_DIR: '' })).toBe(join(shop, '.docket'));
  });

  it('that of the host’s project, not of the folder where the process happens to be', () => {
    const { newRepository } = newFolder();
    const [shop, elsewhere] = [newRepository('shop'), newRepository('elsewhere')];
    expect(rootFrom(elsewhere, { CLAUDE_PROJECT_DIR: shop })).toBe(join(shop, '.docket'));
    expect(rootFrom(elsewhere, { CLAUDE_PROJECT_DIR: '' })).toBe(join(elsewhere, '.docket'));
    expect(rootFrom(elsewhere, { CLAUDE_PROJECT_DIR: '../shop' })).toBe(join(shop, '.docket'));
    expect(rootFrom(elsewhere)).toBe(join(elsewhere, '.docket'));
  });

  it('at the top of the repository also when the project is a folder inside it', () => {
    const { make, newRepository } = newFolder();
    const shop = newRepository('shop');
    expect(findLocation({ env: {}, cwd: make('shop', 'packages', 'cart') })).toMatchObject({
      root: join(shop, '.docket'),
      projectDir: join(shop, 'packages/cart'),
      policyDir: shop,
      fallback: null,
    });
  });

  it('in the main worktree for its linked worktrees, wherever they are', () => {
    const { at, make, newRepository } = newFolder();
    const shop = newRepository('shop');
    git(shop, 'worktree', 'add', '--quiet', '-b', 'a', at('beside'));
    git(shop, 'worktree', 'add', '--quiet', '-b', 'b', at('shop', '.worktrees', 'inside'));
    for (const folder of [at('beside'), make('beside', 'src'), at('shop', '.worktrees', 'inside')]) {
      expect(findLocation({ env: {}, cwd: folder }), folder).toMatchObject({
        root: join(shop, '.docket'),
        policyDir: shop,
      });
    }
    expect(findLocation({ env: {}, cwd: at('beside', 'src') }).git?.worktree).toBe(at('beside'));
  });

  it('one for a bare repository beside its worktrees (`.bare`) and for them', () => {
    const { path, at, make, newRepository } = newFolder();
    git(path, 'clone', '--quiet', '--bare', newRepository('origin'), join(make('shop'), '.bare'));
    writeFileSync(at('shop', '.git'), 'gitdir: ./.bare\n');
    git(at('shop'), 'worktree', 'add', '--quiet', at('shop', 'main'), 'main');
    expect(rootFrom(at('shop'))).toBe(rootFrom(at('shop', 'main')));
  });

  it('one for a submodule and its linked worktrees', () => {
    const { at, newRepository } = newFolder();
    const [shop, library] = [newRepository('shop'), newRepository('library')];
    git(shop, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    git(at('shop', 'lib'), 'worktree', 'add', '--quiet', '-b', 'y', at('lib2'));
    expect(rootFrom(at('lib2'))).toBe(rootFrom(at('shop', 'lib')));
  });

  it('in the git directory of a bare repository for its worktrees, which keep a policy each', () => {
    const { path, at, newRepository } = newFolder();
    const shop = newRepository('shop');
    git(path, 'clone', '--quiet', '--bare', shop, at('shop.git'));
    git(at('shop.git'), 'worktree', 'add', '--quiet', at('main'), 'main');
    git(at('shop.git'), 'worktree', 'add', '--quiet', '-b', 'other', at('other'));
    expect(findLocation({ env: {}, cwd: at('main') })).toMatchObject({
      root: join(at('shop.git'), '.docket'),
      policyDir: at('main'),
    });
    expect(rootFrom(at('other'))).toBe(join(at('shop.git'), '.docket'));
  });

  it('of its own for a submodule', () => {
    const { at, newRepository } = newFolder();
    const [shop, library] = [newRepository('shop'), newRepository('library')];
    git(shop, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'libs/library');
    expect(rootFrom(at('shop', 'libs', 'library'))).toBe(at('shop', 'libs', 'library', '.docket'));
    expect(rootFrom(at('shop', 'libs'))).toBe(join(shop, '.docket'));
  });

  it('in the worktree of a repository whose git directory lies elsewhere', () => {
    const { at, make } = newFolder();
    make('gits');
    repository(make('shop'), `--separate-git-dir=${at('gits', 'shop.git')}`);
    expect(rootFrom(at('shop'))).toBe(at('shop', '.docket'));
  });

  it('in the project directory where there is no repository, also one that is not there any more', () => {
    const { at, make } = newFolder();
    expect(findLocation({ env: {}, cwd: make('notes') })).toMatchObject({
      root: at('notes', '.docket'),
      policyDir: at('notes'),
      git: null,
    });
    expect(rootFrom('/', { CLAUDE_PROJECT_DIR: at('gone', 'deeper') })).toBe(at('gone', 'deeper', '.docket'));
  });

  it('in the project directory where `.git` is a file that names no folder', () => {
    const { at, make } = newFolder();
    writeFileSync(join(make('notes'), '.git'), 'garbage');
    expect(rootFrom(at('notes'))).toBe(at('notes', '.docket'));
  });

  it('the same one by every path that leads to the project', () => {
    const { at, newRepository } = newFolder();
    const shop = newRepository('shop');
    symlinkSync(shop, at('link'));
    expect(rootFrom('/', { CLAUDE_PROJECT_DIR: at('link') })).toBe(join(shop, '.docket'));
    expect(rootFrom('/', { CLAUDE_PROJECT_DIR: `${shop}/` })).toBe(join(shop, '.docket'));
  });
});

/** An `openSync` that opens nothing below a folder for writing. */
const refusing =
  (folder: string): typeof nodeLogFs.openSync =>
  (path, flags, mode) => {
    if (String(path).startsWith(folder) && (Number(flags) & (constants.O_WRONLY | constants.O_RDWR)) !== 0) {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    }
    return nodeLogFs.openSync(path, flags, mode);
  };

describe('the log of a project that cannot be written', () => {
  const locked = {
    root: '/work/shop/.docket',
    projectDir: '/work/shop',
    policyDir: '/work/shop',
    git: null,
    fallback: null,
  };

  it('is in the state directory of the user, by a name of its own, and says why', () => {
    const location = stateLocation(locked, { XDG_STATE_HOME: '/state' }, 'EROFS');
    expect(location.root).toMatch(/^\/state\/docket\/-work-shop-docket-[0-9a-z]+$/);
    expect(location.fallback).toContain('EROFS');
    expect(
      stateLocation({ ...locked, root: '/work-shop/.docket' }, { XDG_STATE_HOME: '/state' }, 'EROFS').root,
    ).not.toBe(location.root);
  });

  it.each([
    ['unset', {}],
    ['relative, which the standard says to ignore', { XDG_STATE_HOME: 'state' }],
  ])('is in ~/.local/state where XDG_STATE_HOME is %s', (_what, env) => {
    expect(stateLocation(locked, { HOME: '/home/dev', ...env }, 'EACCES').root).toMatch(
      /^\/home\/dev\/\.local\/state\/docket\//,
    );
  });

  it('is found there by readers, unless the project has one', () => {
    const { at, make } = newFolder();
    const env = { XDG_STATE_HOME: at('state') };
    const input = { env, cwd: make('shop'), fs: nodeLogFs };
    const inProject = findLocation(input);
    expect(findExistingLocation(input).root).toBe(inProject.root);
    const inState = stateLocation(inProject, env, 'EROFS');
    mkdirSync(join(inState.root, 'log'), { recursive: true });
    expect(findExistingLocation(input)).toMatchObject({ root: inState.root, fallback: expect.any(String) });
    mkdirSync(inProject.root);
    expect(findExistingLocation(input).root).toBe(inState.root);
    openProjectLog(input).writer.close();
    expect(findExistingLocation(input)).toEqual(inProject);
  });

  it('is found there by readers also when the project has an older log', () => {
    const { at, make } = newFolder();
    const env = { XDG_STATE_HOME: at('state') };
    const input = { env, cwd: make('shop'), fs: nodeLogFs };
    openProjectLog(input).writer.close();
    const locked = { ...input, fs: { ...nodeLogFs, openSync: refusing(at('shop')) } };
    expect(findExistingLocation(locked).root).toBe(at('shop', '.docket'));

    const written = openProjectLog(locked);
    written.writer.close();
    expect(written.location.root).toContain(at('state'));
    expect(findExistingLocation(locked)).toEqual(written.location);
    expect(findExistingLocation(input).root).toBe(at('shop', '.docket'));
  });

  it('is not looked for there when DOCKET_DIR named the place', () => {
    const { at, make } = newFolder();
    const env = { DOCKET_DIR: at('logs'), XDG_STATE_HOME: at('state') };
    const input = { env, cwd: make('shop'), fs: nodeLogFs };
    mkdirSync(join(stateLocation(findLocation(input), env, 'EACCES').root, 'log'), { recursive: true });
    expect(findExistingLocation(input).root).toBe(at('logs'));
  });

  it('is nowhere when DOCKET_DIR named the place', () => {
    const { at, make } = newFolder();
    const fs = {
      ...nodeLogFs,
      mkdirSync: (() => {
        throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
      }) as unknown as typeof nodeLogFs.mkdirSync,
    };
    const env = { DOCKET_DIR: at('logs'), XDG_STATE_HOME: at('state') };
    expect(() => openProjectLog({ env, cwd: make('shop'), fs })).toThrow('EROFS');
  });
});

describe('the folder of the log', () => {
  it('belongs to the user alone, and git ignores it', () => {
    const { at, newRepository } = newFolder();
    const shop = newRepository('shop');
    const log = openProjectLog({ env: {}, cwd: shop, fs: nodeLogFs });
    log.writer.append(['{}']);
    log.writer.close();
    const mode = (...parts: readonly string[]) => statSync(at('shop', '.docket', ...parts)).mode & 0o777;
    expect([mode(), mode('log'), mode('.gitignore'), mode('log', '000001.ndjson')]).toEqual([
      0o700, 0o700, 0o600, 0o600,
    ]);
    expect(readFileSync(at('shop', '.docket', '.gitignore'), 'utf8')).toBe('*\n');
    expect(git(shop, 'status', '--porcelain', '--untracked-files=all')).toBe('');
  });

  it('is used as it is when it is there', () => {
    const { at, make } = newFolder();
    writeFileSync(join(make('shop', '.docket'), '.gitignore'), 'log\n');
    makeLogFolder(at('shop', '.docket'), nodeLogFs);
    expect(readFileSync(at('shop', '.docket', '.gitignore'), 'utf8')).toBe('log\n');
  });

  it('gets no `.gitignore` when it holds files of others', () => {
    const { at, make } = newFolder();
    writeFileSync(join(make('shared'), 'notes.txt'), 'mine');
    openProjectLog({ env: { DOCKET_DIR: at('shared') }, cwd: make('shop'), fs: nodeLogFs }).writer.close();
    expect(nodeLogFs.readdirSync(at('shared')).sort()).toEqual(['log', 'notes.txt']);
  });

  it('gets its `.gitignore` later when who made it was killed in between', () => {
    const { at, make } = newFolder();
    make('shop', '.docket', 'install');
    makeLogFolder(at('shop', '.docket'), nodeLogFs);
    expect(readFileSync(at('shop', '.docket', '.gitignore'), 'utf8')).toBe('*\n');
  });

  it.each<[string, (place: string, elsewhere: string) => void]>([
    ['a symbolic link to a folder', (place, elsewhere) => symlinkSync(elsewhere, place)],
    ['a symbolic link to nothing', (place, elsewhere) => symlinkSync(join(elsewhere, 'none'), place)],
    ['a file', (place) => writeFileSync(place, 'mine')],
  ])('is refused when %s stands in its place, and nothing is written', (_what, put) => {
    const { at, make } = newFolder();
    const [shop, elsewhere] = [make('shop'), make('elsewhere')];
    put(join(shop, '.docket'), elsewhere);
    expect(() => openProjectLog({ env: { XDG_STATE_HOME: at('state') }, cwd: shop, fs: nodeLogFs })).toThrow(
      /link or a special file/,
    );
    expect(existsSync(at('state'))).toBe(false);
    expect(nodeLogFs.readdirSync(elsewhere)).toEqual([]);
    rmSync(join(shop, '.docket'));
    expect(() => openProjectLog({ env: {}, cwd: shop, fs: nodeLogFs }).writer.close()).not.toThrow();
  });
});

it('the user’s configuration is in the configuration directory', () => {
  expect(userConfigFolder({ XDG_CONFIG_HOME: '/config', HOME: '/home/dev' })).toBe('/config/docket');
  expect(userConfigFolder({ HOME: '/home/dev' })).toBe('/home/dev/.config/docket');
});

describe('a folder in `.docket`', () => {
  it.each(['log', 'blobs', 'snapshots'])('is refused when it is a symbolic link: %s', (name) => {
    const { at, make } = newFolder();
    make('shop', '.docket');
    make('elsewhere');
    symlinkSync(at('elsewhere'), at('shop', '.docket', name));
    expect(() => openProjectLog({ env: {}, cwd: at('shop'), fs: nodeLogFs })).toThrow(/link/);
  });
});
