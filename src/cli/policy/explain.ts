import { GATES } from '../../gates/gates.ts';
import { gateKeys, gateOptions, shortRule } from '../../gates/policy-names.ts';
import { PRESETS, type PresetName } from '../../gates/presets.ts';
import { isWaivable } from '../../gates/waived-verdict.ts';
import type { GateState } from '../../hooks/custom-gates/gate-state.ts';
import { customStates } from '../gates-here.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';
import { nearestNames } from '../nearest-names.ts';
import { policyInForce } from '../policy-here.ts';
import { presetPolicy } from '../preset-policy.ts';
import { findProject } from '../project.ts';
import { shownPath } from '../show-change.ts';
import { cutTo, styleFor, wrap } from '../style.ts';
import { type ShownWaiver, waiverWords } from '../waive/shown.ts';
import { waiversHere } from '../waive/waivers-here.ts';
import { WHOLE_MONITOR } from '../whole-monitor.ts';
import { type Effective, effectivePolicy, type Origin } from './effective.ts';
import { customNames, explainCustom } from './explain-custom.ts';
import { type Explained, MODES, originsOf, PRESET_NAMES, presetsSay, written } from './explained.ts';
import { KEY_REFERENCE, type KeyReference } from './key-reference.ts';
import { type Layer, policyLayers } from './layers.ts';
import { optionReference } from './option-reference.ts';
import { RULE_TEXTS } from './rule-texts.ts';
import { doing, ruleMode } from './rule-words.ts';
import { originText, valueText } from './value-words.ts';

/** Explains a key, a gate or a rule. Throws `UsageError` for what is none, with the nearest names. */
export const runExplain = (what: string, { json }: { readonly json?: boolean }, io: Io): ExitCode => {
  const layers = policyLayers(io);
  const effective = effectivePolicy(layers, policyInForce(io));
  const explained = explainHere(what, effective, layers, io);
  // Neither the user's file nor the local one says anything of a project's own gates.
  const isProjects = explained.key.startsWith('customGates');
  const files = layers
    .filter(({ name }) => name === 'project' || !isProjects)
    .map(({ name, path }) => ({ layer: name, path }));
  if (json === true) io.stdout(`${JSON.stringify({ ...explained, files })}\n`);
  else io.stdout(`${explainedRows(explained, files, io).join('\n')}\n`);
  return 0;
};

/** What there is to say of a key, a gate or a rule here. Throws `UsageError` for what is none, with the nearest names. */
export const explainHere = (what: string, effective: Effective, layers: readonly Layer[], io: Io): Explained => {
  const custom = customStates(effective.policy, findProject(io).location.policyDir, io);
  const explained = explainCustom(what, custom, effective, layers) ?? explain(what, custom, effective);
  return isModal(explained) ? { ...explained, ...exceptions(explained, effective, io) } : explained;
};

/** It says how a gate or a rule is judged. */
const isModal = ({ kind }: Explained): boolean => kind === 'gate' || kind === 'rule';

/** What holds back what files say: monitor mode of the whole policy, and people's waivers. */
const exceptions = (
  { name, kind, now }: Explained,
  { policy, configured }: Effective,
  io: Io,
): Pick<Explained, 'configured' | 'waivers'> => {
  const [gate = ''] = name.split('/');
  const said = kind === 'gate' ? (configured.gates[gate]?.mode ?? 'off') : ruleMode(configured, gate, name);
  const isAbout = ({ rule }: ShownWaiver): boolean =>
    kind === 'gate' ? rule.split('/')[0] === gate : rule === name || (rule === gate && isWaivable(name));
  return {
    ...(said === now ? {} : { configured: said }),
    waivers: waiversHere(findProject(io), policy).filter(isAbout),
  };
};

const explain = (what: string, custom: readonly GateState[], effective: Effective): Explained => {
  const parts = what.replace(/^gates\./, '').split('.');
  const [gate = '', key = '', rule = ''] = parts;
  const known = GATES.find(({ name }) => name === gate);
  const ofRule = GATES.find(({ rules }) => rules.some(({ id }) => id === what));
  if (ofRule !== undefined) return explainRule(ofRule.name, what, effective);
  if (known !== undefined && parts.length === 1) return explainGate(gate, effective);
  if (known !== undefined && key === 'rules' && known.rules.some(({ id }) => id === `${gate}/${rule}`))
    return explainRule(gate, `${gate}/${rule}`, effective);
  if (known !== undefined && parts.length === 2 && gateKeys(gate, true).includes(key))
    return explainOption(gate, key, effective);
  const reference = referenceOf(what);
  if (reference !== undefined) return explainKey(what, reference, effective);
  throw unknown(what, known?.name, custom);
};

/** `workflows.*.phases` also as `workflows.release.phases`, `waivers[].rule` as `waivers.rule`. */
const referenceOf = (what: string): KeyReference | undefined =>
  KEY_REFERENCE.find(({ key }) => {
    if (key === what) return true;
    const pattern = key.replaceAll(/[.[\]*]/g, (part) => (part === '*' ? '[^.]+' : part === '.' ? '\\.' : ''));
    return new RegExp(`^${pattern}$`).test(what);
  });

const unknown = (what: string, gate: string | undefined, custom: readonly GateState[]): UsageError => {
  if (PRESET_NAMES.some((preset) => preset === what))
    return new UsageError(`${what} is a preset: docket policy diff ${what} says what it would change here.`);
  const withOption = GATES.filter(({ name }) => gateOptions(name).includes(what)).map(({ name }) => `${name}.${what}`);
  if (withOption.length > 0)
    return new UsageError(`${what} is an option of gates: ask for ${withOption.join(' or ')}.`);
  const names =
    gate === undefined
      ? [
          ...KEY_REFERENCE.map(({ key }) => key),
          ...GATES.flatMap(({ name, rules }) => [name, ...rules.map(({ id }) => id)]),
          ...custom.flatMap(customNames),
        ]
      : gateKeys(gate, true).map((key) => `${gate}.${key}`);
  const near = nearestNames(what, names);
  const hint =
    near.length === 0
      ? '`docket policy show --all` lists keys, `docket gates` gates.'
      : `Did you mean ${near.join(' or ')}?`;
  return new UsageError(`There is no key, gate or rule ${what}. ${hint}`);
};

const explainGate = (gate: string, effective: Effective): Explained => {
  const known = GATES.find(({ name }) => name === gate);
  const key = `gates.${gate}.mode`;
  return {
    name: gate,
    kind: 'gate',
    key,
    means: known?.summary ?? '',
    default: null,
    presets: presetsSay((preset) => presetPolicy(preset).gates[gate]?.mode ?? 'off'),
    now: effective.policy.gates[gate]?.mode ?? 'off',
    origins: originsOf(key, effective),
    change: written(key, '"monitor"'),
    also: MODES,
    docs: [`docs/hooks.md#${gate}`, 'docs/policy.md#for-each-gate'],
    rules: (known?.rules ?? []).map((rule) => ({
      rule: rule.id,
      mode: ruleMode(effective.policy, gate, rule.id),
      does: doing(rule, gate, effective.policy),
    })),
    options: gateKeys(gate, true),
  };
};

/** An example and why, as docs/hooks.md has them; else what the gate is for. */
const meaningOf = (id: string): string => {
  const text = Object.hasOwn(RULE_TEXTS, id) ? RULE_TEXTS[id] : undefined;
  if (text === undefined) return `${GATES.find(({ name }) => name === id.split('/')[0])?.summary ?? ''} `;
  return `Such as \`${text.example}\`: ${text.why}. `;
};

const explainRule = (gate: string, id: string, effective: Effective): Explained => {
  const rule = GATES.find(({ name }) => name === gate)?.rules.find((one) => one.id === id);
  const key = `gates.${gate}.rules.${shortRule(id)}`;
  const isOwn = effective.policy.gates[gate]?.rules[shortRule(id)] !== undefined;
  const waive = isWaivable(id)
    ? `for a while, a person in a terminal: docket waive ${id} --for 2h --reason WHY`
    : 'it cannot be waived: who wants such a thing does it in a terminal';
  return {
    name: id,
    kind: 'rule',
    key,
    means: `${meaningOf(id)}Where it is enforced it would ${rule === undefined ? '' : doing(rule, gate, effective.policy)}.`,
    default: `the mode of ${gate}`,
    presets: presetsSay((preset) => ruleMode(presetPolicy(preset), gate, id)),
    now: ruleMode(effective.policy, gate, id),
    origins: originsOf(isOwn ? key : `gates.${gate}.mode`, effective),
    change: written(key, '"monitor"'),
    also: `${MODES}; ${waive}`,
    docs: [`docs/hooks.md#${gate}`],
  };
};

const explainOption = (gate: string, option: string, effective: Effective): Explained => {
  const key = `gates.${gate}.${option}`;
  const { text, byDefault } = optionReference(gate, option) ?? { text: '', byDefault: null };
  const value = effective.values.find((one) => one.key === key);
  const isPersonal = option === 'providers';
  return {
    name: `${gate}.${option}`,
    kind: 'option',
    key,
    means: text,
    default: byDefault,
    presets: presetsSay((preset) => presetValue(preset, gate, option)),
    // Keys are nothing to print.
    now: isPersonal ? 'not shown' : option === 'rules' ? ownRules(gate, effective) : (value?.value ?? null),
    origins: option === 'rules' ? rulesFrom(gate, effective) : (value?.origins ?? [{ layer: 'default', from: null }]),
    change: isPersonal ? null : written(key, '…'),
    also: isPersonal ? "only in the user's own docket/config.json: a project's file is content of a repository" : null,
    docs: ['docs/policy.md#for-each-gate', `docs/hooks.md#${gate}`],
  };
};

const ownRules = (gate: string, { policy }: Effective): unknown => {
  const rules = policy.gates[gate]?.rules ?? {};
  return Object.keys(rules).length === 0 ? null : rules;
};

/** Where the modes of single rules come from. */
const rulesFrom = (gate: string, { values }: Effective): readonly Origin[] => {
  const from = values.flatMap(({ key, origins }) => (key.startsWith(`gates.${gate}.rules.`) ? origins : []));
  return from.length === 0 ? [{ layer: 'default', from: null }] : from;
};

const presetValue = (preset: PresetName, gate: string, option: string): unknown => {
  const of = PRESETS[preset][gate];
  if (option === 'mode') return of?.mode ?? 'off';
  return (option === 'rules' ? of?.rules : of?.options?.[option]) ?? null;
};

const MERGES: Readonly<Record<NonNullable<KeyReference['merge']>, string>> = {
  strongest: 'Of several files that say it the strongest counts: local over project over user.',
  'by name': "Files are merged name by name, and of each name the strongest file's word counts.",
  together: 'What all files say counts together.',
};

const explainKey = (
  what: string,
  { key, text, byDefault, merge, doc }: KeyReference,
  effective: Effective,
): Explained => {
  const below = effective.values.filter(
    (one) => one.key === key || (one.key.startsWith(`${key}.`) && one.value !== null),
  );
  const [value] = below;
  const isOne = below.length === 1 && value?.key === key;
  return {
    name: what,
    kind: 'key',
    key,
    means: merge === undefined ? text : `${text} ${MERGES[merge]}`,
    default: byDefault ?? null,
    presets: null,
    now: isOne ? value.value : below.length === 0 ? null : Object.fromEntries(below.map((one) => [one.key, one.value])),
    origins: below.flatMap(({ origins }) => origins),
    change: /[[*]/.test(key) || byDefault === undefined ? null : written(key, '…'),
    also: null,
    docs: [`docs/policy.md${doc === undefined ? '' : `#${doc}`}`],
  };
};

const explainedRows = (explained: Explained, files: readonly Pick<Layer, 'path'>[], io: Io): string[] => {
  const style = styleFor(io);
  const { name, kind, means, presets, now, origins, change, also, docs } = explained;
  const { rules = [], options = [], waivers = [], configured } = explained;
  const row = (title: string, text: string): string[] => wrap(text, io.width, title.padEnd(TITLE_COLUMNS));
  const from = [...new Set(origins.map((origin) => originText(origin, io)))].join(', ');
  return [
    style('bold', cutTo(`${kind} ${name}`, io.width)),
    ...wrap(means, io.width, '  '),
    '',
    ...row(
      'now',
      `${now === null ? (explained.default ?? 'default') : valueText(now)}${from === '' ? '' : ` (${from})`}`,
    ),
    ...(configured === undefined
      ? []
      : row('', `${valueText(configured)} without "mode": "monitor": ${WHOLE_MONITOR}`)),
    ...waivers.flatMap((waiver) => row('waived', waiverWords(waiver))),
    ...(explained.default === null ? [] : row('default', explained.default)),
    ...(presets === null
      ? []
      : row('presets', PRESET_NAMES.map((preset) => `${preset}: ${presetText(presets[preset])}`).join(' · '))),
    ...(change === null ? [] : row('change', change)),
    ...(also === null ? [] : row(change === null ? 'change' : '', also)),
    ...(change === null
      ? []
      : row(
          'in',
          `${[...files]
            .reverse()
            .map(({ path }) => shownPath(path, io))
            .join(', ')}${files.length > 1 ? ': the first that says it counts' : ''}`,
        )),
    ...row('docs', docs.join(', ')),
    ...(options.length === 0 ? [] : row('options', options.join(', '))),
    ...(rules.length === 0 ? [] : ['', 'rules']),
    ...rules.flatMap(({ rule, mode, does }) => wrap(`${rule}: would ${does}`, io.width, `  ${mode.padEnd(8)} `)),
  ];
};

const TITLE_COLUMNS = 10;

const presetText = (value: unknown): string => (value === null ? '-' : valueText(value));
