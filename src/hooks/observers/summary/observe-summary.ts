import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type GitLayout, readGitHead } from '../../../events/git-layout.ts';
import type { EventData } from '../../../events/schemas.ts';
import { planPlaceOf } from '../../../gates/plan-place.ts';
import { protectedAmong } from '../../../gates/protected-branches.ts';
import { isAbsolute, relativeTo } from '../../../projections/paths.ts';
import { linkedWorktrees } from '../git-status.ts';
import type { ObserveInput } from '../observe-input.ts';
import { type GitRun, runGit } from '../tree/run-git.ts';
import { addedDecisions } from './added-decisions.ts';
import { awaitedRun } from './awaited-run.ts';

// A bundle of its own: it asks git, and waits for a test run.

type Summary = EventData<'SummaryObserved'>;

/** Milliseconds that git has for all of it. */
const LONGEST_MS = 1_000;

/**
 * What the end of a turn is summed up from. What nobody can tell is null. Git is asked while a run is waited for: together
 * both take no longer than either.
 */
export const observeSummary = async (input: ObserveInput): Promise<Summary> => {
  const { place, policy } = input;
  const top = place.worktree;
  const layout = place.gitOf(top);
  const branch = layout === null ? null : (readGitHead(layout)?.branch ?? null);
  const options = policy.gates['branch-guard']?.options ?? {};
  const isMain = branch !== null && protectedAmong({ options }, [branch]).length > 0;
  const linked = layout === null ? [] : linkedBeside(layout, top);
  const asked = layout === null ? UNKNOWN : askGit(input, linked, branch === null || isMain ? null : options);
  const [awaited, known] = await Promise.all([awaitedRun(input), asked]);
  const others = layout === null ? {} : { linked: linked.length };
  return { worktree: top, branch, isMain, ...known, plan: hasPlan(input, layout), ...others, awaited };
};

type Known = Pick<Summary, 'uncommitted' | 'ahead' | 'decisions'>;

/** One question after the other, the most useful first; `options` say which branches merges go to, null where this one is such. */
const askGit = async (
  input: ObserveInput,
  linked: readonly string[],
  options: Readonly<Record<string, unknown>> | null,
): Promise<Known> => {
  const { place, deps } = input;
  const until = performance.now() + Math.min(LONGEST_MS, (deps.timeLeft ?? withoutEnd)());
  const run: GitRun = { cwd: place.worktree, env: deps.env, left: () => until - performance.now() };
  const uncommitted = await orNull(() => uncommittedIn(run, linked));
  const decisions = await orNull(() => addedDecisions(input, run));
  const ahead = options === null ? null : await orNull(() => aheadOfMain(options, run));
  return { uncommitted, decisions, ahead };
};

const linkedBeside = (layout: GitLayout, top: string): string[] =>
  (linkedWorktrees(layout).worktrees ?? []).map(({ path }) => path).filter((path) => path !== top);

const UNKNOWN: Known = { uncommitted: null, ahead: null, decisions: null };
const withoutEnd = (): number => Number.POSITIVE_INFINITY;

/** Git may be missing, too slow, or not trust the folder: that is no reason to say nothing at all. */
const orNull = async (ask: () => Promise<number | null>): Promise<number | null> => {
  try {
    return await ask();
  } catch {
    return null;
  }
};

/** A folder that is new counts once; linked worktrees in the worktree are nothing that anybody would commit. */
const uncommittedIn = async (run: GitRun, linked: readonly string[]): Promise<number> => {
  const args = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal', '--ignore-submodules=none'];
  const inside = linked.map((path) => relativeTo(run.cwd, path)).filter((path) => !isAbsolute(path));
  const others = inside.map((path) => `:(exclude,top,literal)${path}`);
  const paths = others.length === 0 ? [] : ['--', ':(top)', ...others];
  return (await runGit([...args, ...paths], run)).toString('latin1').split('\0').length - 1;
};

/** Commits on the branch that no local branch has that merges go to; null where there is none. */
const aheadOfMain = async (options: Readonly<Record<string, unknown>>, run: GitRun): Promise<number | null> => {
  const names = (await runGit(['for-each-ref', '--format=%(refname)', 'refs/heads'], run)).toString();
  const branches = names.split('\n').flatMap((name) => (name === '' ? [] : [name.slice('refs/heads/'.length)]));
  const main = protectedAmong({ options }, branches).slice(0, MOST_BRANCHES);
  if (main.length === 0) return null;
  const refs = main.map((name) => `refs/heads/${name}`);
  const counted = await runGit(['rev-list', '--count', 'HEAD', '--not', ...refs, '--'], run);
  return Number(counted.toString());
};

const MOST_BRANCHES = 20;

/** Of the worktree, else that of the main one, which holds then. An empty file is none. */
const hasPlan = ({ place, policy }: ObserveInput, layout: GitLayout | null): boolean => {
  const { file } = planPlaceOf(policy);
  const tops = [place.worktree, layout?.mainWorktree ?? place.worktree];
  return tops.some((top) => (statSync(join(top, file), { throwIfNoEntry: false })?.size ?? 0) > 0);
};
