import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from '../kit/hook-process.ts';
import { type Payload, requests, type Scenario, type ScenarioOptions } from '../kit/scenario.ts';

/** A rule that fires, what opens it, and its remedies followed. */
export interface Case {
  readonly rule: string;
  readonly decision: string;
  readonly options?: ScenarioOptions;
  /** What happened before, after the prompt. */
  readonly past?: readonly Payload[];
  readonly prepare?: (s: Scenario) => void;
  readonly trigger: (s: Scenario) => Payload | string;
  /** What the explanation says would open it. */
  readonly opens: readonly string[];
  /** Each way that the remedy names, followed; the last payload is the one that is judged again. */
  readonly remedies: Readonly<Record<string, (s: Scenario) => readonly Payload[]>>;
}

export const bash = (command: unknown): Payload => requests('Bash', { command });

export const git = (cwd: string, ...args: readonly string[]): void => {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org' };
  const committer = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org' };
  const env = cleanEnv({ HOME: cwd, GIT_CONFIG_NOSYSTEM: '1', ...who, ...committer });
  execFileSync('git', [...args], { cwd, env, stdio: 'ignore' });
};

/** The hand-made repository gives way to one that git made. */
export const realRepository = ({ project }: Scenario): void => {
  rmSync(join(project, '.git'), { recursive: true });
  git(project, 'init', '--quiet');
  git(project, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  git(project, 'commit', '--quiet', '--allow-empty', '-m', 'start');
};
