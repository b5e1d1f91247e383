import { counted } from '../../audit/counted.ts';
import type { Spread } from '../../audit/stats/durations.ts';
import type { RuleStats, Stats } from '../../audit/stats/stats.ts';
import { barsOf } from '../bars.ts';
import type { Io } from '../io.ts';
import { fitTo, type Style, styleFor } from '../style.ts';

/** What `docket stats` prints: the rules, what became of them, and how long the hook took. */
export const statsText = (stats: Stats, isAscii: boolean, io: Pick<Io, 'env' | 'isStdoutTty' | 'width'>): string => {
  const style = styleFor(io);
  const [first] = stats.weeks;
  if (first === undefined) return 'Nothing was ruled on in what was chosen.\n';
  const weeks = `${first}${stats.weeks.length === 1 ? '' : ` to ${stats.weeks.at(-1)}`} (UTC)`;
  const head = `${counted(stats.weeks.length, 'week')}, ${weeks}; ${counted(stats.latency.all?.n ?? 0, 'ruling')}`;
  return `${[head, '', ...ruleLines(stats, isAscii, io.width, style), '', ...latencyLines(stats, isAscii, io.width, style)].join('\n')}\n`;
};

const NUMBERS = ['fired', 'watched', 'waived', 'overridden', 'met', 'after'] as const;
const NUMBERS_WIDTH = NUMBERS.reduce((sum, name) => sum + Math.max(6, name.length + 1), 0);

/** A plot has a column a week, the newest last; what does not fit is left out at its beginning. */
const PLOT_WIDTH = 12;

const ruleLines = ({ rules, weeks }: Stats, isAscii: boolean, width: number, style: Style): string[] => {
  if (rules.length === 0) return ['No rule fired: all that was ruled on passed.'];
  const plot = Math.min(weeks.length, Math.max(PLOT_WIDTH, width - 40 - NUMBERS_WIDTH));
  const room = Math.max(16, Math.min(40, width - NUMBERS_WIDTH - Math.max(plot, 'by week'.length) - 2));
  const row = (name: string, cells: readonly string[], bars: string): string =>
    `${fitTo(name, room)}${cells.map((cell, index) => padded(cell, NUMBERS[index] ?? '')).join('')}  ${bars}`.trimEnd();
  return [
    style('dim', row('rule', NUMBERS, 'by week')),
    ...rules.map((rule) => row(rule.rule, numbersOf(rule), barsOf(firedByWeek(rule).slice(-plot), isAscii))),
  ];
};

const padded = (cell: string, name: string): string => cell.padStart(Math.max(6, name.length + 1));

const numbersOf = ({ fired, watched, waived, overridden, satisfied, timeToSatisfy }: RuleStats): string[] => [
  ...[fired, watched, waived, overridden, satisfied].map((count) => (count === 0 ? '-' : `${count}`)),
  timeToSatisfy === null ? '-' : shortDuration(timeToSatisfy.p50),
];

const firedByWeek = ({ weeks }: RuleStats): number[] =>
  weeks.map(({ fired, watched, waived }) => fired + watched + waived);

const latencyLines = ({ latency, weeks }: Stats, isAscii: boolean, width: number, style: Style): string[] => {
  const row = (name: string, cells: readonly (string | number)[]): string =>
    `${fitTo(name, 28)}${cells.map((cell) => `${cell}`.padStart(9)).join('')}`;
  const line = (name: string, { n, p50, p90, p99, max }: Spread): string => row(name, [n, p50, p90, p99, max]);
  const medians = latency.weeks.map(({ spread }) => spread?.p50 ?? 0).slice(-Math.max(PLOT_WIDTH, width - 40));
  return [
    style('dim', row('hook latency (ms)', ['calls', 'p50', 'p90', 'p99', 'max'])),
    ...(latency.all === null ? [] : [line('all events', latency.all)]),
    ...latency.events.map(({ type, ...spread }) => line(type, spread)),
    ...(weeks.length < 2 ? [] : [`${fitTo('p50 by week', 28)}  ${barsOf(medians, isAscii)}`.trimEnd()]),
  ];
};

/** `850ms`, `12s`, `3m`, `2h`, `4d`. */
const shortDuration = (milliseconds: number): string => {
  const [unit, size] = UNITS.find(([, from]) => milliseconds >= from) ?? (['ms', 1] as const);
  return `${Math.round(milliseconds / size)}${unit}`;
};

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const;
