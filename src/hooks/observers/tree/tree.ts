import type { Facts } from '../../../gates/facts.ts';
import type { CallPlace } from '../../place.ts';
import { observeActs } from './acts.ts';
import { type Look, lookAt } from './look.ts';
import { problemOf } from './problem.ts';
import type { GitDeps } from './run-git.ts';
import { observedTree, type TreeFact, unknownTree } from './tree-of-look.ts';

// A bundle of its own: starting git costs more than a whole hook call.

export interface TreeDeps extends GitDeps {
  /** Looks of this call by worktree: each is looked at once. */
  readonly looks?: Map<string, Promise<unknown>> | undefined;
}

/** Which content a worktree holds now: digests of its code and of its documents. Never throws. */
export const observeTree = async (worktree: string, about: string, deps: TreeDeps): Promise<TreeFact> => {
  try {
    return await observedTree(await lookOnce(worktree, deps), about);
  } catch (error) {
    return unknownTree(worktree, about, problemOf(error));
  }
};

/** Which content the command's acts of git would record or bring in. Never throws. */
export const observeActTrees = (facts: Facts, place: CallPlace, deps: TreeDeps): Promise<TreeFact[]> =>
  observeActs(facts, place, { ...deps, look: (worktree) => lookOnce(worktree, deps) });

const lookOnce = (worktree: string, deps: TreeDeps): Promise<Look> => {
  const known = deps.looks?.get(worktree);
  if (known !== undefined) return known as Promise<Look>;
  const look = lookAt(worktree, deps);
  deps.looks?.set(worktree, look);
  return look;
};
