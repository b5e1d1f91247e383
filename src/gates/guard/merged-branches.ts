import type { Facts } from '../facts.ts';
import type { GateContext } from '../gate.ts';
import { protectedAmong } from '../protected-branches.ts';
import { type JudgedAct, judgedActs } from './act-rule.ts';
import { branchThen, type GitFact } from './git-branch.ts';

/**
 * Whether a merge only brings a branch up to date: with the default branch, or with what a remote has of the same
 * branch, as `git pull` does. The default branch itself is not free to take any other.
 */
export const isFromDefaultBranch = (
  { act, index }: JudgedAct,
  git: GitFact,
  context: Pick<GateContext, 'facts' | 'options'>,
): boolean => {
  if (act.kind !== 'git-merge') return false;
  const { of } = act.details;
  const names = Array.isArray(of) ? (of as readonly string[]) : [];
  const branch = branchThen(context.facts, git, index);
  const defaults = new Set((git.data.remotes ?? []).map(({ defaultBranch }) => defaultBranch));
  const isDefault = (name: string): boolean => defaults.has(name) || protectedAmong(context, [name]).length > 0;
  const isOnDefault = branch !== null && isDefault(branch);
  // Without a name it is the upstream.
  return names.every((name) => {
    if (/^(?:HEAD)?@\{u(?:pstream)?\}$/.test(name)) return true;
    if (name === 'FETCH_HEAD') {
      const fetched = fetchedThen(context.facts, git, index);
      return (
        fetched.length > 0 &&
        fetched.every((own) => own !== null && (own === branch || (!isOnDefault && isDefault(own))))
      );
    }
    const remote = remoteOf(name, git);
    const own = remote === null ? name.replace(/^(?:refs\/)?heads\//, '') : remote.branch;
    if (remote !== null && own === branch) return true;
    return !isOnDefault && (isDefault(own) || (remote !== null && own === 'HEAD'));
  });
};

/** What `FETCH_HEAD` stands for by then. Where no branch is named it is the upstream of the one that is checked out. */
const fetchedThen = (facts: Facts, git: GitFact, before: number): readonly (string | null)[] => {
  const earlier = judgedActs(facts, ['git-change']).findLast(
    ({ act, index }) => index < before && act.details['refs'] === true,
  );
  if (earlier === undefined) return git.data.fetched ?? [];
  const { branches } = earlier.act.details;
  const own = branchThen(facts, git, before);
  return Array.isArray(branches)
    ? (branches as readonly string[]).map((name) => name.replace(/^refs\/heads\//, ''))
    : [own];
};

/** A remote's branch by its name in the repository (`origin/main`); null for another name. */
export const remoteOf = (name: string, git: GitFact | null): { remote: string; branch: string } | null => {
  const short = name.replace(/^(?:refs\/)?remotes\//, '');
  const at = short.indexOf('/');
  if (at < 0) return null;
  const remote = short.slice(0, at);
  const known = git?.data.remotes?.map((each) => each.name) ?? USUAL;
  return short !== name || known.includes(remote) ? { remote, branch: short.slice(at + 1) } : null;
};

/** Where nobody could look. */
const USUAL: readonly string[] = ['origin', 'upstream'];
