import { counted } from '../../audit/counted.ts';
import { findGitLayout, realFolder } from '../../events/git-layout.ts';
import type { Location } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';
import { planPlaceOf } from '../../gates/plan-place.ts';
import { observePlan } from '../../hooks/observers/plan/observe-plan.ts';
import { partOf } from '../../hooks/observers/plan-files.ts';
import type { View } from '../../projections/fold.ts';
import { planCounts } from '../../projections/plan-counts.ts';
import { driftNow } from '../../projections/plan-decisions.ts';
import type { Io } from '../io.ts';
import { clock } from '../style.ts';

type Plan = EventData<'PlanObserved'>;

/** The plan as it is now; null where there is none and nobody ever looked for one. */
export const planNow = async (worktree: string, view: View, { env }: Pick<Io, 'env'>, location: Location) => {
  const main = findGitLayout(realFolder(worktree))?.mainWorktree ?? worktree;
  const policy = view.policy.policy ?? {};
  const plan = await observePlan({
    tops: main === worktree ? [worktree] : [worktree, main],
    place: planPlaceOf(policy),
    part: partOf({ projectDir: location.projectDir, projectGit: location.git }),
    known: null,
    written: null,
    files: view.policy.policy?.files,
    isInGit: (top) => findGitLayout(realFolder(top)) !== null,
    deps: { env, timeLeft: () => Number.POSITIVE_INFINITY, now: Date.now },
  });
  return plan.exists || view.plan.plan !== null ? plan : null;
};

/** The stable shape of DESIGN.md §11. */
export const planJson = (plan: Plan | null, view: View) => {
  if (plan === null) return null;
  const { path, exists, research, since, problem } = plan;
  const { phases, planned, inProgress, completed, current, requirements, p0, noGo } = planCounts(plan);
  const drift = driftOf(plan, view);
  return {
    exists,
    path,
    worktree: plan.worktree,
    phases: { total: phases, planned, inProgress, completed, current },
    requirements: { total: requirements, p0, noGo },
    decisions: plan.decisions.length,
    age: since?.days ?? null,
    commits: since?.commits ?? null,
    churn: since?.churn ?? null,
    changed: since?.changed ?? null,
    tracked: since?.tracked ?? null,
    drift: drift === null ? null : drift.unplanned.length + drift.unimplemented.length,
    unplanned: drift?.unplanned ?? [],
    unimplemented: drift === null ? [] : [...drift.unimplemented, ...drift.ahead],
    ahead: drift?.ahead ?? [],
    missing: view.decisions.audit?.missing ?? [],
    unaddressedP0: view.decisions.audit?.unaddressedP0 ?? [],
    auditedAt: view.decisions.audit?.at ?? null,
    research,
    problem,
  };
};

/** The same for people. */
export const planWords = (plan: Plan, view: View): string => {
  if (!plan.exists) return `none (${plan.path})`;
  const { phases, completed, current } = planCounts(plan);
  const drift = driftOf(plan, view);
  const { audit } = view.decisions;
  return [
    `${plan.path}: ${completed} of ${counted(phases, 'phase')} completed${current === null ? '' : `, now ${current}`}`,
    ...(plan.since === null
      ? []
      : [
          `changed ${counted(plan.since.days ?? 0, 'day')} and ${counted(plan.since.commits, 'commit')} ago`,
          `${plan.since.churn} % of the source changed since`,
        ]),
    drift === null || audit === null
      ? 'decisions not compared with the code yet'
      : `${counted(drift.unplanned.length, 'decision')} unplanned and ${drift.unimplemented.length} not implemented${drift.ahead.length === 0 ? '' : `, ${drift.ahead.length} to come`} (${clock(audit.at)})`,
    ...(plan.problem === null ? [] : [plan.problem]),
  ].join('; ');
};

const driftOf = (plan: Plan, { decisions }: View) =>
  decisions.audit === null ? null : driftNow(decisions.audit, plan);
