import { GATES } from '../../gates/gates.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';
import { policyInForce } from '../policy-here.ts';
import { shownPath } from '../show-change.ts';
import { columns, cutTo, type Style, styleFor, wrap } from '../style.ts';
import { WHOLE_MONITOR } from '../whole-monitor.ts';
import { type Effective, effectivePolicy, type PolicyValue } from './effective.ts';
import { explainHere } from './explain.ts';
import { KEY_REFERENCE } from './key-reference.ts';
import { type Layer, policyLayers } from './layers.ts';
import { optionReference } from './option-reference.ts';
import { originText, valueText } from './value-words.ts';

export interface ShowOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

/**
 * Prints the policy as it is, each value with where it comes from. With `key` only what begins so. Throws `UsageError` for what is
 * no key, with the nearest names.
 */
export const runShow = (key: string | undefined, { all = false, json }: ShowOptions, io: Io): ExitCode => {
  const layers = policyLayers(io);
  const effective = effectivePolicy(layers, policyInForce(io));
  const wanted = key === undefined ? effective.values : valuesOf(key, effective, layers, io);
  const isFine = effective.problems.length === 0;
  if (json === true) {
    const { policy, isKept, problems } = effective;
    const files = layers.map(({ name, path, source }) => ({ layer: name, path, isThere: source !== null }));
    const about = { preset: policy.preset, mode: policy.mode ?? 'enforce', isKept, problems, files };
    io.stdout(`${JSON.stringify({ ...about, values: wanted.map(valueJson) })}\n`);
    return isFine ? 0 : 1;
  }
  const style = styleFor(io);
  const rows = [
    ...layers
      .flatMap(({ name, path, source }) =>
        wrap(`${shownPath(path, io)}${source === null ? ' (not there)' : ''}`, io.width, `${name.padEnd(8)} `),
      )
      .map((line) => style('dim', line)),
    ...warnings(effective, io, style),
    '',
    ...valueRows(
      wanted.filter(({ origins }) => all || key !== undefined || origins.some(({ layer }) => layer !== 'default')),
      io,
      style,
    ),
    ...(all || key !== undefined ? [] : ['', style('dim', 'All else is as docket has it: docket policy show --all')]),
  ];
  io.stdout(`${rows.join('\n')}\n`);
  return isFine ? 0 : 1;
};

/** What a key or a gate says, or all keys below one; of a key that nothing says its default. */
const valuesOf = (key: string, effective: Effective, layers: readonly Layer[], io: Io): readonly PolicyValue[] => {
  const below = effective.values.filter((value) => isBelow(value.key, key));
  if (below.length > 0) return below;
  const { kind, name, ...explained } = explainHere(key, effective, layers, io);
  if (kind === 'rule') throw new UsageError(`${name} is a rule: docket policy explain ${name} says what it is here.`);
  return [{ key: explained.key, value: explained.now, origins: explained.origins }];
};

/** `guard` and `gates.guard` are the gate's. */
const isBelow = (key: string, wanted: string): boolean =>
  [wanted, `gates.${wanted}`].some((start) => key === start || key.startsWith(`${start}.`));

const valueJson = ({ key, value, origins, ...rest }: PolicyValue) => ({
  key,
  value,
  ...(value === null ? { default: defaultOf(key) } : {}),
  ...rest,
  origins,
});

const defaultOf = (key: string): string | null => {
  const [top, gate = '', option = ''] = key.split('.');
  const known = top === 'gates' ? optionReference(gate, option) : KEY_REFERENCE.find((one) => one.key === key);
  return known?.byDefault ?? null;
};

const warnings = ({ policy, problems, isKept, broken }: Effective, io: Io, style: Style): string[] =>
  [
    ...(policy.mode === 'monitor' ? [WHOLE_MONITOR] : []),
    ...problems,
    ...(isKept ? ['A file is broken: hooks keep to the policy that was in force before, which is shown.'] : []),
    ...(broken && !isKept ? ['A file is broken, and no policy was in force before: it counts as not there.'] : []),
  ].flatMap((text) => wrap(text, io.width, '! ').map((line) => style('yellow', line)));

/** `key  value  where from`, the last one on a line of its own where it does not fit. */
const valueRows = (values: readonly PolicyValue[], io: Io, style: Style): string[] =>
  values.flatMap((one) => {
    const { key, value, origins, configured } = one;
    const isGate = GATES.some(({ name }) => key === `gates.${name}.mode`);
    const shown = value === null ? (defaultOf(key) ?? 'none') : valueText(value);
    const more = configured === undefined ? '' : ` (${valueText(configured)} without "mode": "monitor")`;
    const text = cutTo(`${key.padEnd(KEY_COLUMNS)} ${shown}${more}`, io.width);
    const from = origins.map((origin) => originText(origin, io)).join(', ');
    const painted = isGate ? style('bold', text) : text;
    const fits = columns(text) + 2 + columns(from) <= io.width && columns(text) < FROM_COLUMN;
    return fits
      ? [`${painted}${' '.repeat(Math.max(2, FROM_COLUMN - columns(text)))}${style('dim', from)}`]
      : [painted, ...wrap(from, io.width, ' '.repeat(6)).map((line) => style('dim', line))];
  });

const KEY_COLUMNS = 30;
const FROM_COLUMN = 44;
