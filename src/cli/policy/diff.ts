import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GateMode, Policy } from '../../events/schemas.ts';
import type { Gate } from '../../gates/gate.ts';
import { GATES } from '../../gates/gates.ts';
import { resolvePolicy } from '../../gates/policy-files.ts';
import { shortRule } from '../../gates/policy-names.ts';
import { PRESETS } from '../../gates/presets.ts';
import { gatesOf } from '../gates-here.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { policyInForce } from '../policy-here.ts';
import { presetPolicy } from '../preset-policy.ts';
import { findProject } from '../project.ts';
import { cutTo, printable, styleFor, wrap } from '../style.ts';
import { effectivePolicy, valuesIn } from './effective.ts';
import { KEY_REFERENCE } from './key-reference.ts';
import { policyLayers } from './layers.ts';
import { optionReference } from './option-reference.ts';
import { changeWords, doing, ruleMode } from './rule-words.ts';
import { valueText } from './value-words.ts';

interface Side {
  /** As it was asked for; `here` for the policy of the project. */
  readonly name: string;
  readonly kind: 'preset' | 'file' | 'here';
  readonly policy: Policy;
}

/** One thing that differs. */
interface Change {
  /** `gates.guard`, `gates.guard.rules.clean`, `fsync`. */
  readonly key: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly means: string;
}

/** Compares two policies; with one name the policy here with that one. 1 where they differ. */
export const runDiff = (
  first: string,
  second: string | undefined,
  { json }: { readonly json?: boolean },
  io: Io,
): ExitCode => {
  const from = second === undefined ? hereSide(io) : sideOf(first, io);
  const to = sideOf(second ?? first, io);
  const changes = policyChanges(from.policy, to.policy, gatesOfBoth(from.policy, to.policy, io));
  const hint = to.kind === 'here' ? null : `docket backtest --${to.kind === 'preset' ? 'preset' : 'policy'} ${to.name}`;
  if (json === true) {
    io.stdout(`${JSON.stringify({ from: shownSide(from), to: shownSide(to), changes, backtest: hint })}\n`);
    return changes.length === 0 ? 0 : 1;
  }
  const style = styleFor(io);
  const names = `${sideWords(from)} → ${sideWords(to)}`;
  if (changes.length === 0) io.stdout(`${wrap(`${names}: the same policy.`, io.width).join('\n')}\n`);
  else {
    const rows = changes.flatMap(({ key, from: was, to: is, means }) => [
      style('bold', cutTo(`${key}  ${valueOr(was)} → ${valueOr(is)}`, io.width)),
      ...wrap(means, io.width, '  '),
    ]);
    const more = hint === null ? [] : ['', 'What that would have done in recorded sessions:', `  ${printable(hint)}`];
    io.stdout(`${[...wrap(names, io.width), '', ...rows, ...more].join('\n')}\n`);
  }
  return changes.length === 0 ? 0 : 1;
};

const hereSide = (io: Io): Side => {
  const { policy, problems } = effectivePolicy(policyLayers(io), policyInForce(io));
  for (const problem of problems) io.stderr(`docket: ${printable(problem)}\n`);
  return { name: 'here', kind: 'here', policy };
};

const sideOf = (name: string, io: Io): Side => {
  if (Object.hasOwn(PRESETS, name)) return { name, kind: 'preset', policy: presetPolicy(name) };
  let text: string;
  try {
    text = readFileSync(resolve(io.cwd, name), 'utf8');
  } catch (error) {
    const presets = Object.keys(PRESETS).join(', ');
    throw new NotFoundError(
      `${name} is no preset (${presets}), and no file that can be read (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
  const resolved = resolvePolicy([{ path: name, text }]);
  if (resolved.broken) throw new UsageError(resolved.problems.map(printable).join('\n'));
  for (const problem of resolved.problems) io.stderr(`docket: ${printable(problem)}\n`);
  return { name, kind: 'file', policy: resolved.policy };
};

const shownSide = ({ name, kind, policy: { preset, mode } }: Side) => ({
  name,
  kind,
  preset,
  mode: mode ?? 'enforce',
});

const sideWords = ({ name, kind, policy: { preset, mode } }: Side): string => {
  const whole = mode === 'monitor' ? ', in monitor mode as a whole' : '';
  if (kind === 'here') return `the policy here (preset ${preset}${whole})`;
  return kind === 'preset' ? `preset ${name}` : `${name}${whole === '' ? '' : ` (${whole.slice(2)})`}`;
};

const valueOr = (value: unknown): string => (value === null ? 'default' : valueText(value));

/** Docket's gates, and those that one of the policies names: with what is known of them here. */
const gatesOfBoth = (from: Policy, to: Policy, io: Io): readonly Gate[] => {
  const { policyDir } = findProject(io).location;
  const gates = [from, to]
    .flatMap((policy) => gatesOf(policy, policyDir, io))
    .map((gate) => [gate.name, gate] as const);
  return [...new Map(gates).values()];
};

/** What differs between two policies, and what each difference means; `gates` are all that they name. */
export const policyChanges = (from: Policy, to: Policy, gates: readonly Gate[] = GATES): readonly Change[] => [
  ...otherChanges(from, to, (key) => !key.startsWith('gates.') && !key.startsWith('customGates.')),
  ...gates.flatMap((gate) => [
    ...modeChanges(gate, from, to),
    ...(isOurs(gate)
      ? otherChanges(
          from,
          to,
          (key) =>
            key.startsWith(`gates.${gate.name}.`) &&
            !key.startsWith(`gates.${gate.name}.rules.`) &&
            key !== `gates.${gate.name}.mode`,
        )
      : customChanges(gate.name, from, to)),
  ]),
];

const isOurs = ({ name }: Gate): boolean => GATES.some((gate) => gate.name === name);

const keyOf = (gate: Gate): string => `${isOurs(gate) ? 'gates' : 'customGates'}.${gate.name}`;

/** One line for a gate whose rules all change alike, else one for each rule that changes. */
const modeChanges = (gate: Gate, from: Policy, to: Policy): Change[] => {
  const { name, rules } = gate;
  if (rules.length === 0) return wholeChange(gate, from, to);
  const changes = rules.flatMap((rule) => {
    const [was, is] = [ruleMode(from, name, rule.id), ruleMode(to, name, rule.id)];
    // Of what goes it counts what it did, of what comes what it will do.
    const what = doing(rule, name, is === 'enforce' ? to : from);
    return was === is ? [] : [{ rule: rule.id, was, is, what }];
  });
  const kinds = new Set(changes.map(({ was, is }) => `${was} ${is}`));
  const [first] = changes;
  if (first !== undefined && kinds.size === 1 && changes.length === rules.length) {
    const does = [...new Set(changes.map(({ what }) => what))].join(' or ');
    const { was, is } = first;
    return [{ key: keyOf(gate), from: was, to: is, means: `${name} ${changeWords(was, is, does)}.` }];
  }
  return changes.map(({ rule, was, is, what }) => ({
    key: `${keyOf(gate)}.rules.${shortRule(rule)}`,
    from: was,
    to: is,
    means: `${rule} ${changeWords(was, is, what)}.`,
  }));
};

/** Of a gate without rules, which judges nothing and does something; of one of the project's, whose rules nobody knows. */
const wholeChange = (gate: Gate, from: Policy, to: Policy): Change[] => {
  const [was, is] = [from, to].map(({ gates }) => gates[gate.name]?.mode ?? 'off') as [GateMode, GateMode];
  if (was === is) return [];
  const untrusted = isOurs(gate) ? '' : ' Its rules show once a person trusted it: docket policy trust.';
  const means = `${gate.name} ${changeWords(was, is, 'do its work')}.${untrusted}`;
  return [{ key: keyOf(gate), from: was, to: is, means }];
};

/** Of a gate of the project: which file it is, and what else the policies say of it. */
const customChanges = (name: string, from: Policy, to: Policy): Change[] => {
  const [before, after] = [from, to].map((policy) => customValues(name, policy)) as [CustomValues, CustomValues];
  // That it comes or goes is said by its mode.
  if (before === null || after === null) return [];
  return Object.keys(before).flatMap((key): Change[] => {
    const [was, is] = [before[key] ?? null, after[key] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    const { text = '' } = KEY_REFERENCE.find((one) => one.key === `customGates.*.${key}`) ?? {};
    return [{ key: `customGates.${name}.${key}`, from: was, to: is, means: text }];
  });
};

type CustomValues = Readonly<Record<string, unknown>> | null;

const customValues = (name: string, { customGates = {}, gates }: Policy): CustomValues => {
  const file = customGates[name];
  return file === undefined
    ? null
    : { file, failClosed: gates[name]?.failClosed ?? false, options: gates[name]?.options ?? {} };
};

const otherChanges = (from: Policy, to: Policy, isWanted: (key: string) => boolean): Change[] => {
  const [before, after] = [valuesIn(from), valuesIn(to)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(isWanted).toSorted();
  return keys.flatMap((key): Change[] => {
    const [was, is] = [before[key] ?? null, after[key] ?? null];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    return [{ key, from: was, to: is, means: meaningOf(key) }];
  });
};

/** What a key is about, with its default where one side has that. */
const meaningOf = (key: string): string => {
  const [top, gate = '', option = ''] = key.split('.');
  const known =
    top === 'gates'
      ? optionReference(gate, option)
      : KEY_REFERENCE.findLast((one) => `${key}.`.startsWith(`${one.key}.`));
  const { text = '', byDefault } = known ?? {};
  return byDefault === undefined ? text : `${text} Default: ${byDefault}.`;
};
