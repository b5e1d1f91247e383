import type { EventData } from '../../../events/schemas.ts';
import { decisionsAhead, isLaidDown } from '../../../projections/plan-decisions.ts';
import type { KeptAnnotation } from './kept-annotation.ts';

export type Plan = EventData<'PlanObserved'>;

export type Reconciled = Pick<
  EventData<'DecisionsAudited'>,
  'unplanned' | 'unimplemented' | 'ahead' | 'total' | 'unaddressedP0' | 'noGo'
>;

export interface ReconcileOptions {
  /** Whether decisions of phases that are only planned have to be in the code. */
  readonly plannedPhases: boolean;
}

/**
 * What annotations in the code and the plan say of each other (seed 001, surface.sh: reconcile, traceability). Without a
 * plan nothing is unplanned. A decision that is retired, in the code for one that is only there and in the plan for one
 * that is only there, need not be in the other; one in both is in both whatever its status. Ids count in any case.
 */
export const reconcile = (
  annotations: readonly KeptAnnotation[],
  plan: Plan | null,
  { plannedPhases }: ReconcileOptions,
): Reconciled => {
  const code = new Map<string, boolean>();
  for (const { id, status } of annotations) {
    // Of several annotations of one decision, one that still holds is enough.
    if (id !== null) code.set(id, (code.get(id) ?? true) && isLaidDown(status));
  }
  const total = code.size;
  if (plan === null || !plan.exists) return { unplanned: [], unimplemented: [], total, unaddressedP0: [], noGo: [] };
  // What the plan names in another form is in it all the same.
  const malformed = new Set(plan.malformed.map((id) => id.toUpperCase()));
  const planned = new Map(plan.decisions.map(({ id, status }) => [id.toUpperCase(), isLaidDown(firstWord(status))]));
  const later = decisionsAhead(plan);
  const active = ([id, retired]: readonly [string, boolean]): string[] => (retired ? [] : [id]);
  const addressed = new Set(
    [
      ...annotations.filter(({ status }) => !isLaidDown(status)),
      ...plan.decisions.filter(({ status }) => !isLaidDown(firstWord(status))),
    ].flatMap(({ addresses }) => (addresses ?? []).map((id) => id.toUpperCase())),
  );
  const isAddressed = (id: string): boolean => addressed.has(id.toUpperCase());
  const open = [...planned]
    .flatMap(active)
    .filter((id) => !code.has(id))
    .sort();
  const ahead = open.filter((id) => later.has(id));
  return {
    unplanned: [...code]
      .flatMap(active)
      .filter((id) => !planned.has(id) && !malformed.has(id))
      .sort(),
    unimplemented: plannedPhases ? open : open.filter((id) => !later.has(id)),
    ...(plannedPhases && ahead.length > 0 ? { ahead } : {}),
    total,
    unaddressedP0: plan.requirements
      .filter(({ id, priority, noGo }) => priority === 'P0' && !noGo && !isAddressed(id))
      .map(({ id }) => id),
    noGo: plan.requirements.filter(({ noGo }) => noGo).map(({ id }) => id),
  };
};

/** `superseded by DEC-CART-002` is superseded. */
const firstWord = (status: string | null): string | null => /[a-z]+/.exec(status?.toLowerCase() ?? '')?.[0] ?? null;
