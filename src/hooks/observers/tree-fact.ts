import type { EventDraft } from '../../events/envelope.ts';
import { ABOUT_NOW } from '../../gates/facts.ts';
import type { HookDeps } from '../deps.ts';

/** Which content a worktree holds. */
export const treeFact = async (worktree: string, about: string, { env, timeLeft }: HookDeps) => {
  const { observeTree } = await import('./tree/tree.ts');
  return observeTree(worktree, about, { env, timeLeft: timeLeft ?? (() => Number.POSITIVE_INFINITY) });
};

/** Evidence with the content it is about. */
export const withTree = async (draft: EventDraft, deps: HookDeps): Promise<EventDraft> => {
  const { worktree } = draft;
  if (worktree === null || worktree === undefined) return draft;
  return { ...draft, data: { ...draft.data, tree: (await treeFact(worktree, ABOUT_NOW, deps)).tree } };
};
