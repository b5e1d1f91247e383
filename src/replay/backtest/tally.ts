import type { Envelope } from '../../events/envelope.ts';
import type { Position } from '../../events/position.ts';
import type { FactRequest } from '../../gates/facts.ts';
import { toolKind } from '../../projections/tools.ts';
import type { CallLine } from '../recorded-calls.ts';
import { type Break, breakOf } from './break.ts';
import { type Comparison, isRunnerOn } from './counterfactual.ts';
import { type Flip, flipOf } from './flip.ts';
import { NOTHING_SAID, type Said } from './said.ts';
import { type Signals, watchSignals } from './signals.ts';

/** How often a rule was answered and would be; `watched`: under monitor. */
export interface RuleCount {
  readonly gate: string;
  readonly was: number;
  readonly now: number;
  readonly watchedBefore: number;
  readonly watchedNow: number;
}

/** Verdicts of a gate that rest on facts nobody recorded. */
export interface UnknownCount {
  readonly verdicts: number;
  /** How many of them would fire, as far as can be told. */
  readonly fired: number;
  /** The rules that would. */
  readonly rules: readonly string[];
  readonly facts: readonly FactRequest[];
}

/** Where an event stands. */
export interface Place {
  readonly session: string;
  readonly position: Position;
}

/** What came of some sessions under the other policy: plain data, that a worker can hand over. */
export interface Tally {
  readonly sessions: readonly string[];
  /** Those of them that were imported. */
  readonly imported: readonly string[];
  /** Events that gates judge, among those asked for. */
  readonly judged: number;
  /** Events that no hook came to judge. */
  readonly unruled: number;
  readonly flips: readonly Flip[];
  readonly breaks: readonly Break[];
  /** Of each session: the first write after which docket would have run the tests. */
  readonly runs: readonly (readonly [string, Place & { readonly event: string }])[];
  readonly rules: readonly (readonly [string, RuleCount])[];
  readonly unknown: readonly (readonly [string, UnknownCount])[];
  readonly signals: readonly (readonly [string, Signals])[];
  /** Where evidence stands that flips rest on. */
  readonly evidence: readonly (readonly [string, Place])[];
}

export interface Tallying {
  /** Takes note of a line of the log and of what was judged there. */
  readonly add: (line: CallLine, comparison: Comparison | null) => void;
  readonly end: (unruled: number) => Tally;
}

/** Evidence that one session makes and another one's verdicts can rest on. */
const EVIDENCE: ReadonlySet<string> = new Set(['TestRunFinished', 'ReviewRecorded', 'ProofRecorded', 'ProofRevoked']);

/** Counts what is judged of some sessions. `matches`: which events are asked for; the others only make the state. */
export const startTally = (isJudged: (stream: string) => boolean, matches: (event: Envelope) => boolean): Tallying => {
  const sessions = new Set<string>();
  const imported = new Set<string>();
  const flips: Flip[] = [];
  const breaks: Break[] = [];
  const pending = new Map<string, Comparison>();
  const runs = new Map<string, Place & { event: string }>();
  const rules = new Map<string, RuleCount>();
  const unknown = new Map<string, UnknownCount>();
  const evidence = new Map<string, Place>();
  const signals = watchSignals();
  let judged = 0;

  const settle = (comparison: Comparison, ran: boolean): void => {
    const kind = breakOf(comparison, ran);
    if (kind === null) return;
    const { event, position } = comparison.call.trigger;
    breaks.push({ session: event.stream, event: event.id, position, at: event.at, kind });
  };

  const note = (comparison: Comparison): void => {
    const { call, was, now, under } = comparison;
    const { event, position } = call.trigger;
    if (was !== null) signals.said(call, was);
    if (event.call === null || event.type !== 'ToolRequested') settle(comparison, false);
    else pending.set(`${event.stream} ${event.call}`, comparison);
    const isWrite = event.type === 'ToolCompleted' && toolKind(event.data['tool_name']) === 'write';
    if (isWrite && isRunnerOn(under.now) && !isRunnerOn(under.was) && !runs.has(event.stream)) {
      runs.set(event.stream, { session: event.stream, position, event: event.id });
    }
    if (!matches(event)) return;
    // What nobody has a word to say of is no judgement.
    if (was !== null || now.verdicts.length > 0) judged += 1;
    sessions.add(event.stream);
    if (event.provenance === 'import') imported.add(event.stream);
    countRules(rules, was ?? NOTHING_SAID, now);
    for (const word of comparison.unknown) countUnknown(unknown, word);
    const flip = flipOf(comparison);
    if (flip !== null) flips.push(flip);
  };

  return {
    add: ({ line: { event, position }, call }, comparison) => {
      if (EVIDENCE.has(event.type)) evidence.set(event.id, { session: event.stream, position });
      if (!isJudged(event.stream)) return;
      if (event.call !== null && OUTCOMES.has(event.type)) {
        const key = `${event.stream} ${event.call}`;
        const waits = pending.get(key);
        if (waits !== undefined) settle(waits, true);
        pending.delete(key);
        signals.ran(event.stream, event.call);
      }
      if (comparison !== null) note(comparison);
      if (call !== null && call.ruling === null) signals.said(call, NOTHING_SAID);
    },
    end: (unruled) => {
      for (const waits of pending.values()) settle(waits, false);
      const named = new Set(flips.flatMap(({ because }) => because));
      return {
        ...{
          sessions: [...sessions],
          imported: [...imported],
          judged,
          unruled,
          flips,
          breaks,
          runs: [...runs],
          rules: [...rules],
        },
        unknown: [...unknown],
        signals: [...signals.sums()],
        evidence: [...evidence].filter(([id]) => named.has(id)),
      };
    },
  };
};

const OUTCOMES: ReadonlySet<string> = new Set(['ToolCompleted', 'ToolFailed']);

const countRules = (rules: Map<string, RuleCount>, was: Said, now: Said): void => {
  const count = (said: Said, answered: 'was' | 'now', watched: 'watchedBefore' | 'watchedNow'): void => {
    for (const { gate, rule, decision, mode } of said.verdicts) {
      if (decision === 'pass') continue;
      const before = rules.get(rule) ?? { gate, was: 0, now: 0, watchedBefore: 0, watchedNow: 0 };
      const field = mode === 'enforce' ? answered : watched;
      rules.set(rule, { ...before, [field]: before[field] + 1 });
    }
  };
  count(was, 'was', 'watchedBefore');
  count(now, 'now', 'watchedNow');
};

const countUnknown = (
  unknown: Map<string, UnknownCount>,
  { gate, facts, verdicts }: Comparison['unknown'][number],
): void => {
  const before = unknown.get(gate) ?? { verdicts: 0, fired: 0, rules: [], facts: [] };
  const fired = verdicts.flatMap(({ decision, rule }) => (decision === 'pass' ? [] : [rule]));
  unknown.set(gate, {
    verdicts: before.verdicts + 1,
    fired: before.fired + (fired.length > 0 ? 1 : 0),
    rules: [...new Set([...before.rules, ...fired])].sort(),
    facts: [...new Set([...before.facts, ...facts])].sort(),
  });
};
