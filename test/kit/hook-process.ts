import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { patient } from './patience.ts';

export const DIST = join(import.meta.dirname, '..', '..', 'dist');

export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

/** An environment with nothing of the session that the tests may run in. */
export const cleanEnv = (more: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(CLAUDE|DOCKET|NODE_|CI$|XDG_|CODEX|COPILOT|GEMINI|QWEN|GSTACK|OPENCLAW|CONDUCTOR)/.test(name),
  );
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...more };
};

/** Runs the built hook as a host does. */
export const runHook = (
  input: string | Uint8Array,
  project: string,
  {
    args = ['--host', 'claude-code'],
    env = {},
  }: { args?: readonly string[]; env?: Readonly<Record<string, string>> } = {},
): ProcessResult => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(DIST, 'hook.cjs'), ...args], {
    input,
    cwd: project,
    encoding: 'utf8',
    env: cleanEnv({ CLAUDE_PROJECT_DIR: project, HOME: project, ...env }),
    timeout: patient(20_000),
  });
  return { stdout, stderr, status };
};

/** Runs the built command. */
export const runDocket = (
  args: readonly string[],
  cwd: string,
  { env = {}, input = '' }: { env?: Readonly<Record<string, string>>; input?: string } = {},
): ProcessResult => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(DIST, 'docket.cjs'), ...args], {
    input,
    cwd,
    encoding: 'utf8',
    env: cleanEnv({ HOME: cwd, ...env }),
    timeout: patient(30_000),
  });
  return { stdout, stderr, status };
};

/** The events of a project's log, as the command prints them. */
export const loggedEvents = (project: string, args: readonly string[] = []): Record<string, unknown>[] =>
  runDocket(['log', '--json', ...args], project)
    .stdout.split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
