import type { EventData } from '../events/schemas.ts';

/** Statuses of a decision that nobody is to carry out any more. */
const LAID_DOWN: ReadonlySet<string> = new Set([
  'deprecated',
  'superseded',
  'replaced',
  'obsolete',
  'rejected',
  'withdrawn',
]);

export const isLaidDown = (status: string | null): boolean => status !== null && LAID_DOWN.has(status);

export interface Drift {
  /** In the code and not in the plan. */
  readonly unplanned: readonly string[];
  /** In the plan and not in the code. */
  readonly unimplemented: readonly string[];
}

/**
 * What of an audit still holds for a plan as it is now: a decision that was put into it is planned, and one that was taken
 * out or laid down need not be in the code.
 */
export const driftNow = (
  audit: Drift,
  { exists, decisions }: Pick<EventData<'PlanObserved'>, 'exists' | 'decisions'>,
): Drift => {
  if (!exists) return audit;
  const statuses = new Map(decisions.map(({ id, status }) => [id, status]));
  return {
    unplanned: audit.unplanned.filter((id) => !statuses.has(id)),
    unimplemented: audit.unimplemented.filter((id) => {
      const status = statuses.get(id);
      return status !== undefined && !isLaidDown(status);
    }),
  };
};
