import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A throw-away project and everything the client may touch beside it. */
export interface Project {
  /** Holds all of it; goes when the project is removed. */
  readonly root: string;
  /** The git repository, on branch `feature`. */
  readonly folder: string;
  /** HOME of the client and of docket, so that nobody's settings are read or written. */
  readonly home: string;
  /** A bare repository, `origin` of the project, that has both branches. */
  readonly remote: string;
}

export type Env = Readonly<Record<string, string>>;

export const REPOSITORY = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Makes a small shop with one failing test, committed on `main`, pushed, and checked out on `feature`. */
export const createProject = (): Project => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docket-client-')));
  const project = { root, folder: join(root, 'shop'), home: join(root, 'home'), remote: join(root, 'remote.git') };
  for (const folder of [project.home, join(root, 'tmp'), join(project.folder, 'src')]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project.folder, name), text);
  execFileSync('git', ['init', '--quiet', '--bare', project.remote], { env: cleanEnv(project) });
  git(project, 'init', '--quiet', '--initial-branch', 'main');
  git(project, 'config', 'user.name', 'Dev');
  git(project, 'config', 'user.email', 'dev@example.com');
  git(project, 'remote', 'add', 'origin', project.remote);
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '--message', 'Start the shop');
  git(project, 'checkout', '--quiet', '-b', 'feature');
  git(project, 'push', '--quiet', 'origin', 'main', 'feature');
  return project;
};

export const removeProject = ({ root }: Project): void => rmSync(root, { recursive: true, force: true, maxRetries: 5 });

/** Nothing of the caller's environment but the search path: no settings, tokens, proxies or agent's marks. */
export const cleanEnv = ({ root, home }: Pick<Project, 'root' | 'home'>): Env => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  TMPDIR: join(root, 'tmp'),
  LANG: 'C.UTF-8',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  npm_config_update_notifier: 'false',
});

/** Runs git in the project; its stdout without the last newline. Throws where git fails. */
export const git = (project: Project, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: project.folder, env: cleanEnv(project), encoding: 'utf8' }).trimEnd();

/** The commit a branch of the remote stands at. */
export const remoteHead = (project: Project, branch: string): string =>
  git(project, '--git-dir', project.remote, 'rev-parse', branch);

const FILES = {
  'package.json': `${JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
  'src/cart.js': 'export const total = (items) => items.reduce((sum, item) => sum + item.price, 0);\n',
  'src/cart.test.js': [
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    "import { total } from './cart.js';",
    '',
    "test('the total counts the quantity', () => assert.equal(total([{ price: 2, quantity: 3 }]), 6));",
    '',
  ].join('\n'),
};
