import type { LogLine } from '../../../src/events/log-reader.ts';
import { readEvents } from '../../../src/events/log-reader.ts';
import type { Policy } from '../../../src/events/schemas.ts';
import { GATES } from '../../../src/gates/gates.ts';
import { resolvePolicy } from '../../../src/gates/policy-files.ts';
import { judgeSessions } from '../../../src/replay/backtest/judge-sessions.ts';
import { type BacktestReport, type ReportedFlip, reportOf } from '../../../src/replay/backtest/report.ts';
import type { Scenario } from '../../kit/scenario.ts';
import { folderOf } from '../read-log.ts';

export type PolicyFile = Readonly<Record<string, unknown>>;

/** What a policy file alone makes. */
export const policyFrom = (file: PolicyFile): Policy =>
  resolvePolicy([{ path: 'other.json', text: JSON.stringify(file) }]).policy;

export const linesOf = (s: Scenario): LogLine[] => [...readEvents(folderOf(s))];

/** What another policy would have done in a scenario. */
export const backtest = (s: Scenario, file: PolicyFile, lines = linesOf(s)): BacktestReport => {
  const policy = policyFrom(file);
  return reportOf([{ log: null, tallies: [judgeSessions(lines, { change: () => policy }).tally] }], {
    policy,
    gates: GATES,
  });
};

/** A flip in a line: the call or type, the decisions, the rules, and what is not plain about it. */
export const flipLine = ({ call, type, was, now, rules, kind, certainty }: ReportedFlip): string =>
  [
    `${call ?? type}: ${was} → ${now}`,
    rules.map(({ rule, was: before, now: after }) => `${rule} ${before} → ${after}`).join(', '),
    ...(kind === 'direct' ? [] : [kind]),
    ...(certainty === 'certain' ? [] : [certainty]),
  ].join(' | ');

export const flipLines = ({ flips }: BacktestReport): string[] => flips.map(flipLine);

/** Only these gates, enforced. */
export const only = (...gates: readonly string[]): PolicyFile => gatesIn('enforce', gates);

/** Only these, and they only watch: what they look at is recorded. */
export const watching = (...gates: readonly string[]): PolicyFile => gatesIn('monitor', gates);

const gatesIn = (mode: string, gates: readonly string[]): PolicyFile => ({
  preset: 'observe',
  gates: Object.fromEntries([
    ...ALL_OFF.map((name) => [name, { mode: 'off' }]),
    ...gates.map((name) => [name, { mode }]),
  ]),
});

const ALL_OFF = Object.keys(policyFrom({}).gates);
