import type { EventData } from '../events/schemas.ts';

/** A plan in numbers (seed 001, context-lib.sh `get_plan_status`). */
export interface PlanCounts {
  /** Phases; initiatives where a plan has no phases. */
  readonly phases: number;
  readonly planned: number;
  readonly inProgress: number;
  readonly completed: number;
  /** The first that is in progress, `Phase 2: Checkout`; null without one. */
  readonly current: string | null;
  readonly requirements: number;
  readonly p0: number;
  readonly noGo: number;
}

const IN_PROGRESS: readonly (string | null)[] = ['in-progress', 'active'];

export const planCounts = ({ phases, requirements }: EventData<'PlanObserved'>): PlanCounts => {
  const own = phases.filter(({ kind }) => kind === 'phase');
  const counted = own.length > 0 ? own : phases;
  const current = counted.find(({ status }) => IN_PROGRESS.includes(status));
  const number = current?.number ?? null;
  const word = current?.kind === 'initiative' ? 'Initiative' : 'Phase';
  return {
    phases: counted.length,
    planned: counted.filter(({ status }) => status === 'planned').length,
    inProgress: counted.filter(({ status }) => IN_PROGRESS.includes(status)).length,
    completed: counted.filter(({ status }) => status === 'completed').length,
    current: current === undefined ? null : `${word}${number === null ? '' : ` ${number}`}: ${current.title}`,
    requirements: requirements.length,
    p0: requirements.filter(({ priority }) => priority === 'P0').length,
    noGo: requirements.filter(({ noGo }) => noGo).length,
  };
};
