import type { EventData, Policy } from '../../events/schemas.ts';
import type { Facts } from '../facts.ts';
import type { Gate, Rule } from '../gate.ts';
import { isCustomEvent } from './definition.ts';

/** Those of docket and after them those that the policy names, which say what was recorded of them. */
export const withCustomGates = (gates: readonly Gate[], { customGates = {} }: Policy): readonly Gate[] => [
  ...gates,
  ...Object.entries(customGates).map(([name, file]) => customGate(name, file)),
];

/**
 * A gate of the project, as docket judges it. Its file ran before, in a process of its own, and what it said is a fact: so a
 * replay needs neither the file nor anybody's trust in it.
 */
const customGate = (name: string, file: string): Gate => ({
  name,
  summary: `A gate of this project: ${file}.`,
  source: file,
  on: ({ type }) => isCustomEvent(type),
  needs: () => [],
  seldom: true,
  rules: [],
  rulesAbout: (facts) => rulesSaid(name, facts),
});

type Said = EventData<'CustomGatesJudged'>['gates'][number];

/** Throws where the gate failed: the machinery does with it as with any gate that fails. */
const rulesSaid = (name: string, facts: Facts): Rule[] => {
  const fact = facts.customGates();
  const said = fact?.data.gates.find(({ gate }) => gate === name);
  if (fact === null || said === undefined) return [];
  if (said.failure !== null) throw new Error(said.failure);
  return said.rules.map((rule) => ruleSaid(name, rule, fact.id));
};

const ruleSaid = (gate: string, { rule, decision, judgement }: Said['rules'][number], fact: string): Rule => ({
  id: `${gate}/${rule}`,
  decision,
  judge: ({ trigger }) =>
    judgement === null
      ? null
      : {
          conditions: judgement.conditions.map(({ holds, remedy, ...about }) => ({
            ...about,
            holds,
            because: [trigger.id, fact],
            remedy: holds ? null : remedy,
          })),
          reason: judgement.reason,
          ...(judgement.context === undefined ? {} : { context: judgement.context }),
        },
  ways: () => [],
});
