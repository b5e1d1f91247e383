import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv, type Env, type Project } from './project.ts';
import { type ModelRequest, type Scenario, startScriptedModel } from './scripted-model.ts';

/** Where the real client is, or why it cannot be had here. */
export type FoundClient = { readonly path: string } | { readonly reason: string };

export interface ClientRun {
  readonly project: Project;
  readonly scenario: Scenario;
  readonly prompt: string;
  readonly args?: readonly string[];
  readonly env?: Env;
  readonly timeoutMs?: number;
}

/** What the client prints at the end of a headless run, as far as the tests look at it. */
interface ClientResult {
  readonly is_error: boolean;
  readonly result: string;
  readonly session_id: string;
  readonly permission_denials: readonly { readonly tool_name: string; readonly tool_use_id: string }[];
}

interface Transcript {
  readonly path: string;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

export interface ClientOutcome {
  readonly result: ClientResult;
  readonly requests: readonly ModelRequest[];
  readonly transcripts: readonly Transcript[];
  readonly stderr: string;
}

/** The version of the client that the tests drive. */
export const CLIENT_VERSION = process.env['CLIENT_VERSION'] ?? '2.1.332';

const PACKAGE = '@anthropic-ai/claude-code-linux-x64';
const KEY = 'scripted-key-0000000';

/**
 * Finds the Claude Code client in `CLIENT_CACHE` (default `~/.cache/docket-client`), and installs it there from the npm
 * registry when it is absent (about 400 MB, once). `CLIENT_VERSION` names another version.
 */
export const findClient = (env: NodeJS.ProcessEnv = process.env): FoundClient => {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { reason: `the client's package is for Linux on x64, this is ${process.platform} on ${process.arch}` };
  }
  const cache = env['CLIENT_CACHE'] ?? join(homedir(), '.cache', 'docket-client');
  const folder = join(cache, 'node_modules', PACKAGE);
  if (installedVersion(folder) !== CLIENT_VERSION) {
    mkdirSync(cache, { recursive: true });
    const args = [
      'install',
      '--prefix',
      cache,
      '--no-audit',
      '--no-fund',
      '--fetch-retries=1',
      '--fetch-retry-mintimeout=1000',
      `${PACKAGE}@${CLIENT_VERSION}`,
    ];
    const run = spawnSync('npm', args, { encoding: 'utf8', timeout: 240_000, env });
    if (run.status !== 0) {
      const why = run.error?.message ?? run.stderr.trim().split('\n')[0] ?? '';
      return { reason: `npm cannot install ${PACKAGE}@${CLIENT_VERSION}: ${why}` };
    }
  }
  return { path: join(folder, 'claude') };
};

/**
 * Runs one headless session of the real client in the project against a scripted model, and waits for its end. Throws
 * with the client's stderr when it runs longer than `timeoutMs` (default 120 s) or prints no JSON result.
 */
export const runClient = async (client: string, run: ClientRun): Promise<ClientOutcome> => {
  const model = await startScriptedModel(run.scenario);
  try {
    trust(run.project);
    const output = await execute(client, run, model.url);
    const transcripts = readTranscripts(join(run.project.home, '.claude', 'projects'));
    return { result: readResult(output), requests: model.requests, transcripts, stderr: output.stderr };
  } finally {
    await model.close();
  }
};

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

const installedVersion = (folder: string): string | null => {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest) || !existsSync(join(folder, 'claude'))) return null;
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
};

/** The answers a person gives once on a machine: onboarding, the API key, and that this project is trusted. */
export const trust = ({ home, folder }: Project): void => {
  const file = join(home, '.claude.json');
  if (existsSync(file)) return;
  const state = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    customApiKeyResponses: { approved: [KEY], rejected: [] },
    projects: { [folder]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
  };
  writeFileSync(file, JSON.stringify(state));
};

/** The environment of a client that talks to nobody but the model at `url`. */
export const clientEnv = (project: Project, url: string): Env => ({
  ...cleanEnv(project),
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: KEY,
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_AUTOUPDATER: '1',
});

const execute = (client: string, run: ClientRun, url: string): Promise<Output> =>
  new Promise((resolve, reject) => {
    const args = ['-p', run.prompt, '--model', 'sonnet', '--output-format', 'json', ...(run.args ?? [])];
    const env = { ...clientEnv(run.project, url), ...run.env };
    // A process group of its own, so that whatever it started can be ended with it.
    const child = spawn(client, args, {
      cwd: run.project.folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
    const timeout = run.timeoutMs ?? 120_000;
    const timer = setTimeout(() => {
      endGroup(child.pid);
      reject(new Error(`the client was still running after ${timeout} ms: ${output.stderr}${output.stdout}`));
    }, timeout);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // Not "close": a process it left behind may hold the pipes open.
    child.on('exit', () => endGroup(child.pid));
    child.on('close', () => {
      clearTimeout(timer);
      resolve(output);
    });
  });

const endGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const readResult = ({ stdout, stderr }: Output): ClientResult => {
  try {
    return JSON.parse(stdout) as ClientResult;
  } catch {
    throw new Error(`the client printed no JSON result: ${stderr}${stdout}`);
  }
};

const readTranscripts = (folder: string): readonly Transcript[] => {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));
  return files.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { path: name, lines: text.split('\n').filter(Boolean).map(parseLine) };
  });
};

const parseLine = (line: string): Readonly<Record<string, unknown>> => JSON.parse(line) as Record<string, unknown>;
