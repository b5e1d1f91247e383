import { spawn } from 'node:child_process';
import type { Environment } from '../../../events/location.ts';

export interface GitRun {
  readonly cwd: string;
  readonly env: Environment;
  /** Milliseconds after which it is ended. */
  readonly timeout: number;
  readonly input?: string;
}

/** Why git gave no answer: in a clause, for people. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/**
 * What a git command prints. It takes no lock, which would break the agent's own git command, starts no program that the
 * repository names, and works in the repository of its folder whatever the environment says. Throws `GitError`.
 */
export const runGit = (args: readonly string[], { cwd, env, timeout, input }: GitRun): Promise<Buffer> =>
  new Promise((done, fail) => {
    const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
    const git = spawn('git', ['-c', 'core.fsmonitor=false', ...args], {
      cwd,
      env: { ...own, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let complaint = '';
    git.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    git.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString()}`.slice(0, 500);
    });
    git.on('error', (error: NodeJS.ErrnoException) =>
      fail(new GitError(error.code === 'ENOENT' ? 'git is not there' : String(error.code))),
    );
    git.on('close', (code, signal) => {
      if (code === 0) done(Buffer.concat(chunks));
      else if (signal !== null) fail(new GitError('git took too long'));
      else fail(new GitError(complaint.split('\n', 1)[0] || `git ended with ${code}`));
    });
    // A git that ends early closes its input.
    git.stdin.on('error', () => undefined);
    git.stdin.end(input ?? '');
  });
