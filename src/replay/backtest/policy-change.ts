import type { Envelope } from '../../events/envelope.ts';
import type { Policy } from '../../events/schemas.ts';
import { GATES } from '../../gates/gates.ts';

/** The other policy, given the one that was in force: a whole one, or that one with something changed. */
export type PolicyChange = (recorded: Policy) => Policy;

/** The same for the same policy, made once. */
export const remembered = (change: PolicyChange): PolicyChange => {
  const made = new WeakMap<Policy, Policy>();
  return (recorded) => {
    const known = made.get(recorded) ?? change(recorded);
    made.set(recorded, known);
    return known;
  };
};

/** Whether two policies judge an event by the same settings: then only another state makes another verdict. */
export const judgesAlike = (trigger: Envelope, was: Policy, now: Policy): boolean => {
  if (was === now) return true;
  const { isSameBase, gates } = differenceOf(was, now);
  if (!isSameBase || READ_BY_OTHERS.some((name) => gates.has(name))) return false;
  const known = GATES.filter(({ name }) => gates.has(name));
  // Of the project's own gates only the log says what they are about.
  return known.length === gates.size && !known.some((gate) => gate.on(trigger));
};

/** Gates whose settings other gates read: whether anything may be allowed, what is protected, what else is on. */
const READ_BY_OTHERS: readonly string[] = ['auto-review', 'guard', 'branch-guard', 'plan-check', 'workflow'];

interface Difference {
  /** What gates read beside their own settings. */
  readonly isSameBase: boolean;
  /** Names of the gates that are set otherwise. */
  readonly gates: ReadonlySet<string>;
}

const differences = new WeakMap<Policy, WeakMap<Policy, Difference>>();

const differenceOf = (was: Policy, now: Policy): Difference => {
  const others = differences.get(was) ?? new WeakMap<Policy, Difference>();
  differences.set(was, others);
  const known = others.get(now) ?? compare(was, now);
  others.set(now, known);
  return known;
};

const compare = (was: Policy, now: Policy): Difference => ({
  isSameBase: isSame(baseOf(was), baseOf(now)),
  gates: new Set(
    Object.keys({ ...was.gates, ...now.gates }).filter((name) => !isSame(was.gates[name], now.gates[name])),
  ),
});

const baseOf = ({ careful, review, plan, agents, files, questions, waivers, customGates }: Policy) => ({
  ...{ careful, review, plan, agents, files, questions, waivers, customGates },
});

/** Two values that are written alike. Policies are resolved by one function, which puts their fields in one order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
