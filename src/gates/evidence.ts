import type { Condition } from '../events/schemas.ts';
import { TESTS } from '../projections/evidence-kinds.ts';
import type { KnownTree, Standing } from '../projections/standing.ts';
import { standingOf } from '../projections/standing.ts';
import type { Facts } from './facts.ts';
import type { GateContext } from './gate.ts';

/** The content that a `TreeObserved` says there is; null where it was not observed, or git could not say. */
export const knownTree = (facts: Facts, about: string): KnownTree | null => {
  const fact = facts.tree(about);
  if (fact === null) return null;
  const { tree, packages } = fact.data;
  return { event: fact.id, tree, ...(packages === undefined ? {} : { packages }) };
};

/** The condition that some content has passing evidence of a kind, with the events that made it so and those that undid it. */
export const hasPassed = (name: string, standing: Standing, remedy: string): Condition => {
  const { status, basis, at, by, because, undone } = standing;
  return {
    name,
    holds: status === 'pass',
    actual: { status, basis, at, by },
    because: [...because],
    remedy: status === 'pass' ? null : remedy,
    ...(undone === null ? {} : { undone: { was: 'pass', ...undone } }),
  };
};

/** What is known of the tests of some content. */
export const testsStanding = ({ state, facts, trigger }: GateContext, about: string): Standing =>
  standingOf(state, TESTS, knownTree(facts, about), trigger.stream);
