import type { GateMode, Policy } from '../../events/schemas.ts';
import type { Rule } from '../../gates/gate.ts';
import { gateOptions, shortRule } from '../../gates/policy-names.ts';

/** The mode of a rule under a policy. */
export const ruleMode = (policy: Policy, gate: string, rule: string): GateMode => {
  const settings = policy.gates[gate];
  return settings?.rules[shortRule(rule)] ?? settings?.mode ?? 'off';
};

/** What a rule does where it is enforced, in the words behind `it would`. */
export const doing = ({ decision }: Rule, gate: string, policy: Policy): string => {
  if (typeof decision !== 'string') {
    const onlyWarns = gateOptions(gate).includes('atMost') && policy.gates[gate]?.options['atMost'] === 'advise';
    return onlyWarns ? 'warn once for each cause' : 'warn first, and deny then';
  }
  return DOING[decision];
};

/** What a decision does where it is enforced, in the words behind `it would`. */
export const DOING: Readonly<Record<Exclude<Rule['decision'], object>, string>> = {
  deny: 'deny',
  ask: 'ask a person',
  rewrite: 'change the call',
  allow: 'allow without asking',
  advise: 'tell the agent',
};

/** What a change of a mode means, for something that does `what` where it is enforced. */
export const changeWords = (from: GateMode, to: GateMode, what: string): string => {
  if (to === 'enforce') return `would now ${what}${from === 'monitor' ? ', and not only log that it would' : ''}`;
  if (to === 'monitor')
    return from === 'off' ? 'would be judged and logged, not answered' : `would only log that it would ${what}`;
  return from === 'enforce'
    ? `would not be judged any more, where it would ${what} now`
    : 'would not be judged and logged any more';
};
