import type { Condition } from '../../events/schemas.ts';
import type { View } from '../../projections/fold.ts';
import type { Plane } from '../../projections/planes.ts';
import type { Standing } from '../../projections/standing.ts';
import { ABOUT_NOW } from '../facts.ts';
import { condition, type GateContext } from '../gate.ts';
import { REVIEWER_WORKS } from './reviewer-works.ts';

/**
 * A reviewer that does not work is no verdict about the code: an agent that is held for it can do nothing but try again.
 * It counts for the content it was tried on; what a review did say of that content stays said.
 */
export const brokenReviewer = (
  { kind, plane, noun }: { readonly kind: string; readonly plane: Plane; readonly noun: string },
  { status }: Standing,
  { state, facts, trigger }: GateContext,
): Condition => {
  const digest = facts.tree(ABOUT_NOW)?.data.tree[plane] ?? null;
  const broken = brokenRun(kind, plane, state, trigger.stream);
  if (broken === null || status === 'fail') return condition(REVIEWER_WORKS, true, { actual: null });
  const isAboutThis = digest === null || broken.digest === null ? broken.changedBy === null : broken.digest === digest;
  const { by, at, event } = broken;
  return condition(REVIEWER_WORKS, !isAboutThis, {
    actual: { review: noun, outcome: 'broken', by, at },
    because: [event],
  });
};

interface BrokenRun {
  readonly event: string;
  readonly at: string;
  readonly by: string;
  readonly digest: string | null;
  readonly changedBy: string | null;
}

/** The last run of such a review, where it did not work; else one of which nobody knows what kind it would have been. */
const brokenRun = (kind: string, plane: Plane, { review }: View, stream: string): BrokenRun | null => {
  const last = Object.hasOwn(review.kinds, kind) ? review.kinds[kind] : undefined;
  if (last?.outcome === 'broken') return last;
  const { broken } = review;
  if (broken === null || broken.stream !== stream || kind === 'precommit') return null;
  return { ...broken, digest: broken.digests[plane], changedBy: broken.changedBy[plane] };
};
