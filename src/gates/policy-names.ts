import { GATES } from './gates.ts';

const COMMON_KEYS: readonly string[] = ['mode', 'rules', 'failClosed'];

/** Read where it is used, and no part of the policy, which is logged: it names keys, and where they are sent. */
export const PERSONAL_OPTION = 'providers';

/** What else each gate can be told. */
const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  GATES.map(({ name, options = [], rules }) => {
    const escalates = rules.some(({ decision }) => typeof decision !== 'string');
    return [name, escalates ? ['atMost', ...options] : options];
  }),
);

/** The options of a gate, besides what every gate has. */
export const gateOptions = (gate: string): readonly string[] => OPTIONS.get(gate) ?? [];

/** The rules of a gate, as policies name them. */
export const gateRules = (gate: string): readonly string[] =>
  GATES.find(({ name }) => name === gate)?.rules.map(({ id }) => shortRule(id)) ?? [];

/** All that a policy file may say of a gate; `isPersonal`: the user's own file. */
export const gateKeys = (gate: string, isPersonal: boolean): readonly string[] => {
  const personal = gate === 'llm-review' && isPersonal ? [PERSONAL_OPTION] : [];
  return [...COMMON_KEYS, ...gateOptions(gate), ...personal];
};

/** The part of a rule's id behind the gate, by which policies name it. */
export const shortRule = (id: string): string => id.slice(id.indexOf('/') + 1);
