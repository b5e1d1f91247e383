import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '../../events/location.ts';
import { projectEnvironment } from '../project-environment.ts';
import { signalGroup } from '../signal-group.ts';

export interface ProgramStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
  /** What stands on its standard input; null for nothing. */
  readonly input: string | null;
  /** Milliseconds after which it is ended. */
  readonly timeout: number;
}

/** How a program ended, and what it printed. */
export interface ProgramRun {
  /** Null where it did not end by itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why it did not end by itself: `late` is out of time, `flood` printed too much. */
  readonly stopped: 'late' | 'flood' | 'failed' | null;
}

/** Bytes of each stream. ESLint prints the whole file with what it found. */
const MOST_OUTPUT = 4 * 1024 * 1024;
/** Milliseconds for the rest of the output once it ended: what it left running may hold the pipes. */
const CLOSING_MS = 100;

/**
 * Runs a program in a group of processes of its own, and ends the whole group when it is over, late, or prints without
 * end. Never throws.
 */
export const runProgram = ({ program, args, cwd, env, input, timeout }: ProgramStart): Promise<ProgramRun> =>
  new Promise((done) => {
    const child = started({ program, args, cwd, env, input });
    if (child === null) return done({ code: null, stdout: '', stderr: '', stopped: 'failed' });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let stopped: ProgramRun['stopped'] = null;
    let code: number | null = null;
    let isOver = false;
    const endGroup = (): void => signalGroup(child.pid, 'SIGKILL');
    const finish = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      child.stdout?.destroy();
      child.stderr?.destroy();
      child.unref();
      done({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString(), stopped });
    };
    const stop = (why: ProgramRun['stopped']): void => {
      stopped ??= why;
      endGroup();
      setTimeout(finish, CLOSING_MS).unref();
    };
    const timer = setTimeout(() => stop('late'), timeout);
    const collect = (chunks: Buffer[]) => {
      let size = 0;
      return (chunk: Buffer): void => {
        size += chunk.length;
        if (size <= MOST_OUTPUT) chunks.push(chunk);
        else if (stopped === null) stop('flood');
      };
    };
    child.stdout?.on('data', collect(out));
    child.stderr?.on('data', collect(err));
    child.on('error', () => {
      stopped = 'failed';
      finish();
    });
    child.on('exit', (ended) => {
      code = ended;
      endGroup();
      setTimeout(finish, CLOSING_MS);
    });
    child.on('close', finish);
    // One that ends early closes its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input ?? '');
  });

/** Null where the system refuses at once: an environment or a path that is too long. */
const started = ({ program, args, cwd, env, input }: Omit<ProgramStart, 'timeout'>): ChildProcess | null => {
  try {
    return spawn(program, [...args], {
      cwd,
      env: plainEnv(env),
      stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
  } catch {
    return null;
  }
};

/** The project's environment, without colours. */
const plainEnv = (env: Environment): Record<string, string | undefined> => {
  const { FORCE_COLOR: _force, CLICOLOR_FORCE: _also, ...rest } = projectEnvironment(env);
  return { ...rest, NO_COLOR: '1', TERM: 'dumb' };
};
