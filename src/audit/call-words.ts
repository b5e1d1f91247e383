import type { EventData, Verdict } from '../events/schemas.ts';
import type { RecordedCall } from '../replay/recorded-calls.ts';
import { verdictsIn } from '../replay/summary.ts';
import type { Outcome } from './outcomes.ts';

/** The verdicts of a ruling, of one gate where only that is asked for. Only the whole ones: a log may hold anything. */
export const verdictsOf = (call: RecordedCall | null, gate: string | null): readonly Verdict[] =>
  call?.ruling == null
    ? []
    : verdictsIn(call.ruling.event.data).filter(
        (verdict): verdict is Verdict => isWhole(verdict) && (gate === null || verdict.gate === gate),
      );

const isWhole = ({ gate, rule, decision, reason }: Partial<Verdict>): boolean =>
  [gate, rule, decision, reason].every((field) => typeof field === 'string');

/** What was decided in all; null where nothing was ruled. */
export const decisionOf = (call: RecordedCall | null): string | null => {
  const decision = call?.ruling?.event.data['decision'];
  return typeof decision === 'string' ? decision : null;
};

/** Whether docket decided that the call does not happen, and said so. */
const isDenied = (call: RecordedCall | null): boolean =>
  decisionOf(call) === ('deny' satisfies EventData<'GatesRuled'>['decision']) && call?.answer != null;

/** How a call ended, in a word; a denied one has no outcome. */
export const outcomeWord = (call: RecordedCall | null, outcome: Outcome | null): string => {
  if (outcome !== null) return outcome.kind;
  return isDenied(call) ? 'denied' : 'no outcome';
};

/** The names of conditions that do not hold. */
export const failedConditions = ({ conditions }: Verdict): readonly string[] =>
  Array.isArray(conditions) ? conditions.flatMap(({ name, holds }) => (holds ? [] : [name])) : [];
