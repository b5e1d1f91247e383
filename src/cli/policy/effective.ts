import type { Policy } from '../../events/schemas.ts';
import { GATES } from '../../gates/gates.ts';
import { resolvePolicy } from '../../gates/policy-files.ts';
import { gateOptions, gateRules, PERSONAL_OPTION } from '../../gates/policy-names.ts';
import { PRESETS } from '../../gates/presets.ts';
import { KEY_REFERENCE } from './key-reference.ts';
import { type Layer, type LayerName, sourcesOf } from './layers.ts';
import { type Path, type Position, positionOf, treeOf } from './positions.ts';

/** Where a value comes from. */
export interface Origin extends Partial<Position> {
  /** `kept`: from the policy that was in force before a file was broken. */
  readonly layer: 'default' | 'preset' | LayerName | 'kept';
  /** The preset, or the file. */
  readonly from: string | null;
}

/** One value of a policy. */
export interface PolicyValue {
  readonly key: string;
  /** Null where docket's own default holds: then `byDefault` says which. */
  readonly value: unknown;
  /** What made it; of lists of several files each of them. */
  readonly origins: readonly Origin[];
  /** What the file or preset says, where the policy as a whole is in monitor mode and that is more. */
  readonly configured?: unknown;
}

/** A policy with where each value comes from. */
export interface Effective {
  readonly policy: Policy;
  /** The same, as if it were not in monitor mode as a whole; of one that is kept that is not known. */
  readonly configured: Policy;
  readonly values: readonly PolicyValue[];
  readonly problems: readonly string[];
  /** A file cannot be used. */
  readonly broken: boolean;
  /** The policy is the one that was in force before that. */
  readonly isKept: boolean;
}

/** The policy of some files, or where one of them is broken the one that was in force before, as a hook takes it. */
export const effectivePolicy = (layers: readonly Layer[], inForce: Policy | null): Effective => {
  const { policy: resolved, problems, broken } = resolvePolicy(sourcesOf(layers));
  const isKept = broken && inForce !== null;
  const policy = isKept ? inForce : resolved;
  const said = new Map<string, Said[]>();
  for (const one of layers.flatMap(saidIn)) said.set(one.key, [...(said.get(one.key) ?? []), one]);
  const values = valuesIn(policy);
  const keys = new Set([...BASE_KEYS, ...said.keys(), ...Object.keys(values)]);
  const configured = isKept ? policy : withoutMonitor(layers);
  const base = valuesIn(configured);
  return {
    policy,
    configured,
    problems,
    broken,
    isKept,
    values: [...keys].toSorted(inOrder).flatMap((key): PolicyValue[] => {
      const ofKey = said.get(key) ?? [];
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      // What says no more than the default is no part of the policy.
      const shown = value ?? (TOGETHER.has(key) || isKept ? undefined : ofKey.at(-1)?.value);
      const isWatched = policy.mode === 'monitor' && value === 'monitor' && base[key] !== value;
      return [
        {
          key,
          value: shown ?? null,
          origins: originsOf(key, value, ofKey, policy, isKept),
          ...(isWatched ? { configured: base[key] } : {}),
        },
      ];
    }),
  };
};

/** The same policy, as if it were not in monitor mode as a whole. */
const withoutMonitor = (layers: readonly Layer[]): Policy =>
  resolvePolicy([...sourcesOf(layers), { path: '', text: '{"mode":"enforce"}' }]).policy;

/** Keys that hold whether or not anybody says so. */
const BASE_KEYS: readonly string[] = KEY_REFERENCE.flatMap(({ key, byDefault }) =>
  byDefault === undefined || key === '$schema' ? [] : [key],
);

/** What a file says of a key. */
interface Said {
  readonly key: string;
  readonly value: unknown;
  readonly origin: Origin;
}

const TOGETHER: ReadonlySet<string> = new Set(
  KEY_REFERENCE.flatMap(({ key, merge }) => (merge === 'together' ? [key] : [])),
);

const saidIn = ({ name, path, source }: Layer): Said[] => {
  const text = source?.text ?? null;
  if (source === null || text === null || resolvePolicy([source]).broken) return [];
  const tree = treeOf(text);
  const value = JSON.parse(text.replace(/^\uFEFF/, '')) as Readonly<Record<string, unknown>>;
  return pathsIn(value).map((at) => {
    const position = positionOf(text, tree, at);
    const key = at.filter((part) => typeof part === 'string').join('.');
    const said = at.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown>)[part], value);
    return { key, value: said, origin: { layer: name, from: path, ...position } };
  });
};

type Properties = Readonly<Record<string, unknown>>;

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The paths of the values that a file gives: as deep as files are merged. */
const pathsIn = (file: Properties): Path[] =>
  entriesOf(file).flatMap(([key, value]): Path[] => {
    if (key === '$schema') return [];
    if (key === 'gates') return entriesOf(value).flatMap(([gate, settings]) => gatePaths(gate, settings));
    if (Array.isArray(value)) return value.map((_item, index) => [key, index]);
    if (key === 'workflows' || key === 'customGates') return entriesOf(value).map(([name]) => [key, name]);
    if (typeof value !== 'object' || value === null) return [[key]];
    return entriesOf(value).flatMap(([inner, each]): Path[] => {
      const path = `${key}.${inner}`;
      if (TOGETHER.has(path) && Array.isArray(each)) return each.map((_item: unknown, index) => [key, inner, index]);
      const isByName = KEY_REFERENCE.some((one) => one.key === path && one.merge === 'by name');
      return isByName ? entriesOf(each).map(([name]) => [key, inner, name]) : [[key, inner]];
    });
  });

const gatePaths = (gate: string, settings: unknown): Path[] => {
  const known = GATES.find(({ name }) => name === gate);
  if (known === undefined) return [];
  const rules = gateRules(known.name);
  return entriesOf(settings).flatMap(([key, value]): Path[] => {
    if (key === 'rules')
      return entriesOf(value).flatMap(([rule]) => (rules.includes(rule) ? [['gates', gate, 'rules', rule]] : []));
    const isKnown = key === 'mode' || key === 'failClosed' || gateOptions(gate).includes(key);
    return isKnown && key !== PERSONAL_OPTION ? [['gates', gate, key]] : [];
  });
};

/** The values of a policy by their keys, as policy files name them. */
export const valuesIn = (policy: Policy): Properties => {
  const { gates, mode, preset, fsync, views, promptCommands, waivers, redaction, review, questions, ...rest } = policy;
  const { workflows } = gates['workflow']?.options ?? {};
  return Object.fromEntries(
    [
      ['preset', preset],
      ['mode', mode],
      ['fsync', fsync],
      ['views', views],
      ['promptCommands', promptCommands],
      ['waivers', waivers],
      ['redaction.rules', listOf(redaction?.rules)],
      ['redaction.off', listOf(redaction?.off)],
      ['review.sentinels', listOf(review?.sentinels)],
      ['questions.oneWay', listOf(questions?.oneWay)],
      ...(['tools', 'skills', 'agents', 'commands', 'kinds'] as const).flatMap((key) =>
        entriesOf(review?.[key]).map(([name, value]) => [`review.${key}.${name}`, value]),
      ),
      ...entriesOf(questions?.ids).map(([name, value]) => [`questions.ids.${name}`, value]),
      ...(['careful', 'plan', 'agents', 'files'] as const).flatMap((key) =>
        entriesOf(rest[key]).map(([inner, value]) => [`${key}.${inner}`, value]),
      ),
      ...entriesOf(workflows).map(([name, value]) => [`workflows.${name}`, value]),
      ...entriesOf(rest.customGates).map(([name, file]) => [`customGates.${name}`, { file, ...gates[name] }]),
      ...GATES.flatMap(({ name }) => gateValues(name, gates[name])),
    ].filter(([, value]) => value !== undefined),
  ) as Properties;
};

const listOf = (list: readonly unknown[] | undefined): readonly unknown[] | undefined =>
  list?.length === 0 ? undefined : list;

const gateValues = (name: string, gate: Policy['gates'][string] | undefined): [string, unknown][] => {
  if (gate === undefined) return [];
  const at = `gates.${name}`;
  return [
    [`${at}.mode`, gate.mode],
    ...entriesOf(gate.rules).map(([rule, mode]): [string, unknown] => [`${at}.rules.${rule}`, mode]),
    ...(gate.failClosed ? [[`${at}.failClosed`, true] as [string, unknown]] : []),
    ...entriesOf(gate.options).flatMap(([key, value]): [string, unknown][] =>
      key === 'workflows' ? [] : [[`${at}.${key}`, value]],
    ),
  ];
};

const originsOf = (key: string, value: unknown, said: readonly Said[], policy: Policy, isKept: boolean): Origin[] => {
  const preset = presetOrigin(key, value, policy) ?? ({ layer: 'default', from: null } as const);
  if (isKept) {
    const isSaid = said.findLast((one) => JSON.stringify(one.value) === JSON.stringify(value));
    if (preset.layer === 'preset' || value === undefined) return [preset];
    return [isSaid?.origin ?? { layer: 'kept', from: null }];
  }
  if (said.length === 0) return [preset];
  const origins = said.map(({ origin }) => origin);
  return TOGETHER.has(key) ? origins : origins.slice(-1);
};

/** Where a preset says of a gate what holds; what it does not name is off there. */
const presetOrigin = (key: string, value: unknown, { preset, mode: whole }: Policy): Origin | null => {
  const [top, gate = '', ...rest] = key.split('.');
  if (top !== 'gates' || value === undefined) return null;
  const of = PRESETS[preset][gate];
  const own = rest[0] === 'rules' ? of?.rules?.[rest[1] ?? ''] : of?.options?.[rest[0] ?? ''];
  const said = rest[0] === 'mode' ? (of?.mode ?? 'off') : own;
  const isWatched = whole === 'monitor' && value === 'monitor' && said === 'enforce';
  return said === value || isWatched ? { layer: 'preset', from: preset } : null;
};

const ORDER: readonly string[] = ['preset', 'mode', 'fsync', 'promptCommands', 'views', 'careful', 'waivers', 'gates'];

const placeOf = (key: string): number => {
  const [top = '', gate = ''] = key.split('.');
  const at = ORDER.indexOf(top);
  if (top === 'gates') return at + GATES.findIndex(({ name }) => name === gate) / 100;
  return at < 0 ? ORDER.length : at;
};

/** Settings of the policy first, then gates in their order, then the rest; within one, what stands first. */
const inOrder = (one: string, other: string): number => placeOf(one) - placeOf(other) || rankOf(one) - rankOf(other);

const rankOf = (key: string): number => (key.endsWith('.mode') ? 0 : 1);
