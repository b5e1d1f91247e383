import type { EventData, Policy } from '../../../events/schemas.ts';
import { fileKind } from '../../../projections/source-files.ts';
import { GitError, type GitRun, runGit } from '../tree/run-git.ts';
import { planDigest, readPlan, withoutTicks } from './read-plan.ts';

type Since = NonNullable<EventData<'PlanObserved'>['since']>;

export interface SinceInput {
  /** The plan, from the top of its worktree, and what it says. */
  readonly file: string;
  readonly digest: string;
  /** The folder that the plan is about; empty for the whole worktree. */
  readonly part?: string;
  /** What the policy says of files. */
  readonly files: Policy['files'];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * What happened in a worktree since the content of its plan changed last, on the line of commits that it is on. A plan that
 * was never committed, or is changed since it was, changed just now. Throws `GitError` where git cannot say.
 */
export const sinceChange = async ({ file, digest, part = '', files, now }: SinceInput, run: GitRun): Promise<Since> => {
  const lead = part === '' ? '' : `${part}/`;
  const isSource = (path: string): boolean => path.startsWith(lead) && fileKind(path, files) === 'source';
  const [change, listing] = await Promise.all([lastChange(file, run), listFiles(run)]);
  const tracked = new Set(listing.filter(isSource));
  const justNow = { days: 0, commits: 0, changed: 0, tracked: tracked.size, churn: 0 };
  if (change === null) return justNow;
  const [names, commits] = await Promise.all([changedSince(change.commit, run), commitsSince(change.commit, run)]);
  if (names.has(file) && (await digestAt(change.commit, file, run)) !== digest) return justNow;
  const isNew = [...names].some(([name, status]) => status === 'A' && isSource(name));
  const unfinished = isNew ? await addedSinceHead(run) : NONE;
  for (const name of unfinished) tracked.delete(name);
  const changed = new Set([...names.keys()].filter((name) => isSource(name) && !unfinished.has(name)));
  const all = new Set([...tracked, ...changed]);
  return {
    days: Math.max(0, Math.floor((now - change.at) / DAY_MS)),
    commits,
    changed: changed.size,
    tracked: tracked.size,
    churn: all.size === 0 ? 0 : Math.floor((100 * changed.size) / all.size),
  };
};

const DAY_MS = 24 * 60 * 60 * 1000;

interface Change {
  readonly commit: string;
  readonly at: number;
}

/** Commits that touch the plan and are looked at; where all of them only tick boxes, the oldest counts. */
const MOST_COMMITS = 100;

/** What the user configured for `git log` is for people. */
const PLAIN = ['log.follow=false', 'log.diffMerges=first-parent', 'log.showRoot=true', 'diff.relative=false'];
const PLAIN_DIFF = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];

/** The newest commit that changed more of the plan than its ticks; null where none has it. */
const lastChange = async (file: string, run: GitRun): Promise<Change | null> => {
  const format = ['--no-show-signature', '--format=%x00%H %ct', `--max-count=${MOST_COMMITS}`];
  const walk = ['--first-parent', '-m', '--patch', '--unified=0', '--text'];
  const args = [...PLAIN.flatMap((setting) => ['-c', setting]), '--literal-pathspecs', 'log', ...walk, ...format];
  let text: string;
  try {
    text = (await runGit([...args, ...PLAIN_DIFF, '--', file], run)).toString();
  } catch (error) {
    if (error instanceof GitError && error.message.includes('does not have any commits')) return null;
    throw error;
  }
  let oldest: Change | null = null;
  for (const entry of text.split(/\0(?=[0-9a-f]{40,64} \d+\n)/).slice(1)) {
    const [commit = '', seconds] = entry.slice(0, entry.indexOf('\n')).split(' ');
    oldest = { commit, at: Number(seconds) * 1000 };
    if (!onlyTicks(entry)) return oldest;
  }
  return oldest;
};

/** Whether a patch without context changes nothing but which boxes are ticked. */
const onlyTicks = (patch: string): boolean =>
  patch
    .split(/^@@ .*$/m)
    .slice(1)
    .every((hunk) => {
      const lines = hunk.split('\n');
      const side = (mark: string): string =>
        lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : [])).join('\n');
      return withoutTicks(side('-')) === withoutTicks(side('+'));
    });

/** Files that git has. */
const listFiles = async (run: GitRun): Promise<readonly string[]> =>
  namesIn(await runGit(['ls-files', '-z', '--cached'], run));

const namesIn = (output: Buffer): string[] => output.toString().split('\0').slice(0, -1);

const DIFF = ['-c', 'diff.relative=false', 'diff', '-z', '--ignore-submodules=all', ...PLAIN_DIFF];

/** Files that git has and that differ in the worktree from a commit, each with a letter that says how (git-diff(1)). */
const changedSince = async (commit: string, run: GitRun): Promise<ReadonlyMap<string, string>> => {
  const fields = namesIn(await runGit([...DIFF, '--name-status', commit, '--'], run));
  return new Map(fields.flatMap((status, at) => (at % 2 === 0 ? [[fields[at + 1] ?? '', status] as const] : [])));
};

/** Files that git has and no commit yet: what is being built by the plan. */
const addedSinceHead = async (run: GitRun): Promise<ReadonlySet<string>> =>
  new Set(namesIn(await runGit([...DIFF, '--cached', '--name-only', '--diff-filter=A', 'HEAD', '--'], run)));

const NONE: ReadonlySet<string> = new Set();

const commitsSince = async (commit: string, run: GitRun): Promise<number> =>
  Number((await runGit(['rev-list', '--count', `${commit}..HEAD`], run)).toString().trim());

const digestAt = async (commit: string, file: string, run: GitRun): Promise<string | null> => {
  const text = await textAt(commit, file, run);
  return text === null ? null : planDigest(text);
};

/** The original intent that the commit which is checked out has of a plan; null without one. */
export const committedIntent = async (file: string, run: GitRun): Promise<string | null> => {
  const text = await textAt('HEAD', file, run);
  return text === null ? null : readPlan(text).intent;
};

const textAt = async (commit: string, file: string, run: GitRun): Promise<string | null> => {
  try {
    return (await runGit(['cat-file', 'blob', `${commit}:${file}`], run)).toString();
  } catch (error) {
    if (error instanceof GitError && error.exit !== null) return null;
    throw error;
  }
};
