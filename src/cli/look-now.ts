import { ABOUT_NOW } from '../gates/facts.ts';
import { observeTree } from '../hooks/observers/tree/tree.ts';
import type { Io } from './io.ts';

/** In place of the event that would have observed what there is now: nothing is recorded to look at a state. */
export const LOOKED = 'looked at now';

/** Which content a worktree holds now. No host waits for a command, so git may take its time. Never throws. */
export const lookNow = (worktree: string, { env }: Pick<Io, 'env'>) =>
  observeTree(worktree, ABOUT_NOW, { env, timeLeft: () => Number.POSITIVE_INFINITY });
