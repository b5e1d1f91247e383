import { realFolder } from '../../events/git-layout.ts';
import type { ObserveInput } from './observe-input.ts';

/**
 * What observers know of a subagent that ended, in the worktree in which it worked last: the host tells the folder of the
 * session, whatever worktree a subagent made for itself. One that wrote nothing worked where the host says.
 */
export const atAgentsPlace = (input: ObserveInput): ObserveInput => {
  const { trigger, place, state } = input;
  const { last } = state.agents;
  const places = last?.end === trigger.id ? last.work.places : [];
  const top = places
    .toReversed()
    .map((folder) => place.worktreeOf(realFolder(folder)))
    .find((found) => found !== null);
  return top === undefined || top === place.worktree
    ? input
    : { ...input, place: { ...place, folder: top, worktree: top } };
};
