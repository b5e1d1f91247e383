import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { GateMode, Policy } from '../../events/schemas.ts';
import { GATES } from '../../gates/gates.ts';
import { resolvePolicy } from '../../gates/policy-files.ts';
import { PRESETS } from '../../gates/presets.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { presetPolicy } from '../preset-policy.ts';
import { cutTo, printable, styleFor, wrap } from '../style.ts';
import { effectivePolicy, valuesIn } from './effective.ts';
import { KEY_REFERENCE } from './key-reference.ts';
import { policyLayers } from './layers.ts';
import { optionReference } from './option-reference.ts';
import { changeWords, doing, ruleMode } from './rule-words.ts';
import { policyInForce, valueText } from './show.ts';

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
  const changes = policyChanges(from.policy, to.policy);
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

const sideWords = ({ name, kind, policy }: Side): string =>
  kind === 'here' ? `the policy here (preset ${policy.preset})` : kind === 'preset' ? `preset ${name}` : name;

const valueOr = (value: unknown): string => (value === null ? 'default' : valueText(value));

/** What differs between two policies, and what each difference means. */
export const policyChanges = (from: Policy, to: Policy): readonly Change[] => [
  ...otherChanges(from, to, (key) => !key.startsWith('gates.')),
  ...GATES.flatMap(({ name }) => [
    ...modeChanges(name, from, to),
    ...otherChanges(
      from,
      to,
      (key) =>
        key.startsWith(`gates.${name}.`) && !key.startsWith(`gates.${name}.rules.`) && key !== `gates.${name}.mode`,
    ),
  ]),
];

/** One line for a gate whose rules all change alike, else one for each rule that changes. */
const modeChanges = (gate: string, from: Policy, to: Policy): Change[] => {
  const rules = GATES.find(({ name }) => name === gate)?.rules ?? [];
  if (rules.length === 0) return wholeChange(gate, from, to);
  const changes = rules.flatMap((rule) => {
    const [was, is] = [ruleMode(from, gate, rule.id), ruleMode(to, gate, rule.id)];
    // Of what goes it counts what it did, of what comes what it will do.
    const what = doing(rule, gate, is === 'enforce' ? to : from);
    return was === is ? [] : [{ rule: rule.id, was, is, what }];
  });
  const kinds = new Set(changes.map(({ was, is }) => `${was} ${is}`));
  const [first] = changes;
  if (first !== undefined && kinds.size === 1 && changes.length === rules.length) {
    const does = [...new Set(changes.map(({ what }) => what))].join(' or ');
    const { was, is } = first;
    return [{ key: `gates.${gate}`, from: was, to: is, means: `${gate} ${changeWords(was, is, does)}.` }];
  }
  return changes.map(({ rule, was, is, what }) => ({
    key: `gates.${gate}.rules.${rule.slice(gate.length + 1)}`,
    from: was,
    to: is,
    means: `${rule} ${changeWords(was, is, what)}.`,
  }));
};

/** Of a gate without rules, which judges nothing and does something. */
const wholeChange = (gate: string, from: Policy, to: Policy): Change[] => {
  const [was, is] = [from, to].map(({ gates }) => gates[gate]?.mode ?? 'off') as [GateMode, GateMode];
  if (was === is) return [];
  return [{ key: `gates.${gate}`, from: was, to: is, means: `${gate} ${changeWords(was, is, 'do its work')}.` }];
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
