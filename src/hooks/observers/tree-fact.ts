import type { EventDraft } from '../../events/envelope.ts';
import { ABOUT_NOW, type Facts } from '../../gates/facts.ts';
import type { HookDeps } from '../deps.ts';
import type { CallPlace } from '../place.ts';

type TreeDeps = Pick<HookDeps, 'env' | 'timeLeft' | 'looks'>;

/** Which content a worktree holds. */
export const treeFact = async (worktree: string, about: string, deps: TreeDeps) => {
  const { observeTree } = await import('./tree/tree.ts');
  return observeTree(worktree, about, limited(deps));
};

/** Which content the acts of a command would record or bring in. */
export const actTreeFacts = async (facts: Facts, place: CallPlace, deps: TreeDeps) => {
  const { observeActTrees } = await import('./tree/tree.ts');
  return observeActTrees(facts, place, limited(deps));
};

/** Evidence with the content it is about. */
export const withTree = async (draft: EventDraft, deps: TreeDeps): Promise<EventDraft> => {
  const { worktree } = draft;
  if (worktree === null || worktree === undefined) return draft;
  return { ...draft, data: { ...draft.data, tree: (await treeFact(worktree, ABOUT_NOW, deps)).tree } };
};

const limited = ({ env, timeLeft, looks }: TreeDeps) => ({
  env,
  looks,
  timeLeft: timeLeft ?? (() => Number.POSITIVE_INFINITY),
});
