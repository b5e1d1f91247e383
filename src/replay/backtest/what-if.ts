import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { formatPosition } from '../../events/position.ts';
import type { Decision, GateMode, Policy, Verdict } from '../../events/schemas.ts';
import type { FactRequest } from '../../gates/facts.ts';
import { recordedCalls } from '../recorded-calls.ts';
import { type Comparison, type Origin, startCounterfactual } from './counterfactual.ts';
import type { PolicyChange } from './policy-change.ts';
import { keyOf, NOTHING_SAID } from './said.ts';

/** Something to try on a session. */
export type Supposition =
  /** Another policy, or the recorded one with something changed. */
  | { readonly policy: PolicyChange }
  /** Events, by their ids, and all that docket recorded because of them had not happened. */
  | { readonly muted: readonly string[] };

/** A gate that says something else of an event, or would say it under another mode. */
export interface VerdictChange {
  readonly event: string;
  readonly position: string;
  readonly gate: string;
  /** What fired, or one that says it passed; none where the gate had no word to say. */
  readonly was: readonly VerdictWord[];
  readonly now: readonly VerdictWord[];
  readonly origin: Origin;
  /** Facts that nobody recorded and its word rests on. */
  readonly unknown: readonly FactRequest[];
}

export interface VerdictWord {
  readonly rule: string;
  readonly decision: Decision;
  readonly mode: Verdict['mode'];
}

/**
 * Which verdicts of a session would be others, in order. `lines`: the log up to the session's end, or what is needed of it
 * (`neededLines`); the other sessions are as they were recorded. Pure.
 */
export const whatIf = (lines: Iterable<LogLine>, session: string, supposed: Supposition): VerdictChange[] => {
  const { next } = startCounterfactual({
    change: 'policy' in supposed ? supposed.policy : (recorded) => recorded,
    isJudged: (stream) => stream === session,
    isMuted: 'muted' in supposed ? withEffects(supposed.muted) : () => false,
    everyVerdict: true,
  });
  const changes: VerdictChange[] = [];
  for (const callLine of recordedCalls(lines)) {
    const comparison = next(callLine);
    if (comparison !== null) changes.push(...changesIn(comparison));
  }
  return changes;
};

/** A policy with another mode for one gate, for its rules as well. */
export const withMode =
  (gate: string, mode: GateMode): PolicyChange =>
  (recorded: Policy) => {
    const settings = recorded.gates[gate] ?? { mode, rules: {}, failClosed: false, options: {} };
    return { ...recorded, gates: { ...recorded.gates, [gate]: { ...settings, mode, rules: {} } } };
  };

/** Events and what goes back to them: causes stand before their effects. */
const withEffects = (ids: readonly string[]): ((event: Envelope) => boolean) => {
  const gone = new Set(ids);
  return (event) => {
    if (event.cause !== null && gone.has(event.cause)) gone.add(event.id);
    return gone.has(event.id);
  };
};

const changesIn = ({ call, was, now, origins, unknown }: Comparison): VerdictChange[] => {
  const before = (was ?? NOTHING_SAID).verdicts;
  const facts = new Map(unknown.map((word) => [word.gate, word.facts]));
  const { event, position } = call.trigger;
  return [...new Set([...before, ...now.verdicts].map(({ gate }) => gate))].flatMap((gate) => {
    if (keyOf(before, gate) === keyOf(now.verdicts, gate)) return [];
    return {
      event: event.id,
      position: formatPosition(position),
      gate,
      was: wordsOf(before, gate),
      now: wordsOf(now.verdicts, gate),
      origin: origins.get(gate) ?? 'state',
      unknown: facts.get(gate) ?? [],
    };
  });
};

const wordsOf = (verdicts: readonly Verdict[], of: string): VerdictWord[] =>
  verdicts.flatMap(({ gate, rule, decision, mode }) => (gate === of ? { rule, decision, mode } : []));
