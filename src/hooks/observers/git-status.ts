import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type GitLayout, readGitHead, readSmallFile } from '../../events/git-layout.ts';
import type { Environment } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';
import { ABOUT_NOW } from '../../gates/facts.ts';
import { USUAL_PLAN } from '../../gates/plan-place.ts';
import type { HookDeps } from '../deps.ts';
import type { CallPlace } from '../place.ts';
import { observeGit } from './files.ts';
import { shownName } from './tree/listings.ts';
import { GitError, type GitRun, runGit, runsIn } from './tree/run-git.ts';
import { readStatus as readWholeStatus, statusIn } from './tree/status.ts';
import { isUntracked, type StatusListing, type StatusRecord } from './tree/status-records.ts';

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

/**
 * The branch, the linked worktrees, and what is changed where a call works, and by how much it differs from what it follows
 * where that is asked for. Without a repository, and where git cannot say what is changed, nothing is said of that.
 */
export const observeGitNow = async (
  place: CallPlace,
  deps: Pick<HookDeps, 'env' | 'timeLeft'>,
  asksForUpstream = false,
): Promise<GitFact> => {
  const { fact, git, run } = placeNow(place, deps);
  if (git === null) return fact;
  const [changes, upstream] = await Promise.all([changesNow(run), asksForUpstream ? differenceToUpstream(run) : {}]);
  return { ...fact, ...changes, ...upstream };
};

const placeNow = (place: CallPlace, { env, timeLeft }: Pick<HookDeps, 'env' | 'timeLeft'>) => {
  const git = place.gitOf(place.worktree);
  const found = observeGit(ABOUT_NOW, place.worktree, place);
  const fact: GitFact = git === null ? found : { ...found, mainWorktree: git.mainWorktree, ...linkedWorktrees(git) };
  const run = runsIn(git?.worktree ?? place.worktree, { env, timeLeft: timeLeft ?? (() => Number.POSITIVE_INFINITY) });
  return { fact, git, run };
};

const changesIn = (
  { records }: StatusListing,
  top: string,
): Pick<GitFact, 'staged' | 'changed' | 'untracked' | 'counts'> => {
  const untracked = records.filter((record) => isUntracked(record) && !isLinkedWorktree(top, record));
  const staged = records.filter((record) => !isUntracked(record) && record.x !== '.');
  const changed = records.filter((record) => !isUntracked(record) && record.y !== '.');
  return {
    staged: namesOf(staged),
    changed: namesOf(changed),
    untracked: namesOf(untracked),
    counts: { staged: staged.length, changed: changed.length, untracked: untracked.length },
  };
};

/** Git shows a repository in the worktree as a folder; one of its linked worktrees is nothing that anybody would commit. */
const isLinkedWorktree = (top: string, { path }: StatusRecord): boolean =>
  path.endsWith('/') &&
  /[\\/]worktrees[\\/][^\\/\n]+\s*$/.test(
    readSmallFile(join(top, Buffer.from(path, 'latin1').toString(), '.git')) ?? '',
  );

const changesNow = async (run: GitRun): Promise<ReturnType<typeof changesIn> | null> => {
  try {
    return changesIn(await readWholeStatus(run), run.cwd);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
};

/** By how many commits the branch differs from the one it follows; null where it follows none, or where that is gone. */
const differenceToUpstream = async (run: GitRun): Promise<Pick<GitFact, 'ahead' | 'behind'> | null> => {
  try {
    const said = (await runGit(['rev-list', '--left-right', '--count', 'HEAD...@{upstream}'], run)).toString('latin1');
    const [ahead, behind] = said.trim().split(/\s+/).map(Number);
    return Number.isInteger(ahead) && Number.isInteger(behind) ? { ahead, behind } : null;
  } catch {
    return null;
  }
};

const namesOf = (records: readonly StatusRecord[]): string[] =>
  records.slice(0, MOST_NAMES).map(({ path }) => shownName(path));

const MOST_WORKTREES = 16;

/** Worktrees beside the main one, as git's own files list them, and those whose folder is gone. */
export const linkedWorktrees = ({ commonDir }: GitLayout): Pick<GitFact, 'worktrees' | 'goneWorktrees'> => {
  const folder = join(commonDir, 'worktrees');
  const worktrees: NonNullable<GitFact['worktrees']> = [];
  const goneWorktrees: string[] = [];
  for (const name of namesIn(folder)) {
    const gitDir = join(folder, name);
    const file = readSmallFile(join(gitDir, 'gitdir'))?.trim() ?? '';
    if (file === '') continue;
    const worktree = dirname(file);
    if (existsSync(file)) {
      const head = readGitHead({ worktree, gitDir, commonDir, mainWorktree: null });
      worktrees.push({ path: worktree, branch: head?.branch ?? null });
    } else if (!existsSync(join(gitDir, 'locked'))) goneWorktrees.push(worktree);
  }
  return { worktrees, ...(goneWorktrees.length === 0 ? {} : { goneWorktrees }) };
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort().slice(0, MOST_WORKTREES);
  } catch {
    return [];
  }
};
