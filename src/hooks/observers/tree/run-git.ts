import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Environment } from '../../../events/location.ts';
import { signalGroup } from '../../signal-group.ts';

export interface GitRun {
  /** Top folder of the worktree. */
  readonly cwd: string;
  readonly env: Environment;
  /** Milliseconds that are left; git is ended when they are over. */
  readonly left: () => number;
  /** What it is given to read. */
  readonly input?: Uint8Array | undefined;
}

export interface GitDeps {
  readonly env: Environment;
  /** Milliseconds that are left of the hook's time. */
  readonly timeLeft: () => number;
}

/** Milliseconds; docket answers before it is killed. */
const LONGEST_WAIT_MS = 2_000;

/** Runs of git at the top of a worktree, which together have one deadline. */
export const runsIn = (top: string, { env, timeLeft }: GitDeps): GitRun => {
  const until = performance.now() + Math.min(LONGEST_WAIT_MS, timeLeft());
  return { cwd: top, env, left: () => until - performance.now() };
};

/** Why git gave no answer: in a clause, for people. */
export class GitError extends Error {
  override readonly name: string = 'GitError';
  /** What git ended with; null where it did not end by itself. */
  readonly exit: number | null;
  constructor(message: string, exit: number | null = null) {
    super(message);
    this.exit = exit;
  }
}

/** A file that git was to read is not any more what it was a moment ago. */
export class ChangedMeanwhile extends GitError {
  override readonly name = 'ChangedMeanwhile';
}

/**
 * What a git command prints. It takes no lock, which would break the agent's own git command, asks no server, and works in
 * the repository of its folder whatever the environment says. Of programs it starts only those that git needs to say what
 * a file's content is: clean filters, which the user's configuration names. Throws `GitError`.
 */
export const runGit = (args: readonly string[], { cwd, env, left, input }: GitRun): Promise<Buffer> =>
  new Promise((done, fail) => {
    const git = spawn('git', ['-c', 'core.fsmonitor=false', ...args], {
      cwd,
      env: gitEnvironment(env, cwd),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: what git started ends with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let complaint = '';
    let isOver = false;
    const end = (error: GitError | null): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      if (error === null) done(Buffer.concat(chunks, size));
      else fail(error);
    };
    // What git started may hold its output open for as long as it likes: nobody waits for that.
    const stop = (why: string): void => {
      end(new GitError(why));
      signalGroup(git.pid, 'SIGKILL');
      for (const stream of [git.stdin, git.stdout, git.stderr]) stream.destroy();
      git.unref();
    };
    const timer = setTimeout(() => stop('git took too long'), Math.max(1, Math.min(left(), LONGEST_TIMER)));
    git.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) stop('git said too much');
    });
    git.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString()}`.slice(0, 500);
    });
    git.on('error', ({ code }: NodeJS.ErrnoException) => {
      const missing = existsSync(cwd) ? 'git is not there' : 'the folder is not there';
      end(new GitError(code === 'ENOENT' ? missing : `git cannot be started (${code})`));
    });
    git.on('close', (code, signal) => {
      if (code === 0) end(null);
      else end(new GitError(signal === null ? inClause(complaint, code) : `git was ended by ${signal}`, code));
    });
    // A git that ends early closes its input.
    git.stdin.on('error', () => undefined);
    git.stdin.end(input ?? '');
  });

const MOST_BYTES = 256 * 1024 * 1024;
const LONGEST_TIMER = 2 ** 31 - 1;

/** Of what git reads from the environment only its configuration is the user's choice; the rest is about one command. */
const gitEnvironment = (env: Environment, worktree: string): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || name.startsWith('GIT_CONFIG')),
  ),
  GIT_OPTIONAL_LOCKS: '0',
  // The folder that tools write in, whatever the repository's configuration names.
  GIT_WORK_TREE: worktree,
  // No objects are fetched: not from a promisor remote, and by no protocol.
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: '',
  LC_ALL: 'C',
});

const inClause = (complaint: string, code: number | null): string => {
  const [line = ''] = complaint.replace(/^(?:fatal|error): /, '').split('\n', 1);
  if (line.startsWith('not a git repository')) return 'it is no git repository';
  if (line.includes('dubious ownership')) return 'git does not trust the owner of the repository';
  return line === '' ? `git ended with ${code}` : `git said: ${line.slice(0, 200)}`;
};
