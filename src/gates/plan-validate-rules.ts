import type { EventData } from '../events/schemas.ts';
import { type PlanRule, planProblems } from '../projections/plan-problems.ts';
import { problemsDigest } from '../projections/plan-told-steps.ts';
import { condition, type Rule, shownList } from './gate.ts';

type Plan = EventData<'PlanObserved'>;

/** Times that an agent is told of one thing for one prompt: one that cannot mend it is not to be kept at it. */
const MOST_TIMES = 3;

interface RuleText {
  readonly name: PlanRule;
  readonly decision: 'deny' | 'advise';
  /** What the rule requires. */
  readonly requires: string;
  /** What is wrong, in one sentence. */
  readonly reason: (found: string) => string;
  /** What to write instead. */
  readonly remedy: string;
  readonly todo: string;
  /** The plan as it would be once that is mended. */
  readonly mended: (plan: Plan) => Partial<Plan>;
}

const ruleOf = ({ name, decision, requires, reason, remedy, todo, mended }: RuleText): Rule => ({
  id: `plan-validate/${name}`,
  decision,
  judge: ({ facts, state }) => {
    const plan = facts.plan();
    if (plan === null || !plan.data.exists) return null;
    const found = planProblems(plan.data)[name];
    const told = state.planTold.told[name];
    const because = told?.because ?? [];
    return {
      conditions: [condition(requires, found.length === 0, { actual: shownList(found), because: [plan.id], remedy })],
      limits: [
        condition('not-told-yet', found.length === 0 || told?.digest !== problemsDigest(found), {
          actual: told === undefined ? 'never' : 'told',
          because,
        }),
        condition('told-less-than-three-times', (told?.times ?? 0) < MOST_TIMES, {
          actual: told?.times ?? 0,
          because,
        }),
      ],
      reason: `${plan.data.path}: ${reason(shownList(found).join(', '))}`,
    };
  },
  ways: ({ facts }) => {
    const plan = facts.plan();
    if (plan === null) return [];
    return [{ todo, events: [{ type: 'PlanObserved', data: { ...plan.data, ...mended(plan.data) } }] }];
  },
});

const without = (plan: Plan, kind: RegExp): Partial<Plan> => ({
  malformed: plan.malformed.filter((id) => !kind.test(id)),
});

const RULES: readonly Rule[] = [
  ruleOf({
    name: 'phase-status',
    decision: 'deny',
    requires: 'each-phase-has-a-status',
    reason: (found) => `each phase needs a status (${found}).`,
    remedy:
      'Write a line `**Status:** planned`, `**Status:** in-progress` or `**Status:** completed` right below the heading of each phase; an initiative may also be active or paused.',
    todo: 'give each phase a status',
    mended: ({ phases }) => ({ phases: phases.map((phase) => ({ ...phase, status: 'planned' })) }),
  }),
  ruleOf({
    name: 'decision-log',
    decision: 'deny',
    requires: 'completed-phases-say-what-was-decided',
    reason: (found) => `the Decision Log of ${found} says nothing, and the phase is completed.`,
    remedy:
      'Write below `### Decision Log` of the phase what was decided on the way and why, one line each: `- DEC-COMPONENT-NNN: what, because why`; or in one sentence why nothing had to be.',
    todo: 'write the decision log of each completed phase',
    mended: ({ phases }) => ({ phases: phases.map((phase) => ({ ...phase, logged: true })) }),
  }),
  ruleOf({
    name: 'intent',
    decision: 'deny',
    requires: 'original-intent-is-kept',
    reason: (found) => `its original intent was not kept: ${found}.`,
    remedy:
      'Put the section about the original intent back as it was (the last commit has it, where it was committed); what changed since belongs below it, with who asked for it.',
    todo: 'put the original intent back',
    mended: () => ({ intentKept: 100 }),
  }),
  ruleOf({
    name: 'decision-id',
    decision: 'deny',
    requires: 'decision-ids-are-well-formed',
    reason: (found) => `these are no ids of decisions: ${found}.`,
    remedy: 'Write DEC-COMPONENT-NNN: capitals, the part of the product, three digits (DEC-AUTH-001).',
    todo: 'write the ids of decisions as DEC-COMPONENT-NNN',
    mended: (plan) => without(plan, /^dec/i),
  }),
  ruleOf({
    name: 'requirement-id',
    decision: 'deny',
    requires: 'requirement-ids-are-well-formed',
    reason: (found) => `these are no ids of requirements: ${found}.`,
    remedy: 'Write REQ-CATEGORY-NNN: capitals, a category, three digits (REQ-AUTH-001, REQ-GOAL-001, REQ-P0-001).',
    todo: 'write the ids of requirements as REQ-CATEGORY-NNN',
    mended: (plan) => without(plan, /^req/i),
  }),
  ruleOf({
    name: 'sections',
    decision: 'advise',
    requires: 'usual-sections-are-there',
    reason: (found) => `it has nothing under: ${found}.`,
    remedy: 'Add a heading for each with at least one line below it, if the plan is for more than a small task.',
    todo: 'add the missing sections',
    mended: () => ({
      sections: ['goals', 'non-goals', 'requirements', 'success-metrics'],
      phases: [PHASE],
    }),
  }),
  ruleOf({
    name: 'phase-requirements',
    decision: 'advise',
    requires: 'completed-phases-name-their-requirements',
    reason: (found) => `${found} names no requirement, and is completed.`,
    remedy: 'Write which requirements the phase met: `**Requirements:** REQ-CATEGORY-NNN`.',
    todo: 'name the requirements that each completed phase met',
    mended: ({ phases }) => ({ phases: phases.map((phase) => ({ ...phase, requirements: ['REQ-CATEGORY-001'] })) }),
  }),
];

const PHASE: Plan['phases'][number] = {
  kind: 'phase',
  number: 1,
  title: '',
  status: 'planned',
  decisions: [],
  requirements: [],
  logged: false,
};

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const planValidateRules = (): readonly Rule[] => RULES;
