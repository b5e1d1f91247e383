import { shortDigest } from '../events/digest.ts';
import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { planProblems } from './plan-problems.ts';
import type { PlanToldState } from './plan-told.ts';

const KEPT_EVENTS = 8;

/** Of problems, so that the same are recognised. */
export const problemsDigest = (problems: readonly string[]): string => shortDigest(problems.join('\n'));

/** What a plan lacks as it is now; what it lacks no more can be told again one day. */
export const planSeen = (state: PlanToldState, event: Envelope): PlanToldState => {
  if (event.cause === null) return state;
  const problems = Object.entries(planProblems(event.data as EventData<'PlanObserved'>)).filter(
    ([, { length }]) => length > 0,
  );
  const open = problems.map(([rule]) => rule);
  const told = Object.entries(state.told).filter(([rule]) => open.includes(rule));
  return {
    ...state,
    told: Object.fromEntries(told),
    seen: {
      trigger: event.cause,
      digests: Object.fromEntries(problems.map(([rule, found]) => [rule, problemsDigest(found)])),
    },
  };
};

/** The agent was told. */
export const planAnswered = (state: PlanToldState, event: Envelope): PlanToldState => {
  const { verdicts } = event.data as EventData<'AnswerSent'>;
  const told = { ...state.told };
  const isOfAge = verdicts.some(({ rule, decision }) => rule === 'plan-check/aging' && decision === 'advise');
  const aging = isOfAge ? [...state.aging, [event.actor.id, event.id] as const].slice(-KEPT_EVENTS) : state.aging;
  for (const { gate, rule } of verdicts) {
    const name = rule.slice(gate.length + 1);
    const digest = gate === 'plan-validate' ? state.seen?.digests[name] : undefined;
    if (digest === undefined) continue;
    const { times = 0, because = [] } = told[name] ?? {};
    told[name] = { digest, times: times + 1, because: [...because, event.id].slice(-KEPT_EVENTS) };
  }
  return { ...state, told, aging };
};
