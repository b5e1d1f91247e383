import { execFileSync } from 'node:child_process';
import { cleanEnv } from '../kit/hook-process.ts';

/** Runs real git in a folder, with nothing of the user's configuration, and returns what it printed. */
export const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: cleanEnv({
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.invalid',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.invalid',
    }),
  }).trim();

/** Makes a repository with one commit on `main` and returns the commit. */
export const repository = (folder: string, ...args: readonly string[]): string => {
  git(folder, 'init', '--quiet', '--initial-branch=main', ...args, folder);
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  return git(folder, 'rev-parse', 'HEAD');
};
