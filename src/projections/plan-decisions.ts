import type { EventData } from '../events/schemas.ts';

type Plan = EventData<'PlanObserved'>;

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

/** Statuses of a decision, and of a phase, that say: not yet. */
const TO_COME: ReadonlySet<string> = new Set([
  ...['planned', 'proposed', 'draft', 'pending', 'open', 'todo', 'not-started'],
  ...['paused', 'deferred', 'postponed', 'on-hold'],
]);

const isToCome = (status: string | null): boolean => status !== null && TO_COME.has(status);

/**
 * Decisions of a plan that nobody has got to yet: that say so, or that stand in phases and in none which has begun. What an
 * initiative says counts for decisions that no phase names.
 */
export const decisionsAhead = ({ phases, decisions }: Pick<Plan, 'phases' | 'decisions'>): ReadonlySet<string> => {
  const own = phases.filter(({ kind }) => kind === 'phase');
  const inPhases = new Set(own.flatMap((phase) => phase.decisions));
  const named = phases.flatMap(({ kind, status, decisions: ids }) =>
    ids.filter((id) => kind === 'phase' || !inPhases.has(id)).map((id) => [id, isToCome(status)] as const),
  );
  const begun = new Set(named.flatMap(([id, later]) => (later ? [] : [id])));
  const said = decisions.flatMap(({ id, status }) => (isToCome(status) ? [id] : []));
  return new Set([...named.flatMap(([id]) => (begun.has(id) ? [] : [id])), ...said]);
};

export interface Drift {
  /** In the code and not in the plan. */
  readonly unplanned: readonly string[];
  /** In the plan and not in the code. */
  readonly unimplemented: readonly string[];
}

export interface DriftNow extends Drift {
  /** In the plan and not in the code, as it should be: nobody has got to them. They are no drift. */
  readonly ahead: readonly string[];
}

/**
 * What of an audit still holds for a plan as it is now: a decision that was put into it is planned, and one that was taken
 * out or laid down need not be in the code. Null for an audit that was about another part of the worktree.
 */
export const driftNow = (
  audit: Drift & { readonly part?: string | undefined },
  plan: Pick<Plan, 'exists' | 'decisions' | 'phases' | 'malformed' | 'part'>,
): DriftNow | null => {
  if (plan.exists && audit.part !== plan.part) return null;
  if (!plan.exists) return { unplanned: audit.unplanned, unimplemented: audit.unimplemented, ahead: [] };
  const statuses = new Map(plan.decisions.map(({ id, status }) => [id, status]));
  const later = decisionsAhead(plan);
  const malformed = new Set(plan.malformed.map((id) => id.toUpperCase()));
  const open = audit.unimplemented.filter((id) => {
    const status = statuses.get(id);
    return status !== undefined && !isLaidDown(status);
  });
  return {
    unplanned: audit.unplanned.filter((id) => !statuses.has(id) && !malformed.has(id)),
    unimplemented: open.filter((id) => !later.has(id)),
    ahead: open.filter((id) => later.has(id)),
  };
};
