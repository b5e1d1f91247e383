import type { Policy } from '../events/schemas.ts';
import { withCustomGates } from '../gates/custom/custom-gates.ts';
import type { Gate, Rule } from '../gates/gate.ts';
import { GATES } from '../gates/gates.ts';
import { type GateState, gateStates } from '../hooks/custom-gates/gate-state.ts';
import { readTrusted } from '../hooks/custom-gates/trusted-gates.ts';
import type { Io } from './io.ts';
import { policyHere } from './policy-here.ts';
import { findProject } from './project.ts';

/** Every gate here: docket's own, and those that the policy of the project names. */
export const gatesHere = (io: Pick<Io, 'env' | 'cwd'>): readonly Gate[] => {
  const { policyDir } = findProject(io).location;
  return gatesOf(policyHere(io).policy, policyDir, io);
};

/** The gates that a policy of a project names, and whether they run here. */
export const customStates = (policy: Policy, project: string, { env }: Pick<Io, 'env'>): readonly GateState[] =>
  policy.customGates === undefined ? [] : gateStates(policy, project, readTrusted(env));

/** Every gate under a policy. Of the project's own the rules are known that it had when a person trusted it. */
export const gatesOf = (policy: Policy, project: string, io: Pick<Io, 'env'>): readonly Gate[] => {
  const states = new Map(customStates(policy, project, io).map((state) => [state.gate, state.trusted]));
  return [
    ...GATES,
    ...withCustomGates([], policy).map((gate): Gate => {
      const { summary = gate.summary, rules = {} } = states.get(gate.name)?.definition ?? {};
      const listed = Object.entries(rules).map(([rule, decision]) => listedRule(`${gate.name}/${rule}`, decision));
      return { ...gate, summary, rules: listed };
    }),
  ];
};

/** What it judges is asked in another process, as it happens. */
const listedRule = (id: string, decision: 'deny' | 'ask' | 'advise'): Rule => ({
  id,
  decision,
  judge: () => null,
  ways: () => [],
});
