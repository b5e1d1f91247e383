import type { EventDraft } from '../../events/envelope.ts';
import { planPlaceOf } from '../../gates/plan-place.ts';
import { writtenPath } from '../../projections/tools.ts';
import { folderOfFile } from './files.ts';
import type { ObserveInput } from './observe-input.ts';

/** The plan that holds where a call writes; where it writes nothing, for the worktree it works in. */
export const planFact = async ({ trigger, toolInput, place, policy, state }: ObserveInput): Promise<EventDraft> => {
  const path = writtenPath(trigger.data['tool_name'], toolInput);
  const git = path === null ? null : place.gitOf(folderOfFile(path, place));
  const top = git?.worktree ?? place.worktree;
  const main = git === null ? place.projectGit?.mainWorktree : git.mainWorktree;
  const { observePlan } = await import('./plan/observe-plan.ts');
  const data = await observePlan({
    tops: main === null || main === undefined || main === top ? [top] : [top, main],
    place: planPlaceOf(policy),
    known: state.plan.plan,
  });
  return { type: 'PlanObserved', worktree: top, data };
};
