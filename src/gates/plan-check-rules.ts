import type { EventData } from '../events/schemas.ts';
import { type DriftNow, driftNow, isLaidDown } from '../projections/plan-decisions.ts';
import type { Fact } from './facts.ts';
import { condition, counted, type GateContext, type Rule, shownList, type Way } from './gate.ts';
import { PLAN_THRESHOLDS } from './plan-thresholds.ts';

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

/** Said once for each prompt of a person, to each agent: advice at every file is noise. */
const aging: Rule = {
  id: 'plan-check/aging',
  decision: 'advise',
  judge: (context) => {
    const judged = isOpen(judgeTier(context, 'deny')) ? null : judgeTier(context, 'warn');
    if (judged === null) return null;
    const { trigger, state } = context;
    const told = state.planTold.aging.filter(([actor]) => actor === trigger.actor.id).map(([, event]) => event);
    return {
      ...judged,
      sparing: [condition('not-told-since-the-last-prompt', told.length === 0, { actual: told.length, because: told })],
    };
  },
  ways: (context) => staleWays(context),
};

const RULES: readonly Rule[] = [noPlan, stale, aging];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const planCheckRules = (): readonly Rule[] => RULES;

type Tier = 'warn' | 'deny';

const thresholdOf = ({ options }: GateContext, signal: 'churn' | 'drift', tier: Tier): number => {
  const own = (options[signal] as Partial<Record<Tier, unknown>> | undefined)?.[tier];
  return typeof own === 'number' ? own : PLAN_THRESHOLDS[signal][tier];
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
  const carries = carriedOut(context, plan);
  return condition(`drift-is-below-${threshold}-decisions`, countOf(drift, carries) < threshold, {
    actual:
      drift === null
        ? 'unknown'
        : {
            count: countOf(drift, carries),
            unplanned: shownList(drift.unplanned),
            unimplemented: shownList(drift.unimplemented),
            ...(carries.length === 0 ? {} : { carriesOut: shownList(carries) }),
          },
    because: drift === null ? [] : [context.state.decisions.audit?.event ?? plan.id, plan.id, ...contentOf(context)],
    remedy: driftRemedy(drift, plan.data.path),
  });
};

const driftRemedy = (drift: DriftNow | null, path: string): string => {
  const unplanned = shownList(drift?.unplanned ?? []).join(', ');
  const unimplemented = shownList(drift?.unimplemented ?? []).join(', ');
  const steps = [
    ...(unplanned === '' ? [] : [`Write into ${path} what the code decided: ${unplanned}.`]),
    ...(unimplemented === ''
      ? []
      : [
          `Say in the file which decision of the plan it carries out (a comment with @decision and its id): then it is no matter what else is not implemented. Or mark in ${path} what comes later as planned, and what will not be done as deprecated or superseded, of ${unimplemented}.`,
        ]),
  ];
  return steps.join(' ');
};

/** Null before the first audit: nobody knows then. */
const driftOf = ({ state }: GateContext, { data }: Plan): DriftNow | null => {
  const { audit } = state.decisions;
  return audit === null ? null : driftNow(audit, data);
};

/** Decisions of the plan that the file would state: it is what the plan asks for. */
const carriedOut = ({ facts }: GateContext, { data }: Plan): readonly string[] => {
  const stated = (facts.content()?.data.decisions ?? []).map(({ id }) => id);
  return data.decisions.flatMap(({ id, status }) => (stated.includes(id) && !isLaidDown(status) ? [id] : []));
};

const contentOf = ({ facts }: GateContext): readonly string[] => {
  const content = facts.content();
  return content === null ? [] : [content.id];
};

/** What is not implemented yet does not stand in the way of what implements it. */
const countOf = (drift: DriftNow | null, carries: readonly string[]): number =>
  drift === null ? 0 : drift.unplanned.length + (carries.length > 0 ? 0 : drift.unimplemented.length);

const churnWords = ({ since }: Plan['data']): string => {
  const { churn = 0, changed = 0, commits = 0, days = null } = since ?? {};
  const age = days === null ? '' : `, ${counted(days, 'day')} ago`;
  return `${churn} % of the source files changed since it did (${counted(changed, 'file')}, ${counted(commits, 'commit')}${age})`;
};

const driftWords = (context: GateContext, plan: Plan): string => {
  const drift = driftOf(context, plan);
  const { unplanned = [], unimplemented = [] } = drift ?? {};
  const carries = carriedOut(context, plan);
  const open = carries.length > 0 ? 0 : unimplemented.length;
  return `${counted(countOf(drift, carries), 'decision')} differ between it and the code (${unplanned.length} unplanned, ${open} not implemented)`;
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

/** With everything the code decided in it, and nothing that the code lacks; or by a file that says what it carries out. */
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
  return [
    ...planWays(plan, ({ path }) => `bring ${path} up to date`, { decisions }),
    ...statedWays(context, unimplemented),
  ];
};

const statedWays = ({ facts }: GateContext, [id]: readonly string[]): Way[] => {
  const content = facts.content();
  if (content === null || id === undefined) return [];
  const data = { ...content.data, decisions: [{ id, line: 1, faults: [] }] };
  return [
    {
      todo: 'say in the file which decision of the plan it carries out',
      events: [{ type: 'ContentObserved', data }],
    },
  ];
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
- DEC-CART-001: what was decided and why (DEC-COMPONENT-NNN). Addresses: REQ-CART-001
### Decision Log
What was decided on the way, once the phase is completed.
A status is planned, in-progress or completed. One phase is enough for a small task.
`;
