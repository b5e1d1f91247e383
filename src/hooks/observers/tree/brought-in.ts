import { findGitLayout, readGitHead } from '../../../events/git-layout.ts';
import { readRawDiff, readTreeListing } from './listings.ts';

import { type GitDeps, GitError, type GitRun, runGit, runsIn } from './run-git.ts';
import { startPlanes } from './scripts.ts';
import { testsThere } from './tests-there.ts';
import { changedPackages, namedChanges, type TreeFact } from './tree-of-look.ts';
import { type Content, differences, digestsOf } from './view.ts';

/** An act that brings in commits which are elsewhere already. */
export interface BringingAct {
  readonly kind: string;
  /** What it names; null where it names nothing. */
  readonly of: readonly string[] | null;
  /** The branch that is checked out by then; null where nobody knows, undefined where it is the one of now. */
  readonly onto: string | null | undefined;
}

/** What is brought in, and from where to where that goes: `from` null where nobody knows. */
interface Brought {
  readonly tip: string;
  readonly from: string | null;
  readonly to: string;
  /** From where both come from, not from `from` itself. */
  readonly fromFork: boolean;
}

/** The content of what an act brings in, and by which files that changes where it goes. Throws `GitError`. */
export const broughtIn = async (
  about: string,
  worktree: string,
  act: BringingAct,
  deps: GitDeps,
): Promise<TreeFact> => {
  const run = runsIn(worktree, deps);
  const brought = await whatIsBrought(act, run);
  const [listed, changes] = await Promise.all([
    runGit(['ls-tree', '-r', '-z', '--full-tree', brought.tip], run),
    changesBrought(brought, run),
  ]);
  const content = readTreeListing(listed.toString('latin1'));
  const { before, after } = changes ?? { before: NOTHING, after: content };
  const planes = startPlanes();
  await planes.readBlobs(content, run);
  await planes.readBlobs(before, run);
  await planes.readBlobs(after, run);
  const changed = differences(after, before, planes.of);
  const changedNames = namedChanges(changed);
  const layout = findGitLayout(worktree);
  return {
    about,
    worktree,
    head: layout === null ? null : (readGitHead(layout)?.commit ?? null),
    tree: digestsOf(content, planes.of),
    ...changedNames,
    ...changedPackages(changed.code, content),
    ...testsThere(content, worktree, changedNames.changed.code),
    of: act.of === null ? null : act.of.join(' '),
    problem: null,
  };
};

const NOTHING: Content = new Map();

const whatIsBrought = async ({ kind, of, onto }: BringingAct, run: GitRun): Promise<Brought> => {
  const base = onto === undefined ? 'HEAD' : onto === null ? null : await localBranch(onto, run);
  switch (kind) {
    case 'git-merge': {
      const commits = new Set(
        await Promise.all((of?.length ? of : [UPSTREAM]).map((name) => commitOf(name, onto, run))),
      );
      const [tip = ''] = commits;
      if (commits.size > 1) throw new GitError('what several branches are together shows only once they are merged');
      return { tip, from: base, to: tip, fromFork: true };
    }
    case 'git-cherry-pick': {
      const tips = (of ?? []).filter((name) => !name.startsWith('^'));
      const tip = await commitOf(tipOf(tips.at(-1) ?? 'HEAD'), onto, run);
      // Of one commit what it changes is known; of more, that is among what its branch has beyond this one.
      const isOne = of?.length === 1 && !of[0]?.includes('..');
      const parent = isOne ? await parentOf(tip, run) : null;
      return isOne ? { tip, from: parent, to: tip, fromFork: false } : { tip, from: base, to: tip, fromFork: true };
    }
    case 'git-revert': {
      const [name, ...more] = of ?? [];
      const commit =
        name === undefined || more.length > 0 || onto !== undefined ? null : await commitOf(name, onto, run);
      const parent = commit === (await commitOf('HEAD', undefined, run)) ? await parentOf(commit, run) : null;
      if (commit === null || parent === null) throw new GitError('what a revert leaves shows only once it is done');
      return { tip: parent, from: commit, to: parent, fromFork: false };
    }
    default: {
      const tip = of === null ? await commitOf('HEAD', undefined, run) : await commitOfRequest(of[0] ?? '', run);
      const target = await commitIfAny('refs/remotes/origin/HEAD', run);
      return { tip, from: target, to: tip, fromFork: true };
    }
  }
};

const UPSTREAM = '@{upstream}';

/** The newer end of `A..B`, `A...B`. */
const tipOf = (name: string): string => {
  const at = name.lastIndexOf('..');
  return at < 0 ? name : name.slice(at + 2) || 'HEAD';
};

/** What gh-pr-merge(1) takes: a branch has a name here, a number and an address only a server can tell. */
const commitOfRequest = async (name: string, run: GitRun): Promise<string> => {
  if (/^#?\d+$/.test(name) || name.includes('://')) {
    throw new GitError('which commits a pull request holds only its server says');
  }
  const branch = name.slice(name.indexOf(':') + 1);
  const commit =
    (await commitIfAny(`refs/heads/${branch}`, run)) ?? (await commitIfAny(`refs/remotes/origin/${branch}`, run));
  if (commit === null) throw new GitError(`${name} names no branch here`);
  return commit;
};

const localBranch = (name: string, run: GitRun): Promise<string | null> => commitIfAny(`refs/heads/${name}`, run);

const parentOf = (commit: string, run: GitRun): Promise<string | null> => commitIfAny(`${commit}^`, run);

/** After another branch was checked out, the one before is the one of now. */
const commitOf = async (name: string, onto: string | null | undefined, run: GitRun): Promise<string> => {
  const isBefore = name === '-' || name === '@{-1}';
  const isHere = /^(?:HEAD|@)(?![\w/-])/.test(name);
  if (isHere && onto !== undefined) throw new GitError('which commit is checked out by then only shows at run time');
  const commit = await commitIfAny(isBefore ? (onto === undefined ? '@{-1}' : 'HEAD') : name, run);
  if (commit === null) throw new GitError(`${name} names no commit here`);
  return commit;
};

const commitIfAny = async (name: string, run: GitRun): Promise<string | null> => {
  if (name === '' || name.includes('\0')) return null;
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
    const said = (await runGit(args, run)).toString().trim();
    return /^[0-9a-f]{40,64}$/.test(said) ? said : null;
  } catch (error) {
    if (error instanceof GitError && error.exit !== null) return null;
    throw error;
  }
};

/** Null where it is not known from where it goes: then it is everything. */
const changesBrought = async (
  { from, to, fromFork }: Brought,
  run: GitRun,
): Promise<{ readonly before: Content; readonly after: Content } | null> => {
  if (from === null) return null;
  try {
    const ends = fromFork ? [`${from}...${to}`] : [from, to];
    const bytes = await runGit(
      ['diff', '--raw', '-z', '--no-abbrev', '--no-renames', '--no-ext-diff', ...ends, '--'],
      run,
    );
    return readRawDiff(bytes.toString('latin1'));
  } catch (error) {
    // They have no commit in common.
    if (error instanceof GitError && error.exit !== null) return null;
    throw error;
  }
};
