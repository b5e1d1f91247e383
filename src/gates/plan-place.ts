import type { Policy } from '../events/schemas.ts';

/** Where a project keeps its plan and its research, from the top of a worktree. */
export interface PlanPlace {
  readonly file: string;
  /** Files and folders. */
  readonly research: readonly string[];
}

/** Where the policy says, else where seed 001 (context-lib.sh) looks. */
export const planPlaceOf = ({ plan }: Pick<Policy, 'plan'>): PlanPlace => ({
  file: plan?.file ?? 'MASTER_PLAN.md',
  research: plan?.research ?? ['RESEARCH.md', 'docs/research'],
});
