import { type Scenario, stateIn } from '../kit/scenario.ts';

/** Kinds of reviews by the names that scripts know them by. */
export const KINDS = { code_review: 'code', doc_review: 'doc', precommit: 'precommit' } as const;

/** Which kinds of reviews ran, and which of them passed on what there is now, by the order of events. */
export const reviewsIn = (s: Scenario): Record<string, { executed: true; passed: boolean }> =>
  Object.fromEntries(
    Object.entries(stateIn(s).review.kinds).map(([kind, { outcome, changedBy }]) => [
      kind,
      { executed: true, passed: outcome === 'pass' && changedBy === null },
    ]),
  );
