import type { Envelope } from '../events/envelope.ts';
import type { Policy, Verdict } from '../events/schemas.ts';
import { factsFrom } from '../gates/facts.ts';
import type { GateContext, Rule } from '../gates/gate.ts';
import { GATES } from '../gates/gates.ts';
import { settingsFor } from '../gates/judge.ts';
import type { Fold, View } from '../projections/fold.ts';

/** When an event was judged: the log folded so far, and the facts that were observed for it. */
export interface JudgedMoment {
  readonly trigger: Envelope;
  readonly facts: readonly Envelope[];
  readonly fold: Fold;
  /** The policy to judge under, where it is not the one that was in force. */
  readonly policy?: Policy;
}

/** What a gate judges from at a moment, as it did when the hook was called. */
export const contextAt = (gate: string, { trigger, facts, fold, policy }: JudgedMoment): GateContext => {
  const known = factsFrom(facts);
  const worktree = known.file()?.data.worktree ?? trigger.worktree;
  const stateIn = (tree: string | null): View => under(fold.view(trigger.stream, tree, facts), policy);
  const state = stateIn(worktree);
  return { trigger, state, stateIn, facts: known, ...settingsFor(gate, state.policy.policy), before: [] };
};

const under = (state: View, policy: Policy | undefined): View =>
  policy === undefined ? state : { ...state, policy: { ...state.policy, policy } };

export const findRule = (verdict: Pick<Verdict, 'gate' | 'rule'>): Rule | undefined =>
  GATES.find(({ name }) => name === verdict.gate)?.rules.find(({ id }) => id === verdict.rule);
