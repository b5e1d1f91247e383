import type { Policy } from '../events/schemas.ts';
import { withCustomGates } from '../gates/custom/custom-gates.ts';
import type { Gate, Rule } from '../gates/gate.ts';
import { GATES } from '../gates/gates.ts';
import { resolvePolicy } from '../gates/policy-files.ts';
import { gateStates } from '../hooks/custom-gates/gate-state.ts';
import { readTrusted } from '../hooks/custom-gates/trusted-gates.ts';
import { readPolicyFiles } from '../hooks/observers/policy.ts';
import type { Io } from './io.ts';
import { findProject } from './project.ts';

/** Every gate here: docket's own, and those that the policy of the project names. */
export const gatesHere = (io: Pick<Io, 'env' | 'cwd'>): readonly Gate[] => {
  const { policyDir } = findProject(io).location;
  return gatesOf(resolvePolicy(readPolicyFiles(policyDir, io.env).sources).policy, policyDir, io);
};

/** The same under a policy. Of the project's own the rules are known that it had when a person trusted it. */
export const gatesOf = (policy: Policy, project: string, { env }: Pick<Io, 'env'>): readonly Gate[] => {
  if (policy.customGates === undefined) return GATES;
  const states = new Map(gateStates(policy, project, readTrusted(env)).map((state) => [state.gate, state]));
  return [
    ...GATES,
    ...withCustomGates([], policy).map((gate): Gate => {
      const { standing, trusted } = states.get(gate.name) ?? { standing: 'missing', trusted: null };
      const rules = Object.entries(trusted?.definition.rules ?? {}).map(([rule, decision]) =>
        listedRule(`${gate.name}/${rule}`, decision),
      );
      const summary = trusted?.definition.summary ?? gate.summary;
      return { ...gate, rules, summary: standing === 'trusted' ? summary : `Does not run (${standing}). ${summary}` };
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
