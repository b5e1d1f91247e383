import { spawn } from 'node:child_process';
import type { HookRun } from '../../hooks/host-outcome/outcome.ts';
import type { CanaryPlace } from './canary-place.ts';
import { timeoutOf } from './checks/timeouts.ts';
import { hookEnvironment } from './trust.ts';
import type { DocketEntry, World } from './world.ts';

/** Where the client waits for a hook that names no time-out, in seconds. */
const DEFAULT_TIMEOUT_S = 600;

/** Nobody waits longer for `docket doctor`. */
const LONGEST_WAIT_S = 30;

export interface EntryRun extends HookRun {
  /** From the start of the process to its end, in milliseconds. */
  readonly ms: number;
}

/**
 * Runs an entry of docket as the client does: in its form, in the project's folder, with the client's variables, the payload on
 * standard input. What it records goes to the log of `place`, and nothing of it to the project's.
 */
export const runEntry = (
  entry: DocketEntry,
  payload: object,
  { projectDir, log }: CanaryPlace,
  world: World,
  more: Readonly<Record<string, string>> = {},
): Promise<EntryRun> => {
  const env = {
    ...hookEnvironment(world),
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_PLUGIN_ROOT: entry.source.pluginRoot ?? '',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    DOCKET_DIR: log,
    // A command is sent to nobody for being a canary.
    LLM_REVIEW_ENABLED: '0',
    ...more,
  };
  const seconds = Math.min(timeoutOf(entry) ?? DEFAULT_TIMEOUT_S, LONGEST_WAIT_S);
  const words = entry.launch?.words ?? [];
  const [program = ''] = words;
  return new Promise((done) => {
    const start = process.hrtime.bigint();
    const options = { cwd: projectDir, env, detached: true, stdio: 'pipe' } as const;
    const child =
      entry.launch?.inExecForm === true
        ? spawn(program, words.slice(1), options)
        : spawn(String(entry.handler['command']), { ...options, shell: true });
    const texts = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      texts.stderr += text;
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (child.pid !== undefined) endGroup(child.pid);
    }, seconds * 1000);
    const end = (ended: HookRun['ended'], exitCode: number): void => {
      clearTimeout(timer);
      done({ ended, exitCode, ...texts, ms: Number(process.hrtime.bigint() - start) / 1e6 });
    };
    child.on('error', () => end('missing', 127));
    child.on('close', (code, signal) => {
      if (isLate) return end('timeout', 0);
      if (signal !== null) return end('killed', 0);
      return end(code === 126 || code === 127 ? 'missing' : 'exit', code ?? 0);
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(payload));
  });
};

const endGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended just now.
  }
};
