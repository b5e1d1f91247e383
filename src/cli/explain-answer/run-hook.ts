import { spawn } from 'node:child_process';
import type { HookRun } from '../../hooks/host-outcome/outcome.ts';
import { quotedWord } from '../../hooks/quoted-word.ts';
import type { Io } from '../io.ts';

/** Bytes of each stream; a hook that prints more is not read to its end. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Runs a hook through the shell, as hosts do, with the payload on its standard input, and waits at most so many seconds. One
 * word is a line for the shell, several are a command and its arguments.
 */
export const runHook = (words: readonly string[], payload: object, seconds: number, io: Io): Promise<HookRun> =>
  new Promise((done, fail) => {
    const line = words.length === 1 ? (words[0] as string) : words.map(quotedWord).join(' ');
    const env = { CLAUDE_PROJECT_DIR: io.cwd, ...io.env };
    // A process group of its own, so that what it started ends with it.
    const child = spawn(line, { cwd: io.cwd, env, shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    const streams = [collected(child.stdout), collected(child.stderr)] as const;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child.pid);
    }, seconds * 1000);
    // A hook need not read its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(JSON.stringify(payload));
    child.on('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const ended = isLate ? 'timeout' : signal !== null ? 'killed' : code === 126 || code === 127 ? 'missing' : 'exit';
      done({ ended, exitCode: code ?? 0, stdout: streams[0](), stderr: streams[1]() });
    });
  });

const collected = (stream: NodeJS.ReadableStream): (() => string) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (bytes < MOST_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
};

const endGroup = (pid: number | undefined): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended just now.
  }
};
