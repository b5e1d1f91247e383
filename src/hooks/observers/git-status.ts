import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';

// A bundle of its own: starting git costs more than a whole hook call.

/** Milliseconds; docket answers before it is killed. */
const LONGEST_WAIT_MS = 1_500;
/** Names of each kind that are kept. */
const MOST_NAMES = 64;

/** Worktrees that git is asked about for one command. */
const MOST_ASKED = 2;

type GitFact = EventData<'GitObserved'>;

/** Facts with what is staged and changed there; nothing about worktrees without the plan that a commit may hold alone. */
export const observeGitStatus = async (facts: readonly GitFact[], env: Environment): Promise<GitFact[]> => {
  const planned = facts.filter(({ worktree }) => worktree !== null && existsSync(join(worktree, 'MASTER_PLAN.md')));
  const worktrees = [...new Set(planned.map(({ worktree }) => worktree as string))].slice(0, MOST_ASKED);
  const statuses = await Promise.all(worktrees.map((worktree) => readStatus(worktree, env)));
  return planned.flatMap((fact) => {
    const status = statuses[worktrees.indexOf(fact.worktree as string)];
    return status === undefined ? [] : [{ ...fact, ...status }];
  });
};

/**
 * The files of a worktree that are staged, and those that are changed without, from its top. Takes no lock, which would
 * break the agent's own git command, and starts no program that the repository names.
 */
const readStatus = (worktree: string, env: Environment): Promise<{ staged: string[]; changed: string[] }> =>
  new Promise((done, fail) => {
    const args = [
      '-c',
      'core.fsmonitor=false',
      'status',
      '--porcelain',
      '-z',
      '--no-renames',
      '--untracked-files=no',
      '--ignore-submodules=dirty',
    ];
    const own = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
    const options = {
      cwd: worktree,
      env: { ...own, GIT_OPTIONAL_LOCKS: '0' },
      timeout: LONGEST_WAIT_MS,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 4 * 1024 * 1024,
    };
    execFile('git', args, options, (error, stdout) => {
      if (error === null) done(statusOf(stdout));
      else fail(error);
    });
  });

/** `XY NAME`, each with a NUL behind it: X of the index, Y of the worktree. */
const statusOf = (text: string): { staged: string[]; changed: string[] } => {
  const lines = text.split('\0').filter((line) => line.length > 3);
  const named = (at: number): string[] =>
    lines.flatMap((line) => (line.charAt(at) === ' ' ? [] : [line.slice(3)])).slice(0, MOST_NAMES);
  return { staged: named(0), changed: named(1) };
};
