import type { Condition } from '../../events/schemas.ts';
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
  const last = Object.hasOwn(state.review.kinds, kind) ? state.review.kinds[kind] : undefined;
  const digest = facts.tree(ABOUT_NOW)?.data.tree[plane] ?? null;
  if (status === 'fail') return WORKS;
  if (last === undefined || last.outcome !== 'broken')
    return brokenTool(kind, noun, state.review.broken, trigger.stream);
  const isAboutThis = digest === null || last.digest === null ? last.changedBy === null : last.digest === digest;
  const { by, at, event, cause } = last;
  return condition(REVIEWER_WORKS, !isAboutThis, {
    actual: { review: noun, outcome: 'broken', by, at },
    because: [event, ...(cause === null ? [] : [cause])],
  });
};

const WORKS = condition(REVIEWER_WORKS, true, { actual: null });

/** A review tool that failed said nothing by which anybody could tell which review it was going to be. */
const brokenTool = (
  kind: string,
  noun: string,
  broken: GateContext['state']['review']['broken'],
  stream: string,
): Condition => {
  if (broken === null || broken.stream !== stream || !TOOL_KINDS.includes(kind)) return WORKS;
  const { by, at, event } = broken;
  return condition(REVIEWER_WORKS, false, { actual: { review: noun, outcome: 'broken', by, at }, because: [event] });
};

/** Precommit is a command, which is known by its name. */
const TOOL_KINDS = ['code', 'doc'];
