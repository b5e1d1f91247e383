import { join } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import { realFolder } from '../../events/git-layout.ts';
import { planPlaceOf } from '../../gates/plan-place.ts';
import { isWritten } from '../../gates/triggers.ts';
import { writtenPath } from '../../projections/tools.ts';
import { fileAt, folderOfFile } from './files.ts';
import type { ObserveInput } from './observe-input.ts';
import { partOf, planFilesOf } from './plan-files.ts';

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
  const named = isOver && path !== null ? planNamed(realFolder(fileAt(path, place)), top, input) : undefined;
  const { observePlan } = await import('./plan/observe-plan.ts');
  const data = await observePlan({
    tops: main === top || isOver ? [top] : [top, main],
    place: planPlaceOf(policy),
    part: partOf(place),
    ...(named === undefined ? {} : { file: named }),
    known: state.plan.plan,
    written: isOver ? { intent: state.plan.plan?.path === named ? state.plan.intent : null } : null,
    files: policy.files,
    isInGit: (of) => place.gitOf(of) !== null,
    asksForTime: trigger.type === 'SubagentStopped',
    deps: { env: deps.env, timeLeft: deps.timeLeft ?? (() => Number.POSITIVE_INFINITY), now: deps.now },
  });
  return { type: 'PlanObserved', worktree: top, data };
};

/** Which of the plans that a worktree may have a file is, links resolved. */
const planNamed = (file: string, top: string, { policy, place }: ObserveInput): string | undefined =>
  planFilesOf(policy, place).find((name) => realFolder(join(top, name)) === file);
