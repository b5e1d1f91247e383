import type { EventDraft } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { ABOUT_TARGET } from '../gates/facts.ts';
import type { View } from '../projections/fold.ts';

type Plan = EventData<'PlanObserved'>;

/** What is assumed of the plan; null where nothing is. */
export interface AssumedPlan {
  readonly isPlanMissing: boolean;
  /** Percent of the source files that changed since the plan did. */
  readonly churn: number | null;
  /** Decisions that differ between the plan and the code. */
  readonly drift: number | null;
}

export const NOTHING_ASSUMED: AssumedPlan = { isPlanMissing: false, churn: null, drift: null };

/** In place of an event that nobody recorded. */
const ASSUMED = 'assumed';
/** Drift is about as many decisions; nobody tells more apart. */
const MOST_DECISIONS = 1_000;

/**
 * What is observed, with what is assumed of the plan in place of what is. Something is said of the plan of a project, so the
 * file that is written is in one.
 */
export const withAssumedPlan = (draft: EventDraft, assumed: AssumedPlan): EventDraft => {
  const { isPlanMissing, churn, drift } = assumed;
  if (!isPlanMissing && churn === null && drift === null) return draft;
  const { type, data } = draft;
  if (type === 'FileObserved') return { ...draft, data: { ...data, worktree: data['worktree'] ?? ASSUMED } };
  if (type === 'GitObserved' && data['about'] === ABOUT_TARGET) {
    return { ...draft, data: { ...data, worktree: data['worktree'] ?? data['path'], project: true } };
  }
  if (type !== 'PlanObserved') return draft;
  // An audit that is assumed is of what the plan is about, whatever that is.
  const { part: _, ...plan } = data as Plan;
  if (isPlanMissing) return { ...draft, data: { ...plan, exists: false, since: null, decisions: [] } };
  const since = churn === null ? plan.since : { ...JUST_NOW, ...plan.since, churn };
  return { ...draft, data: { ...plan, exists: true, since } };
};

const JUST_NOW: NonNullable<Plan['since']> = { days: 0, commits: 0, changed: 0, tracked: 0, churn: 0 };

/** An audit that found as many differences, in place of the newest one. */
export const withAssumedDrift = (state: View, drift: number, at: string): View => ({
  ...state,
  decisions: {
    audit: {
      worktree: null,
      unplanned: Array.from({ length: Math.min(drift, MOST_DECISIONS) }, (_, index) => `${ASSUMED}-${index + 1}`),
      unimplemented: [],
      missing: [],
      total: drift,
      sourceFilesChanged: 0,
      unaddressedP0: [],
      noGo: [],
      problem: null,
      event: ASSUMED,
      at,
    },
  },
});
