import type { EventDraft } from '../../events/envelope.ts';
import { planPlaceOf } from '../../gates/plan-place.ts';
import { isWritten } from '../../gates/triggers.ts';
import { writtenPath } from '../../projections/tools.ts';
import { folderOfFile } from './files.ts';
import type { ObserveInput } from './observe-input.ts';

/**
 * The plan that holds where a call writes; where it writes nothing, for the worktree it works in. A linked worktree without
 * one goes by the plan of the main worktree. After a write of the plan itself, that file alone is looked at.
 */
export const planFact = async (input: ObserveInput): Promise<EventDraft> => {
  const { trigger, toolInput, place, policy, state, deps } = input;
  const path = writtenPath(trigger.data['tool_name'], toolInput);
  const folder = path === null ? place.worktree : folderOfFile(path, place);
  const git = place.gitOf(folder);
  const top = git?.worktree ?? place.worktree;
  const main = git?.mainWorktree ?? top;
  const isOver = isWritten(trigger);
  const { observePlan } = await import('./plan/observe-plan.ts');
  const data = await observePlan({
    tops: main === top || isOver ? [top] : [top, main],
    place: planPlaceOf(policy),
    known: state.plan.plan,
    written: isOver ? { intent: state.plan.intent } : null,
    files: policy.files,
    isInGit: (of) => place.gitOf(of) !== null,
    asksForTime: trigger.type === 'SubagentStopped',
    deps: { env: deps.env, timeLeft: deps.timeLeft ?? (() => Number.POSITIVE_INFINITY), now: deps.now },
  });
  return { type: 'PlanObserved', worktree: top, data };
};
