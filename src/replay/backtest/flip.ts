import type { Position } from '../../events/position.ts';
import type { Decision, Verdict } from '../../events/schemas.ts';
import type { FactRequest } from '../../gates/facts.ts';
import { summaryOf } from '../summary.ts';
import type { Comparison, Origin } from './counterfactual.ts';
import { NOTHING_SAID, type Said } from './said.ts';

/** A rule that is answered otherwise. `pass` stands for all that is not answered. */
export interface RuleFlip {
  readonly gate: string;
  readonly rule: string;
  readonly was: Decision;
  readonly now: Decision;
  readonly origin: Origin;
  /** The condition that does not hold, where the rule fires. */
  readonly condition: string | null;
  /** Facts that nobody recorded and its word now rests on. */
  readonly unknown: readonly FactRequest[];
}

/** An event that docket would have answered otherwise. */
export interface Flip {
  readonly event: string;
  readonly position: Position;
  readonly at: string;
  readonly session: string;
  readonly worktree: string | null;
  readonly type: string;
  readonly call: string | null;
  readonly tool: string | null;
  /** What the event says in a few words. */
  readonly summary: string;
  readonly was: Said['decision'];
  readonly now: Said['decision'];
  readonly rules: readonly RuleFlip[];
  /** Events that the verdicts rest on, then and now. */
  readonly because: readonly string[];
}

/** How an event would have been answered otherwise; null where it would not. */
export const flipOf = ({ call, was, now, origins, unknown }: Comparison): Flip | null => {
  const before = was ?? NOTHING_SAID;
  const rules = ruleFlips(before, now, origins, new Map(unknown.map(({ gate, facts }) => [gate, facts])));
  if (rules.length === 0 && before.decision === now.decision) return null;
  const { event, position } = call.trigger;
  const tool = event.data['tool_name'];
  const concerned = [...before.verdicts, ...now.verdicts].filter(({ gate }) =>
    rules.some((rule) => rule.gate === gate),
  );
  return {
    event: event.id,
    position,
    at: event.at,
    session: event.stream,
    worktree: event.worktree,
    type: event.type,
    call: event.call,
    tool: typeof tool === 'string' ? tool : null,
    summary: summaryOf(event).slice(0, LONGEST_SUMMARY),
    was: before.decision,
    now: now.decision,
    rules,
    because: [...new Set(concerned.flatMap(({ because }) => because))],
  };
};

const LONGEST_SUMMARY = 200;

const ruleFlips = (
  was: Said,
  now: Said,
  origins: ReadonlyMap<string, Origin>,
  unknown: ReadonlyMap<string, readonly FactRequest[]>,
): RuleFlip[] => {
  const [old, fresh] = [answeredRules(was), answeredRules(now)];
  return [...new Set([...fresh.keys(), ...old.keys()])].flatMap((rule) => {
    const [before, after] = [old.get(rule), fresh.get(rule)];
    if (before?.decision === after?.decision) return [];
    const { gate } = (after ?? before) as Verdict;
    const open = (after ?? before)?.conditions.find(({ holds }) => !holds);
    return {
      gate,
      rule,
      was: before?.decision ?? 'pass',
      now: after?.decision ?? 'pass',
      origin: origins.get(gate) ?? 'state',
      condition: open?.name ?? null,
      unknown: unknown.get(gate) ?? [],
    };
  });
};

/** The verdicts that are answered, by rule; the strongest of several. */
const answeredRules = ({ answered }: Said): ReadonlyMap<string, Verdict> =>
  new Map([...answered].reverse().map((verdict) => [verdict.rule, verdict]));

/** Whether the other policy alone makes the flip, what it made of the session before, or today's gates. */
export const isKnockOn = ({ rules }: Pick<Flip, 'rules'>): boolean =>
  rules.length > 0 && rules.every(({ origin }) => origin === 'state');

export const isOfGates = ({ rules }: Pick<Flip, 'rules'>): boolean =>
  rules.length > 0 && rules.every(({ origin }) => origin === 'gates');

export const isOnUnknown = ({ rules }: Pick<Flip, 'rules'>): boolean =>
  rules.length > 0 && rules.every(({ unknown }) => unknown.length > 0);
