import { GATES } from '../../gates/gates.ts';
import type { ExitCode, Io } from '../io.ts';
import { policyInForce } from '../policy-here.ts';
import { shownPath } from '../show-change.ts';
import { columns, cutTo, printable, type Style, styleFor, wrap } from '../style.ts';
import { WHOLE_MONITOR } from '../whole-monitor.ts';
import { type Effective, effectivePolicy, type Origin, type PolicyValue } from './effective.ts';
import { KEY_REFERENCE } from './key-reference.ts';
import { policyLayers } from './layers.ts';

export interface ShowOptions {
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Prints the policy as it is, each value with where it comes from. With `key` only what begins so. */
export const runShow = (key: string | undefined, { all = false, json }: ShowOptions, io: Io): ExitCode => {
  const layers = policyLayers(io);
  const effective = effectivePolicy(layers, policyInForce(io));
  const wanted = effective.values.filter((value) => key === undefined || isBelow(value.key, key));
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
    ...layers.map(({ name, path, source }) =>
      style('dim', cutTo(`${name.padEnd(8)} ${shownPath(path, io)}${source === null ? ' (not there)' : ''}`, io.width)),
    ),
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

const defaultOf = (key: string): string | null => KEY_REFERENCE.find((one) => one.key === key)?.byDefault ?? null;

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

/** A value as files have it, texts without quotes. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? printable(value) : printable(JSON.stringify(value) ?? 'null');

/** `docket.config.json:4`, `preset strict`. */
export const originText = ({ layer, from, line }: Origin, io: Pick<Io, 'cwd'>): string => {
  if (from === null) return layer === 'kept' ? 'kept from before' : 'default';
  return layer === 'preset'
    ? `preset ${from}`
    : `${printable(shownPath(from, io))}${line === undefined ? '' : `:${line}`}`;
};
