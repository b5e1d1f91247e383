import type { EventData, Verdict } from '../events/schemas.ts';
import type { Fact } from './facts.ts';
import { condition, type Gate, type GateContext, type Rule, shownList, type Way } from './gate.ts';
import { staysInSandbox } from './sandbox.ts';
import { isShellRequest } from './triggers.ts';

type Review = NonNullable<EventData<'CommandUnderstood'>['review']>;

/** The review of the command, where it could be understood well enough to have one. */
const reviewOf = ({
  facts,
}: Pick<GateContext, 'facts'>): { command: Fact<EventData<'CommandUnderstood'>>; review: Review } | null => {
  const command = facts.command();
  const review = command?.data.review;
  return command === null || review === undefined || review.segments.length === 0 ? null : { command, review };
};

/**
 * A command whose every part is known to only read is allowed, where the policy asks for that (`allow`). The answer is
 * the weakest of all: whatever another gate denies, asks or rewrites stands.
 */
const safe: Rule = {
  id: 'auto-review/safe',
  decision: 'allow',
  judge: (context) => {
    const reviewed = reviewOf(context);
    if (reviewed === null || !reviewed.review.safe || context.options['allow'] !== true) return null;
    const { command, review } = reviewed;
    return {
      conditions: [
        condition('some-part-does-more-than-read', false, {
          actual: shownList(review.segments.map(({ shown }) => shown)),
          because: [command.id],
        }),
      ],
      limits: [staysInSandbox(context.trigger)],
      reason: `Every part of the command only reads (tier ${review.tier}).`,
    };
  },
  ways: () => [],
};

/** A command that is not known to only read is told of, with what each part may do. */
const notSafe: Rule = {
  id: 'auto-review/not-safe',
  decision: 'advise',
  judge: (context) => {
    const reviewed = reviewOf(context);
    if (reviewed === null || reviewed.review.safe) return null;
    const { command, review } = reviewed;
    const risky = [...review.segments].filter((segment) => !segment.safe).sort((a, b) => b.tier - a.tier);
    const shown = shownList(risky.map((segment) => `${segment.shown} ${segment.reason ?? ''}`.trim()));
    return {
      conditions: [condition('every-part-only-reads', false, { actual: shown, because: [command.id], remedy: REMEDY })],
      limits: [context.options['advise'] === 'beside-ask' ? isAsked(context.before) : isNotDenied(context.before)],
      reason: `The command ${review.tier === 3 ? 'is risky' : 'is not known to be safe'}: ${shown.join('; ')}.`,
    };
  },
  ways: ({ facts }) => onlyReading(facts.command()?.data),
};

const REMEDY = 'Where a command that only reads does the job, use that.';

const isAsked = (before: readonly Verdict[]) => {
  const asking = before.filter(({ decision, mode }) => decision === 'ask' && mode === 'enforce');
  return condition('a-gate-asks', asking.length > 0, {
    actual: asking.map(({ rule }) => rule),
    because: [...new Set(asking.flatMap(({ because }) => because))],
  });
};

/** Whatever a denied command may do, it does not. */
const isNotDenied = (before: readonly Verdict[]) => {
  const denying = before.filter(({ decision, mode }) => decision === 'deny' && mode === 'enforce');
  return condition('no-gate-denies', denying.length === 0, {
    actual: denying.map(({ rule }) => rule),
    because: [...new Set(denying.flatMap(({ because }) => because))],
  });
};

const onlyReading = (command: EventData<'CommandUnderstood'> | undefined): Way[] =>
  command?.review === undefined
    ? []
    : [
        {
          todo: 'use a command that only reads',
          events: [{ type: 'CommandUnderstood', data: { ...command, review: { ...command.review, safe: true } } }],
        },
      ];

/**
 * Says of each shell command whether it only reads (seed 001, auto-review.sh). Judges the review that stands in the
 * `CommandUnderstood` event; docs/hooks.md tells how it is made.
 */
export const autoReview: Gate = {
  name: 'auto-review',
  summary: 'Allows commands that only read, where the policy asks for it, and tells of all others why they are not.',
  source: 'seed 001, PreToolUse auto-review.sh',
  on: isShellRequest,
  needs: () => ['command'],
  options: ['allow', 'advise'],
  rules: [safe, notSafe],
};
