import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnv } from '../kit/hook-process.ts';
import { type Payload, requests, type Scenario, type ScenarioOptions, stops } from '../kit/scenario.ts';

/** A rule that fires, what opens it, and its remedies followed. */
export interface Case {
  readonly rule: string;
  readonly decision: string;
  readonly options?: ScenarioOptions;
  /** What happened before, after the prompt. */
  readonly past?: readonly Payload[];
  readonly prepare?: (s: Scenario) => void;
  readonly trigger: (s: Scenario) => Payload | string;
  /** What begins all that led to it, where that is not the prompt before. */
  readonly root?: Payload;
  /** What the explanation says would open it. */
  readonly opens: readonly string[];
  /** Each way that the remedy names, followed; the last payload is the one that is judged again. */
  readonly remedies: Readonly<Record<string, (s: Scenario) => readonly Payload[]>>;
}

export const bash = (command: unknown): Payload => requests('Bash', { command });

/** A rule that stops a command. Each remedy is a command that is judged in its place, or what else is done, in order. */
export const stopsCommand = (
  decision: 'deny' | 'ask',
  rule: string,
  command: string,
  opens: string,
  remedies: Readonly<Record<string, string | readonly Payload[]>>,
): Case => ({
  rule,
  decision,
  trigger: () => bash(command),
  opens: [opens],
  remedies: Object.fromEntries(
    Object.entries(remedies).map(([name, steps]) => [name, () => (typeof steps === 'string' ? [bash(steps)] : steps)]),
  ),
});

/** What is left to the user: the agent says so and ends its turn. */
export const asksTheUser = (words: string): readonly Payload[] => [stops({ last_assistant_message: words })];

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
