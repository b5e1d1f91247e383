import type { Verdict } from '../../events/schemas.ts';
import type { RecordedCall } from '../../replay/recorded-calls.ts';
import { verdictsOf } from '../call-words.ts';
import { type Outcomes, readOutcomes, tookOf } from '../outcomes.ts';
import type { SelectedLog } from '../selection.ts';
import { type Durations, type Spread, startDurations } from './durations.ts';
import { weekOf, weeksAcross } from './week.ts';

/** What became of a rule's verdicts. */
export interface RuleCounts {
  /** It denied, asked, rewrote, allowed or advised. */
  readonly fired: number;
  /** It would have, in monitor mode. */
  readonly watched: number;
  /** It would have, and a waiver let it through. */
  readonly waived: number;
  /** It denied or asked, and the call ran all the same: a person said yes, or nobody heeded it. */
  readonly overridden: number;
  /** What did not hold when it fired did, when the gate next looked at the session. */
  readonly satisfied: number;
  /** From the verdict until then; null where that never was. */
  readonly timeToSatisfy: Spread | null;
}

export interface RuleStats extends RuleCounts {
  readonly gate: string;
  readonly rule: string;
  readonly byDecision: Readonly<Partial<Record<Verdict['decision'], number>>>;
  /** One for each week of the whole. */
  readonly weeks: readonly (RuleCounts & { readonly week: string })[];
}

/** How long the hook took from the event to its answer, or to its ruling where there was nothing to answer. */
export interface LatencyStats {
  readonly all: Spread | null;
  readonly events: readonly (Spread & { readonly type: string })[];
  readonly weeks: readonly { readonly week: string; readonly spread: Spread | null }[];
}

export interface Stats {
  /** ISO 8601 weeks in UTC, without a gap. */
  readonly weeks: readonly string[];
  /** Those that fired most first. */
  readonly rules: readonly RuleStats[];
  readonly latency: LatencyStats;
}

/** Counts what the rules did in a log and what became of it, by week. */
export const statsOf = (log: SelectedLog): Stats => {
  const outcomes = readOutcomes(log.context());
  const rules = new Map<string, RuleTally>();
  const latency = { all: startDurations(), events: new Map<string, Durations>(), weeks: new Map<string, Durations>() };
  const waiting = new Map<string, Fired[]>();
  const seen = new Set<string>();
  for (const { line, call } of log.calls()) {
    const week = weekOf(line.event.at);
    if (call?.ruling == null || week === null) continue;
    seen.add(week);
    addLatency(latency, call, week);
    const verdicts = verdictsOf(call, log.selection.gate);
    settle(waiting, line.event.stream, verdicts, line.event.at, rules);
    for (const verdict of verdicts) {
      const fired = addVerdict(tallyFor(rules, verdict), verdict, week, call, outcomes);
      if (fired !== null)
        waiting.set(line.event.stream, [...(waiting.get(line.event.stream) ?? []), fired].slice(-MOST_WAITING));
    }
  }
  const weeks = weeksAcross([...seen]);
  return {
    weeks,
    rules: [...rules.values()]
      .map((tally) => rulesStats(tally, weeks))
      .filter(({ fired, watched, waived }) => fired + watched + waived > 0)
      .sort((a, b) => b.fired - a.fired || b.watched - a.watched || (a.rule < b.rule ? -1 : 1)),
    latency: {
      all: latency.all.spread(),
      events: [...latency.events]
        .map(([type, durations]) => ({ type, ...(durations.spread() as Spread) }))
        .sort((a, b) => b.n - a.n || (a.type < b.type ? -1 : 1)),
      weeks: weeks.map((week) => ({ week, spread: latency.weeks.get(week)?.spread() ?? null })),
    },
  };
};

/** Of each session so many verdicts wait for what becomes of them. */
const MOST_WAITING = 128;

/** A verdict that waits until what did not hold does. */
interface Fired {
  readonly gate: string;
  readonly rule: string;
  readonly week: string;
  readonly at: string;
  readonly open: readonly string[];
}

interface Counts {
  fired: number;
  watched: number;
  waived: number;
  overridden: number;
  readonly satisfied: Durations;
}

interface RuleTally {
  readonly gate: string;
  readonly rule: string;
  readonly all: Counts;
  readonly byDecision: Map<Verdict['decision'], number>;
  readonly weeks: Map<string, Counts>;
}

const noCounts = (): Counts => ({ fired: 0, watched: 0, waived: 0, overridden: 0, satisfied: startDurations() });

const tallyFor = (rules: Map<string, RuleTally>, { gate, rule }: Pick<Verdict, 'gate' | 'rule'>): RuleTally => {
  const tally = rules.get(rule) ?? { gate, rule, all: noCounts(), byDecision: new Map(), weeks: new Map() };
  rules.set(rule, tally);
  return tally;
};

const weekIn = ({ weeks }: RuleTally, week: string): Counts => {
  const counts = weeks.get(week) ?? noCounts();
  weeks.set(week, counts);
  return counts;
};

/** Takes note of a verdict. What it asks for, where it fired. */
const addVerdict = (
  tally: RuleTally,
  { gate, rule, decision, mode, waived, conditions }: Verdict,
  week: string,
  call: RecordedCall,
  outcomes: Outcomes,
): Fired | null => {
  const both = [tally.all, weekIn(tally, week)];
  if (decision === 'pass') {
    if (waived !== undefined) for (const counts of both) counts.waived += 1;
    return null;
  }
  if (mode === 'monitor') {
    for (const counts of both) counts.watched += 1;
    return null;
  }
  tally.byDecision.set(decision, (tally.byDecision.get(decision) ?? 0) + 1);
  const isOverridden = (decision === 'deny' || decision === 'ask') && hasRun(call, outcomes);
  for (const counts of both) {
    counts.fired += 1;
    if (isOverridden) counts.overridden += 1;
  }
  const open = conditions.flatMap(({ name, holds }) => (holds ? [] : [name]));
  return { gate, rule, week, at: call.trigger.event.at, open };
};

const hasRun = ({ trigger }: RecordedCall, outcomes: Outcomes): boolean => {
  if (trigger.event.type !== 'ToolRequested') return false;
  const outcome = outcomes.ofCall(trigger.event);
  return outcome !== null && outcome.kind !== 'denied';
};

/** Verdicts of a session whose conditions all hold, now that their gate looked again, wait no longer. */
const settle = (
  waiting: Map<string, Fired[]>,
  stream: string,
  verdicts: readonly Verdict[],
  at: string,
  rules: Map<string, RuleTally>,
): void => {
  const all = waiting.get(stream);
  if (all === undefined) return;
  const left = all.filter((fired) => {
    if (!isSatisfied(fired, verdicts)) return true;
    const took = tookOf(fired.at, { at });
    const tally = tallyFor(rules, fired);
    if (took !== null) for (const counts of [tally.all, weekIn(tally, fired.week)]) counts.satisfied.add(took);
    return false;
  });
  if (left.length === 0) waiting.delete(stream);
  else waiting.set(stream, left);
};

const isSatisfied = ({ gate, open }: Fired, verdicts: readonly Verdict[]): boolean => {
  const conditions = verdicts.flatMap((verdict) => (verdict.gate === gate ? verdict.conditions : []));
  return open.length > 0 && open.every((name) => conditions.some((one) => one.name === name && one.holds));
};

const addLatency = (
  { all, events, weeks }: { all: Durations; events: Map<string, Durations>; weeks: Map<string, Durations> },
  { trigger, ruling, answer }: RecordedCall,
  week: string,
): void => {
  const took = tookOf(trigger.event.at, answer?.event ?? ruling?.event ?? null);
  if (took === null) return;
  const ofEvent = events.get(trigger.event.type) ?? startDurations();
  const ofWeek = weeks.get(week) ?? startDurations();
  events.set(trigger.event.type, ofEvent);
  weeks.set(week, ofWeek);
  for (const durations of [all, ofEvent, ofWeek]) durations.add(took);
};

const countsOf = ({ fired, watched, waived, overridden, satisfied }: Counts): RuleCounts => {
  const spread = satisfied.spread();
  return { fired, watched, waived, overridden, satisfied: spread?.n ?? 0, timeToSatisfy: spread };
};

const rulesStats = (
  { gate, rule, all, byDecision, weeks: perWeek }: RuleTally,
  weeks: readonly string[],
): RuleStats => ({
  gate,
  rule,
  ...countsOf(all),
  byDecision: Object.fromEntries(byDecision),
  weeks: weeks.map((week) => ({ week, ...countsOf(perWeek.get(week) ?? noCounts()) })),
});
