import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { copyOfRepository, gitEnv, runGit } from './git-template.ts';
import {
  type Outcome,
  type Payload,
  policyOf,
  requests,
  type Scenario,
  type ScenarioOptions,
  scenario,
} from './scenario.ts';

/** A project whose repository git made, in a folder with room for others beside it. */
export interface GitProject {
  /** Holds `app`, the project, and whatever the test puts beside it. */
  readonly outer: string;
  readonly path: string;
  readonly git: (folder: string, ...args: readonly string[]) => void;
  readonly write: (path: string, text: string) => void;
  /** Sends the hook an input from there, with the folder it says or the project as working folder. */
  readonly sends: (payload: Payload) => Promise<Outcome>;
  /** The log and its clock. */
  readonly scenario: Scenario;
  /** What the hook says about a command there. */
  readonly runs: (command: string, options?: { readonly cwd?: string }) => Promise<Outcome & { fired: string[] }>;
}

/** On `main`, with one commit that holds `src/a.ts` and `MASTER_PLAN.md`. */
export const gitProject = (options: ScenarioOptions = { preset: 'strict' }): GitProject => {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'docket-git-')));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const path = join(outer, 'app');
  const env = gitEnv(outer);
  const git = (folder: string, ...args: readonly string[]): void => {
    runGit(join(outer, folder), env, ...args);
  };
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(outer, name)), { recursive: true });
    writeFileSync(join(outer, name), text);
  };
  copyOfRepository('git-project', path, (template) => {
    mkdirSync(join(template, 'src'));
    writeFileSync(join(template, 'src', 'a.ts'), 'export {};\n');
    writeFileSync(join(template, 'MASTER_PLAN.md'), '# Plan\n');
    runGit(template, env, 'init', '--quiet', '--initial-branch=main');
    runGit(template, env, 'add', '.');
    runGit(template, env, 'commit', '--quiet', '-m', 'start');
  });
  write('app/docket.config.json', JSON.stringify(policyOf(options) ?? {}));
  const s = scenario(options);
  const PATH = process.env['PATH'] ?? '';
  const hookEnv = { ...s.deps.env, HOME: outer, CLAUDE_PROJECT_DIR: path, DOCKET_DIR: s.root, PATH };
  const sends: GitProject['sends'] = (payload) => s.when({ cwd: path, ...payload }, { cwd: path, env: hookEnv });
  const runs: GitProject['runs'] = async (command, { cwd = path } = {}) => {
    const outcome = await sends({ ...requests('Bash', { command }), cwd });
    const fired = outcome.verdicts.filter(({ gate, decision }) => gate === 'guard' && decision !== 'pass');
    return { ...outcome, fired: fired.map(({ rule, decision }) => `${rule.replace('guard/', '')} ${decision}`) };
  };
  return { outer, path, git, write, sends, scenario: s, runs };
};
