import { GATES } from '../gates/gates.ts';
import { UsageError } from './io.ts';
import { nearestNames } from './nearest-names.ts';

/** A gate, and one of its rules where its id was given. */
export interface NamedGate {
  readonly gate: string;
  readonly rule: string | null;
}

/** The gate with a name, or that of a rule's id (`guard/rm-root`). Throws `UsageError`, which names the nearest ones. */
export const knownGate = (name: string): NamedGate => {
  const gate = GATES.find((candidate) => candidate.name === name);
  if (gate !== undefined) return { gate: gate.name, rule: null };
  const ofRule = GATES.find(({ rules }) => rules.some(({ id }) => id === name));
  if (ofRule !== undefined) return { gate: ofRule.name, rule: name };
  const names = GATES.flatMap((candidate) => [candidate.name, ...candidate.rules.map(({ id }) => id)]);
  const near = nearestNames(name, names);
  const hint = near.length === 0 ? '`docket gates` lists them.' : `Did you mean ${near.join(' or ')}?`;
  throw new UsageError(`There is no gate or rule ${name}. ${hint}`);
};
