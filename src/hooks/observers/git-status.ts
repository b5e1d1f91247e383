import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';
import { USUAL_PLAN } from '../../gates/plan-place.ts';
import { shownName } from './tree/listings.ts';
import { runGit } from './tree/run-git.ts';
import { statusIn } from './tree/status.ts';

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
  const planned = facts.filter(({ worktree, plans = [USUAL_PLAN] }) =>
    plans.some((plan) => worktree !== null && existsSync(join(worktree, plan))),
  );
  const worktrees = [...new Set(planned.map(({ worktree }) => worktree as string))].slice(0, MOST_ASKED);
  const statuses = await Promise.all(worktrees.map((worktree) => readStatus(worktree, env)));
  return planned.flatMap((fact) => {
    const status = statuses[worktrees.indexOf(fact.worktree as string)];
    return status === undefined ? [] : [{ ...fact, ...status }];
  });
};

/** The files of a worktree that are staged, and those that are changed without, from its top. Throws `GitError`. */
const readStatus = async (worktree: string, env: Environment): Promise<{ staged: string[]; changed: string[] }> => {
  const until = performance.now() + LONGEST_WAIT_MS;
  const said = await runGit(STATUS, { cwd: worktree, env, left: () => until - performance.now() });
  const { records } = statusIn(said.toString('latin1'));
  const named = (of: 'x' | 'y'): string[] =>
    records.flatMap((record) => (record[of] === '.' ? [] : [shownName(record.path)])).slice(0, MOST_NAMES);
  return { staged: named('x'), changed: named('y') };
};

const STATUS = 'status --porcelain -z --no-renames --untracked-files=no --ignore-submodules=dirty'.split(' ');
