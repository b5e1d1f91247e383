import type { TimelineRow } from '../source/timeline-row.ts';
import { matcherFor } from './matcher.ts';

export const CHIP_KINDS = ['gate', 'verdict', 'tool', 'path', 'type', 'actor', 'text'] as const;
export type ChipKind = (typeof CHIP_KINDS)[number];

/** A condition of a filter: `gate:test-gate`, or with `!` its opposite. */
export interface Chip {
  readonly kind: ChipKind;
  readonly value: string;
  readonly isNot: boolean;
}

/** A chip as it is written; a text that names no kind is looked for in what the row says. Null for nothing. */
export const chipFrom = (written: string): Chip | null => {
  const isNot = written.startsWith('!');
  const rest = isNot ? written.slice(1) : written;
  const colon = rest.indexOf(':');
  const kind = CHIP_KINDS.find((known) => known === rest.slice(0, Math.max(0, colon)));
  const value = (kind === undefined ? rest : rest.slice(colon + 1)).trim();
  return value === '' ? null : { kind: kind ?? 'text', value, isNot };
};

export const chipText = ({ kind, value, isNot }: Chip): string =>
  `${isNot ? '!' : ''}${kind === 'text' ? '' : `${kind}:`}${value}`;

/**
 * Whether chips leave a row. Of those of one kind one must hold, of each kind; those with `!` take away. Upper and lower
 * case are the same unless a value has upper case.
 */
export const isLeft = (row: TimelineRow, chips: readonly Chip[]): boolean =>
  CHIP_KINDS.every((kind) => {
    const wanted = chips.filter((chip) => chip.kind === kind && !chip.isNot);
    return wanted.length === 0 || wanted.some((chip) => fits(row, chip));
  }) && !chips.some((chip) => chip.isNot && fits(row, chip));

const fits = (row: TimelineRow, { kind, value }: Chip): boolean => {
  const has = matcherFor(value);
  return VALUES[kind](row).some(has);
};

/** What a row has to say of each kind. */
export const VALUES: Readonly<Record<ChipKind, (row: TimelineRow) => readonly string[]>> = {
  gate: ({ fired }) => fired.map(({ gate }) => gate),
  verdict: ({ fired, decision }) => [
    ...(decision === undefined || decision === 'none' ? [] : [decision]),
    ...fired.map((verdict) => (verdict.mode === 'monitor' ? `would ${verdict.decision}` : verdict.decision)),
  ],
  tool: ({ tool }) => (tool === undefined ? [] : [tool]),
  path: ({ path }) => (path === undefined ? [] : [path]),
  type: ({ types }) => types,
  actor: ({ actor }) => [actor],
  text: ({ text, fired }) => [text, ...fired.map(({ rule }) => rule)],
};
