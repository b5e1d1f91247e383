import type { Policy } from '../events/schemas.ts';

/** Where a project keeps its plan and its research, from the top of a worktree. */
export interface PlanPlace {
  readonly file: string;
  /** Files and folders. */
  readonly research: readonly string[];
}

/** The name of a plan where the policy names no other (seed 001). */
export const USUAL_PLAN = 'MASTER_PLAN.md';

/** Where the policy says, else where seed 001 (context-lib.sh) looks. */
export const planPlaceOf = ({ plan }: Pick<Policy, 'plan'>): PlanPlace => ({
  file: plan?.file ?? USUAL_PLAN,
  research: plan?.research ?? ['RESEARCH.md', 'docs/research'],
});
