import type { Policy } from '../events/schemas.ts';
import type { AgentRun } from '../projections/agents.ts';
import type { View } from '../projections/fold.ts';

/** The part a subagent plays. `other` is one that nobody named. */
export type AgentRole = 'implementer' | 'guardian' | 'planner' | 'light' | 'other';

/** Where the policy does not say (seed 001, "Subagent Lifecycle"): `Plan`, `Explore` and `Bash` are the host's own. */
const NAMES: Readonly<Record<Exclude<AgentRole, 'other'>, readonly string[]>> = {
  implementer: ['implementer'],
  guardian: ['guardian'],
  planner: ['planner', 'Plan'],
  light: ['Bash', 'Explore'],
};

/** The part that a type of subagent plays: upper and lower case are the same, and a plugin's prefix (`shop:planner`) is no part of the name. */
export const roleOf = (type: string, policy: Pick<Policy, 'agents'> | null): AgentRole => {
  const name = type.toLowerCase();
  const short = name.slice(name.lastIndexOf(':') + 1);
  const roles = Object.keys(NAMES) as (keyof typeof NAMES)[];
  const isNamed = (pattern: string): boolean => isNamedBy(pattern.toLowerCase(), pattern.includes(':') ? name : short);
  return roles.find((role) => (policy?.agents?.[role] ?? NAMES[role]).some(isNamed)) ?? 'other';
};

/** A star stands for any part of a name. */
const isNamedBy = (pattern: string, name: string): boolean => {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return first === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
};

/** The subagent that an event says has ended; null for what is none. */
export const endedAgent = ({ agents }: Pick<View, 'agents'>, trigger: { readonly id: string }): AgentRun | null =>
  agents.ended.findLast(({ end }) => end === trigger.id) ?? null;

/** The same with the part it plays. */
export const endedRole = (
  state: Pick<View, 'agents' | 'policy'>,
  trigger: { readonly id: string },
): AgentRole | null => {
  const agent = endedAgent(state, trigger);
  return agent === null ? null : roleOf(agent.type, state.policy.policy);
};
