import type { EventData } from '../events/schemas.ts';
import { type Drift, driftNow } from '../projections/plan-decisions.ts';
import type { Fact } from './facts.ts';
import { condition, counted, type GateContext, type Rule, shownList, type Way } from './gate.ts';

type Plan = Fact<EventData<'PlanObserved'>>;

/** Source code waits for a plan. */
const noPlan: Rule = {
  id: 'plan-check/no-plan',
  decision: 'deny',
  judge: ({ facts }) => {
    const plan = facts.plan();
    if (plan === null) return null;
    const { path, exists } = plan.data;
    return {
      conditions: [
        condition('plan-exists', exists, { actual: { path, exists }, because: [plan.id], remedy: howToWrite(path) }),
      ],
      reason: `There is no plan (${path}), and this would write new source code.`,
    };
  },
  ways: ({ facts }) => planWays(facts.plan(), (plan) => `write ${plan.path}`),
};

/** The code has left the plan behind, or the plan the code. */
const stale: Rule = {
  id: 'plan-check/stale',
  decision: 'deny',
  judge: (context) => judgeTier(context, 'deny'),
  ways: (context) => staleWays(context),
};

const aging: Rule = {
  id: 'plan-check/aging',
  decision: 'advise',
  judge: (context) => (isOpen(judgeTier(context, 'deny')) ? null : judgeTier(context, 'warn')),
  ways: (context) => staleWays(context),
};

const RULES: readonly Rule[] = [noPlan, stale, aging];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const planCheckRules = (): readonly Rule[] => RULES;

type Tier = 'warn' | 'deny';

/** A threshold that is reached counts (seed 001, "Key plan-check.sh Behaviors"). */
const THRESHOLDS: Readonly<Record<'churn' | 'drift', Readonly<Record<Tier, number>>>> = {
  churn: { warn: 15, deny: 35 },
  drift: { warn: 2, deny: 5 },
};

const thresholdOf = ({ options }: GateContext, signal: 'churn' | 'drift', tier: Tier): number => {
  const own = (options[signal] as Partial<Record<Tier, unknown>> | undefined)?.[tier];
  return typeof own === 'number' ? own : THRESHOLDS[signal][tier];
};

const isOpen = (judgement: ReturnType<Rule['judge']>): boolean =>
  judgement?.conditions.some(({ holds }) => !holds) === true;

/** Either signal is enough: the worse one decides. */
const judgeTier = (context: GateContext, tier: Tier): ReturnType<Rule['judge']> => {
  const plan = context.facts.plan();
  if (plan === null || !plan.data.exists) return null;
  const churn = churnCondition(context, plan, tier);
  const drift = driftCondition(context, plan, tier);
  const found = [...(churn.holds ? [] : [churnWords(plan.data)]), ...(drift.holds ? [] : [driftWords(context, plan)])];
  const state = tier === 'deny' ? 'is out of date' : 'is getting out of date';
  return { conditions: [churn, drift], reason: `${plan.data.path} ${state}: ${found.join(', and ')}.` };
};

const churnCondition = (context: GateContext, { id, data }: Plan, tier: Tier) => {
  const { since, path } = data;
  const threshold = thresholdOf(context, 'churn', tier);
  return condition(`churn-is-below-${threshold}-percent`, since === null || since.churn < threshold, {
    actual: since ?? 'unknown',
    because: [id],
    remedy: `Bring ${path} up to date with what was built since (status of phases, decisions, what comes next): it counts once the file is changed, and is never gated itself.`,
  });
};

const driftCondition = (context: GateContext, plan: Plan, tier: Tier) => {
  const drift = driftOf(context, plan);
  const threshold = thresholdOf(context, 'drift', tier);
  const count = drift === null ? 0 : countOf(drift);
  return condition(`drift-is-below-${threshold}-decisions`, count < threshold, {
    actual:
      drift === null
        ? 'unknown'
        : { count, unplanned: shownList(drift.unplanned), unimplemented: shownList(drift.unimplemented) },
    because: drift === null ? [] : [context.state.decisions.audit?.event ?? plan.id, plan.id],
    remedy: driftRemedy(drift, plan.data.path),
  });
};

const driftRemedy = (drift: Drift | null, path: string): string => {
  const unplanned = shownList(drift?.unplanned ?? []).join(', ');
  const unimplemented = shownList(drift?.unimplemented ?? []).join(', ');
  const steps = [
    ...(unplanned === '' ? [] : [`Write into ${path} what the code decided: ${unplanned}.`]),
    ...(unimplemented === ''
      ? []
      : [`Mark there as deprecated or superseded what will not be done of ${unimplemented}.`]),
  ];
  return steps.join(' ');
};

/** Null before the first audit: nobody knows then. */
const driftOf = ({ state }: GateContext, { data }: Plan): Drift | null => {
  const { audit } = state.decisions;
  return audit === null ? null : driftNow(audit, data);
};

const countOf = ({ unplanned, unimplemented }: Drift): number => unplanned.length + unimplemented.length;

const churnWords = ({ since }: Plan['data']): string => {
  const { churn = 0, changed = 0, commits = 0, days = null } = since ?? {};
  const age = days === null ? '' : `, ${counted(days, 'day')} ago`;
  return `${churn} % of the source files changed since it did (${counted(changed, 'file')}, ${counted(commits, 'commit')}${age})`;
};

const driftWords = (context: GateContext, plan: Plan): string => {
  const { unplanned = [], unimplemented = [] } = driftOf(context, plan) ?? {};
  return `${counted(unplanned.length + unimplemented.length, 'decision')} differ between it and the code (${unplanned.length} unplanned, ${unimplemented.length} not implemented)`;
};

const planWays = (plan: Plan | null, todo: (data: Plan['data']) => string, more: Partial<Plan['data']> = {}): Way[] =>
  plan === null
    ? []
    : [
        {
          todo: todo(plan.data),
          events: [{ type: 'PlanObserved', data: { ...plan.data, exists: true, since: JUST_NOW, ...more } }],
        },
      ];

const JUST_NOW = { days: 0, commits: 0, changed: 0, tracked: 0, churn: 0 };

/** With everything the code decided in it, and nothing that the code lacks. */
const staleWays = (context: GateContext): Way[] => {
  const plan = context.facts.plan();
  if (plan === null) return [];
  const { unplanned = [], unimplemented = [] } = driftOf(context, plan) ?? {};
  const kept = plan.data.decisions.filter(({ id }) => !unimplemented.includes(id));
  const decisions = [
    ...kept,
    ...unplanned.map((id) => ({ id, status: 'accepted' })),
    ...unimplemented.map((id) => ({ id, status: 'deprecated' })),
  ];
  return planWays(plan, ({ path }) => `bring ${path} up to date`, { decisions });
};

/** Enough to write a plan that plan-validate finds nothing in. */
const howToWrite = (path: string): string =>
  `Write ${path} first (no gate stops that), in this form, then try again:
# Title
## Original Intent
What the user asked for, in the user's words.
## Goals
- REQ-GOAL-001: what it is for
## Non-Goals
- REQ-NOGO-001: what it will not do
## Requirements
- REQ-CART-001 (P0): what it must do (REQ-CATEGORY-NNN; P0 must, P1 should, P2 could)
## Success Metrics
- REQ-MET-001: how to tell that it works
## Phase 1: title
**Status:** in-progress
**Requirements:** REQ-CART-001
- DEC-CART-001: what was decided and why (DEC-COMPONENT-NNN)
### Decision Log
What was decided on the way, once the phase is completed.
A status is planned, in-progress or completed. One phase is enough for a small task.
`;
