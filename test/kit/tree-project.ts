import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { observeTree } from '../../src/hooks/observers/tree/tree.ts';
import type { TreeFact } from '../../src/hooks/observers/tree/tree-of-look.ts';
import { copyOfRepository, gitEnv, runGit } from './git-template.ts';

/** A worktree of a repository that git made. */
export interface TreeProject {
  readonly path: string;
  readonly env: Record<string, string>;
  /** Runs git and gives what it prints. */
  readonly git: (...args: readonly string[]) => string;
  /** The same with a few variables more. The text has one character for each byte. */
  readonly gitWith: (more: Readonly<Record<string, string>>, ...args: readonly string[]) => string;
  readonly write: (path: string, content: string | Uint8Array) => void;
  /** Null where no file is. */
  readonly read: (path: string) => string | null;
  readonly remove: (path: string) => void;
  readonly commitAll: (message?: string) => void;
  /** What docket says that a worktree holds: this one, or one at a path from here. */
  readonly look: (at?: string) => Promise<TreeFact>;
  /** The digests alone; fails where there are none. */
  readonly digests: (at?: string) => Promise<TreeFact['tree']>;
}

/** On `main`, with one commit that holds `src/a.ts`, `docs/a.md` and `run.log`. */
export const treeProject = (): TreeProject =>
  projectWith(({ path, env }) =>
    copyOfRepository('tree-project', path, (template) => {
      for (const folder of ['src', 'docs']) mkdirSync(join(template, folder));
      writeFileSync(join(template, 'src', 'a.ts'), 'export const a = 1;\n');
      writeFileSync(join(template, 'docs', 'a.md'), '# A\n');
      writeFileSync(join(template, 'run.log'), 'started\n');
      runGit(template, env, 'init', '--quiet', '--initial-branch=main');
      runGit(template, env, 'add', '-A');
      runGit(template, env, 'commit', '--quiet', '-m', 'start');
    }),
  );

/** Before its first commit. */
export const emptyTreeProject = (...init: readonly string[]): TreeProject =>
  projectWith(({ path, git }) => {
    mkdirSync(path);
    git('init', '--quiet', '--initial-branch=main', ...init);
  });

const projectWith = (make: (project: TreeProject) => void): TreeProject => {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'docket-tree-')));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const path = join(outer, 'app');
  const env = gitEnv(outer);
  const git = (...args: readonly string[]): string => runGit(path, env, ...args);
  const gitWith: TreeProject['gitWith'] = (more, ...args) =>
    execFileSync('git', [...args], {
      cwd: path,
      env: { ...env, ...more },
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const look = (at = '.') => observeTree(join(path, at), 'now', { env, timeLeft: () => Number.POSITIVE_INFINITY });
  const project: TreeProject = {
    path,
    env,
    git,
    gitWith,
    write: (name, content) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    read: (name) => (existsSync(join(path, name)) ? readFileSync(join(path, name), 'utf8') : null),
    remove: (name) => rmSync(join(path, name), { recursive: true, force: true }),
    commitAll: (message = 'more') => {
      git('add', '-A');
      git('commit', '--quiet', '--allow-empty', '-m', message);
    },
    look,
    digests: async (at) => {
      const fact = await look(at);
      if (fact.problem !== null) throw new Error(fact.problem);
      return fact.tree;
    },
  };
  make(project);
  return project;
};
