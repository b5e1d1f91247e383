import type { Envelope, EventDraft } from '../events/envelope.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import { CAREFUL } from '../gates/careful.ts';
import { combine, type Ruling } from '../gates/combine.ts';
import { gatesUnder } from '../gates/custom/gates-under.ts';
import type { Way } from '../gates/gate.ts';
import { judge } from '../gates/judge.ts';
import type { View } from '../projections/fold.ts';
import { assumedTogether } from './assumed-together.ts';
import { contextAt, findRule, type JudgedMoment } from './moment.ts';
import { type FoundSet, smallestSets } from './smallest-sets.ts';

/** A set of things that could happen next after which less would be said. */
export interface Opening<Decision = Verdict['decision']> {
  readonly todo: readonly string[];
  readonly decision: Decision;
}

/** Decisions, the weakest first. */
export const WEAKEST_FIRST: readonly Verdict['decision'][] = ['pass', 'advise', 'allow', 'rewrite', 'ask', 'deny'];

/**
 * What would have made a verdict a weaker one: the smallest sets of the things its rule names, found by trying them on the
 * state the verdict was reached in. Nothing for a pass.
 */
export const openingsOf = (verdict: Verdict, moment: JudgedMoment): Opening[] => {
  if (verdict.decision === 'pass') return [];
  const strength = WEAKEST_FIRST.indexOf(verdict.decision);
  const weaker = (ways: readonly Way[]): Verdict['decision'] | null => {
    const decision = decisionOf(verdict, judgedAfter(ways, moment)?.verdicts);
    return decision !== null && WEAKEST_FIRST.indexOf(decision) < strength ? decision : null;
  };
  return smallestSets(waysOf(verdict, moment), weaker).map(opening);
};

/**
 * What would have let through what several rules stopped, or one: the smallest sets after which no gate denies and none
 * asks. Where every rule needs something of its own, what opens each of them is tried together.
 */
export const openingsOfAll = (verdicts: readonly Verdict[], moment: JudgedMoment): Opening<Ruling['decision']>[] => {
  const stopping = verdicts.filter(stops);
  if (stopping.length === 0) return [];
  const ways = new Map<string, Way>();
  // The same thing may open several rules: it is one thing.
  for (const way of stopping.flatMap((verdict) => waysOf(verdict, moment))) {
    ways.set(JSON.stringify(way), ways.get(JSON.stringify(way)) ?? way);
  }
  const open = (set: readonly Way[]): Ruling['decision'] | null => {
    const judged = judgedAfter(set, moment);
    if (judged === null) return null;
    const { decision } = combine(judged.verdicts, judged.state);
    return decision === 'deny' || decision === 'ask' ? null : decision;
  };
  return smallestSets([...ways.values()], open).map(opening);
};

/** Whether a verdict was answered, and stops what it is about. */
export const stops = ({ mode, decision }: Pick<Verdict, 'mode' | 'decision'>): boolean =>
  mode === 'enforce' && (decision === 'deny' || decision === 'ask');

const opening = <Decision>({ items, result }: FoundSet<Way, Decision>): Opening<Decision> => ({
  todo: items.map(({ todo }) => todo),
  decision: result,
});

const waysOf = (verdict: Verdict, moment: JudgedMoment): Way[] => {
  const context = contextAt(verdict.gate, moment);
  return [...(findRule(verdict)?.ways(context) ?? []), ...withoutCare(verdict, context.state)];
};

/** Out of careful mode the gate says less. */
const withoutCare = ({ conditions }: Verdict, { preferences }: View): Way[] => {
  if (!conditions.some(({ name }) => name === CAREFUL)) return [];
  const { fingerprint, questions } = preferences;
  const data: EventData<'PreferencesLoaded'> = {
    fingerprint: fingerprint ?? '',
    careful: false,
    questions,
    problems: [],
  };
  return [{ todo: 'the user ends careful mode: docket careful off', events: [{ type: 'PreferencesLoaded', data }] }];
};

/** What the gates would say once these things happened; null where nobody knows the policy. */
const judgedAfter = (ways: readonly Way[], moment: JudgedMoment) => {
  const { trigger, facts } = moment;
  const drafts = assumedTogether(
    ways.flatMap(({ events }) => events),
    facts,
  );
  const assumed = drafts.map((draft, index) => assumedEvent(trigger, draft, index));
  const { state, stateIn, facts: known } = contextAt('', { ...moment, facts: [...facts, ...assumed] });
  const { policy } = state.policy;
  if (policy === null) return null;
  const seen = { ...(stateIn === undefined ? {} : { stateIn }), state, facts: known };
  return { ...judge({ gates: gatesUnder(policy), trigger, ...seen, policy, stateKnown: true }), state };
};

/** What the same rule says then: nothing is a pass. */
const decisionOf = ({ gate, rule }: Verdict, verdicts: readonly Verdict[] | undefined): Verdict['decision'] | null => {
  if (verdicts === undefined) return null;
  return verdicts.find((other) => other.gate === gate && other.rule === rule)?.decision ?? 'pass';
};

/** An event that did not happen, as it would stand in the log. */
export const assumedEvent = (trigger: Envelope, draft: EventDraft, index: number): Envelope => {
  const { delivery: _, ...envelope } = trigger;
  return {
    ...envelope,
    id: `assumed-${index + 1}`,
    type: draft.type,
    cause: trigger.id,
    call: draft.call ?? null,
    worktree: draft.worktree === undefined ? trigger.worktree : draft.worktree,
    provenance: draft.provenance ?? 'hook',
    redacted: [],
    data: draft.data,
  };
};
