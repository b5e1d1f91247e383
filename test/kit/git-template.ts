import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv } from './hook-process.ts';

/** The environment of git in a test: an author, no settings of the machine or the user, and nothing done beside what is asked. */
export const gitEnv = (home: string): Record<string, string> =>
  cleanEnv({
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'maintenance.auto',
    GIT_CONFIG_VALUE_0: 'false',
    GIT_TEMPLATE_DIR: '',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  });

/** Runs git in a folder and gives what it prints. */
export const runGit = (cwd: string, env: Record<string, string>, ...args: readonly string[]): string =>
  execFileSync('git', [...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

let made: string | null = null;

/** Where repositories are that were made once and are copied; gone when the process ends. */
const templates = (): string => {
  if (made !== null) return made;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-templates-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  made = folder;
  return folder;
};

/**
 * Puts a repository into a folder that is not there yet. `make` writes it, with git, into the folder it is given, the first
 * time that one of this name is asked for; starting git four times for each test takes longer than most tests.
 */
export const copyOfRepository = (name: string, to: string, make: (path: string) => void): void => {
  const template = join(templates(), name);
  if (!existsSync(template)) {
    mkdirSync(template);
    make(template);
  }
  cpSync(template, to, { recursive: true });
};
