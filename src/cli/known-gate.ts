import type { Gate } from '../gates/gate.ts';
import { UsageError } from './io.ts';
import { nearestNames } from './nearest-names.ts';

/** A gate, and one of its rules where its id was given. */
export interface NamedGate {
  readonly gate: string;
  readonly rule: string | null;
}

/** The gate with a name, or that of a rule's id (`guard/rm-root`). Throws `UsageError`, which names the nearest ones. */
export const knownGate = (name: string, gates: readonly Gate[]): NamedGate => {
  const gate = gates.find((candidate) => candidate.name === name);
  if (gate !== undefined) return { gate: gate.name, rule: null };
  const ofRule = gates.find((candidate) => hasRule(candidate, name));
  if (ofRule !== undefined) return { gate: ofRule.name, rule: name };
  const names = gates.flatMap((candidate) => [candidate.name, ...candidate.rules.map(({ id }) => id)]);
  const near = nearestNames(name, names);
  const hint = near.length === 0 ? '`docket gates` lists them.' : `Did you mean ${near.join(' or ')}?`;
  throw new UsageError(`There is no gate or rule ${name}. ${hint}`);
};

/** The same where a rule's id says too much. Throws `UsageError`. */
export const assertIsGate = (name: string, gates: readonly Gate[]): void => {
  const { gate, rule } = knownGate(name, gates);
  if (rule !== null) throw new UsageError(`--gate takes a gate, not a rule: --gate ${gate}.`);
};

/** Of a gate of the project that nobody trusted yet the rules are not known: it may have any. */
const hasRule = ({ name, rules }: Gate, id: string): boolean =>
  rules.length === 0 ? id.startsWith(`${name}/`) : rules.some((rule) => rule.id === id);
