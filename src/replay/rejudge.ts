import type { Envelope } from '../events/envelope.ts';
import type { EventData, Policy, Verdict } from '../events/schemas.ts';
import { combine, type Ruling } from '../gates/combine.ts';
import { gatesUnder } from '../gates/custom/gates-under.ts';
import { type FactRequest, factsFrom } from '../gates/facts.ts';
import { type GateFailure, gatesFor, judge } from '../gates/judge.ts';
import { type Fold, startFold, type View } from '../projections/fold.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { type Unknown, unknownFacts } from './unknown-facts.ts';
import { hasWholeData } from './whole-data.ts';

export interface RejudgeOptions {
  /** What to judge under instead of the policy that was in force. */
  readonly policy?: Policy;
}

/** What today's gates say of an event of the log. */
export interface Rejudged {
  readonly verdicts: readonly Verdict[];
  readonly failures: readonly GateFailure[];
  readonly ruling: Ruling;
  readonly policy: Policy;
  /** The state that the gates saw. */
  readonly state: View;
  /** What gates would have looked at and nobody recorded. */
  readonly unknown: readonly Unknown[];
}

/**
 * Judges an event of the log again, from what was recorded for it and the state it was judged in: `at` has every
 * event up to and including it. Where gates, policy and facts are those of then, the verdicts are those of then, to the
 * byte (DESIGN.md §8, P4). Pure.
 */
export const rejudge = (call: RecordedCall, at: Fold, { policy: other }: RejudgeOptions = {}): Rejudged => {
  const { failures } = call;
  const trigger = call.trigger.event;
  if (failures.some(isOfDocket)) return inTheDark(trigger, at, other);
  const isBlind = failures.some(({ data }) => data['stage'] === 'load' && data['code'] !== ELSEWHERE);
  const fold = isBlind ? withOnly(trigger) : at;
  const known = call.facts.filter(hasWholeData);
  const facts = factsFrom(known);
  const stateIn = (worktree: string | null): View => under(fold.view(trigger.stream, worktree, known), other);
  const inForce = fold.view(trigger.stream, facts.file()?.data.worktree ?? trigger.worktree, known);
  const state = under(inForce, other);
  const policy = state.policy.policy ?? NO_POLICY;
  const stateKnown = !failures.some(({ data }) => data['stage'] === 'load');
  const unobserved = failures.flatMap(({ data }) => requestThatFailed(data['stage']));
  const judged = judge({ gates: gatesUnder(policy), trigger, state, stateIn, facts, policy, stateKnown, unobserved });
  const policyThen = inForce.policy.policy ?? NO_POLICY;
  const judgedUnder = call.ruling !== null || needsNoRuling(trigger, policyThen) ? policyThen : null;
  return {
    verdicts: judged.verdicts,
    failures: judged.failures,
    ruling: combine(judged.verdicts, state),
    policy,
    state,
    unknown: unknownFacts({ gates: gatesUnder(policy), trigger, state, facts, events: known, policy, judgedUnder }),
  };
};

/** What `GatesRuled` would say, in the order in which a hook writes it. */
export const rulingData = (
  { verdicts, ruling, policy }: Pick<Rejudged, 'verdicts' | 'ruling' | 'policy'>,
  recorded: Pick<EventData<'GatesRuled'>, 'event' | 'observedPosition' | 'policy' | 'repeatOf'>,
): EventData<'GatesRuled'> => ({
  event: recorded.event,
  observedPosition: recorded.observedPosition,
  policy: recorded.policy,
  preset: policy.preset,
  decision: ruling.decision,
  verdicts: [...verdicts],
  ...(ruling.nobodyCanAnswer === null ? {} : { nobodyCanAnswer: ruling.nobodyCanAnswer }),
  ...(recorded.repeatOf === undefined ? {} : { repeatOf: recorded.repeatOf }),
});

/** Whether a hook that came to its end may have recorded none: every gate that judges such events speaks only now and then. */
const needsNoRuling = (trigger: Envelope, policy: Policy): boolean =>
  trigger.provenance !== 'import' &&
  gatesFor(gatesUnder(policy), trigger, policy).every(({ seldom }) => seldom === true);

/** What a hook says that has a log, but not the one with the project's history. */
const ELSEWHERE = 'ELSEWHERE';

/** Where the log could not be read, gates knew of nothing else. */
const withOnly = (trigger: Envelope): Fold => {
  const fold = startFold();
  fold.apply(trigger);
  return fold;
};

/** The policy of a log in which nobody loaded one. */
export const NO_POLICY: Policy = { preset: 'observe', gates: {} };

const under = (state: View, policy: Policy | undefined): View =>
  policy === undefined ? state : { ...state, policy: { ...state.policy, policy } };

/** The hook failed as a whole: then only gates that fail closed say anything. */
const isOfDocket = ({ data }: Envelope): boolean =>
  data['stage'] === 'rule' && !(typeof data['code'] === 'string' && data['code'].startsWith('gate '));

const requestThatFailed = (stage: unknown): FactRequest[] =>
  typeof stage === 'string' && stage.startsWith(OBSERVE) ? [stage.slice(OBSERVE.length) as FactRequest] : [];

const OBSERVE = 'observe ';

const inTheDark = (trigger: Envelope, fold: Fold, other: Policy | undefined): Rejudged => {
  const state = under(fold.view(trigger.stream, trigger.worktree), other);
  const policy = state.policy.policy ?? NO_POLICY;
  const { verdicts, failures } = judge({
    gates: gatesUnder(policy),
    trigger,
    state,
    facts: factsFrom([]),
    policy,
    stateKnown: false,
  });
  const closed = verdicts.filter(({ rule }) => rule.endsWith('/fail-closed'));
  return { verdicts: closed, failures, ruling: combine(closed, state), policy, state, unknown: [] };
};
