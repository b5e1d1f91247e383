import type { CustomDefinition } from '../../gates/custom/definition.ts';
import { shortRule } from '../../gates/policy-names.ts';
import type { GateState } from '../../hooks/custom-gates/gate-state.ts';
import { UsageError } from '../io.ts';
import { nearestNames } from '../nearest-names.ts';
import type { Effective, Origin } from './effective.ts';
import { type Explained, MODES, originsOf, presetsSay, written } from './explained.ts';
import { KEY_REFERENCE } from './key-reference.ts';
import type { Layer } from './layers.ts';
import { exactPosition, type Path } from './positions.ts';
import { DOING, ruleMode } from './rule-words.ts';
import { STANDING_WORDS } from './standing-words.ts';

const KEYS = ['file', 'mode', 'rules', 'failClosed', 'options'] as const;

/**
 * Explains a gate of the project, one of its rules or of its keys; null for what is about none. Its file is not run: of its rules that is known
 * which it had when a person trusted it. Throws `UsageError` for a rule or a key that it does not have.
 */
export const explainCustom = (
  what: string,
  states: readonly GateState[],
  effective: Effective,
  layers: readonly Layer[],
): Explained | null => {
  const name = what.replace(/^(?:customGates|gates)\./, '');
  const state = states.find(({ gate }) => name === gate || name.startsWith(`${gate}/`) || name.startsWith(`${gate}.`));
  if (state === undefined) return null;
  const { gate } = state;
  if (name === gate) return explainGate(state, effective);
  const rest = name.slice(gate.length + 1);
  if (name === `${gate}/${rest}`) return explainRule(state, rest, effective);
  const ofRule = /^rules\.(.+)$/.exec(rest);
  if (ofRule !== null) return explainRule(state, ofRule[1] ?? '', effective);
  const key = KEYS.find((one) => one === rest);
  if (key !== undefined) return explainSetting(state, key, effective, layers);
  throw unknown(
    name,
    KEYS.map((one) => `${gate}.${one}`),
  );
};

/** The names that a gate of the project and its rules go by. */
export const customNames = ({ gate, trusted }: GateState): string[] => [
  gate,
  ...Object.keys(trusted?.definition.rules ?? {}).map((rule) => `${gate}/${rule}`),
];

const unknown = (name: string, names: readonly string[]): UsageError => {
  const near = nearestNames(name, names);
  return new UsageError(
    `There is no rule or key ${name}. ${near.length === 0 ? `There are ${names.join(', ')}.` : `Did you mean ${near.join(' or ')}?`}`,
  );
};

const DOCS: readonly string[] = ['docs/custom-gates.md'];

/** What a gate is for, and where it does not run why. */
const meaningOf = ({ file, standing, trusted }: GateState): string => {
  const says = trusted === null ? '' : ` ${trusted.definition.summary}`;
  const runs =
    standing === 'trusted' ? '' : ` ${upper(STANDING_WORDS[standing])}. docket policy trust lets it run as it is.`;
  return `A gate of this project, ${file}.${says}${runs}`;
};

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const byPreset = presetsSay((preset) => (preset === 'observe' ? 'monitor' : 'enforce'));

const explainGate = (state: GateState, effective: Effective): Explained => {
  const { gate, trusted } = state;
  const key = `customGates.${gate}`;
  return {
    name: gate,
    kind: 'gate',
    key: `${key}.mode`,
    means: meaningOf(state),
    default: null,
    presets: byPreset,
    now: effective.policy.gates[gate]?.mode ?? 'off',
    origins: originsOf(key, effective),
    change: written(`${key}.mode`, '"monitor"'),
    also: MODES,
    docs: DOCS,
    rules: Object.entries(trusted?.definition.rules ?? {}).map(([rule, decision]) => ({
      rule: `${gate}/${rule}`,
      mode: ruleMode(effective.policy, gate, `${gate}/${rule}`),
      does: DOING[decision],
    })),
    options: KEYS,
  };
};

const explainRule = (state: GateState, rule: string, effective: Effective): Explained => {
  const { gate, trusted } = state;
  const id = `${gate}/${rule}`;
  const key = `customGates.${gate}.rules.${shortRule(id)}`;
  return {
    name: id,
    kind: 'rule',
    key,
    means: `${meaningOf(state)} ${upper(ruleDoes(state, rule, trusted?.definition.rules ?? null))}`,
    default: `the mode of ${gate}`,
    presets: byPreset,
    now: ruleMode(effective.policy, gate, id),
    origins: originsOf(`customGates.${gate}`, effective),
    change: written(key, '"monitor"'),
    also: `${MODES}; for a while, a person in a terminal: docket waive ${id} --for 2h --reason WHY`,
    docs: DOCS,
  };
};

const ruleDoes = ({ gate }: GateState, rule: string, rules: CustomDefinition['rules'] | null): string => {
  if (rules === null) return 'what its rules are shows once a person trusted it.';
  if (!Object.hasOwn(rules, rule))
    throw unknown(
      `${gate}/${rule}`,
      Object.keys(rules).map((one) => `${gate}/${one}`),
    );
  return `where it is enforced it would ${DOING[rules[rule] ?? 'deny']}.`;
};

const explainSetting = (
  { gate, file }: GateState,
  setting: (typeof KEYS)[number],
  effective: Effective,
  layers: readonly Layer[],
): Explained => {
  const key = `customGates.${gate}.${setting}`;
  const { text = '' } = KEY_REFERENCE.find((one) => one.key === `customGates.*.${setting}`) ?? {};
  return {
    name: `${gate}.${setting}`,
    kind: 'option',
    key,
    means: text,
    default: null,
    presets: setting === 'mode' ? byPreset : null,
    now: setting === 'file' ? file : (effective.policy.gates[gate]?.[setting] ?? null),
    origins: [settingFrom(['customGates', gate, setting], effective, layers)],
    change: written(key, '…'),
    also: null,
    docs: DOCS,
  };
};

/** Where one key of a gate of the project stands; what its file does not say is the preset's, or docket's. */
const settingFrom = (path: Path, { policy, isKept }: Effective, layers: readonly Layer[]): Origin => {
  const project = layers.find(({ name }) => name === 'project');
  if (isKept || project === undefined) return { layer: 'kept', from: null };
  const position = exactPosition(project.source?.text ?? '', path);
  if (position !== null) return { layer: 'project', from: project.path, ...position };
  return path.at(-1) === 'mode' ? { layer: 'preset', from: policy.preset } : { layer: 'default', from: null };
};
