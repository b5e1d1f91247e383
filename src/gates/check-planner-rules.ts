import type { EventData } from '../events/schemas.ts';
import { approvalLoop, type Check, checkRule, type EndedAgent, planWay } from './agent-check.ts';
import { condition, type Rule } from './gate.ts';
import { OVER } from './last-message.ts';

type Plan = EventData<'PlanObserved'>;

interface PlanPoint {
  readonly id: string;
  readonly requires: string;
  /** What a plan that was read is missing; null for nothing. */
  readonly lacks: (plan: Plan) => string | null;
  readonly remedy: string;
  readonly todo: string;
  readonly without: (plan: Plan) => Partial<Plan>;
}

/** A point about what the plan says: nothing where there is none, or nobody could read it. */
const aboutPlan = ({ id, requires, lacks, remedy, todo, without }: PlanPoint): Check => ({
  id: `check-planner/${id}`,
  role: 'planner',
  point: ({ plan }) => {
    if (plan === null || !plan.data.exists || plan.data.bytes === null) return null;
    const lack = lacks(plan.data);
    return {
      condition: condition(requires, lack === null, { actual: plan.data.path, because: [plan.id], remedy }),
      reason: `${plan.data.path} ${lack ?? 'has it'}.`,
    };
  },
  ways: (agent) => (agent.plan === null ? [] : planWay(agent, todo, without(agent.plan.data))),
});

const noPlan: Check = {
  id: 'check-planner/no-plan',
  role: 'planner',
  point: ({ plan }) =>
    plan === null
      ? null
      : {
          condition: condition('the-planner-left-a-plan', plan.data.exists, {
            actual: { path: plan.data.path, exists: plan.data.exists },
            because: [plan.id],
            remedy: `Have ${plan.data.path} written.`,
          }),
          reason: `There is no ${plan.data.path}.`,
        },
  ways: (agent: EndedAgent) => planWay(agent, 'the plan is written', { exists: true }),
};

const phasesOf = ({ phases }: Plan) => phases.filter(({ kind }) => kind === 'phase');

/** Seed 001: a plan of one phase is expected to be brief. */
const MANY_PHASES = 2;

const WANTED: readonly Plan['sections'][number][] = ['goals', 'non-goals', 'requirements', 'success-metrics'];

const missingSections = (plan: Plan): string[] =>
  phasesOf(plan).length < MANY_PHASES ? [] : WANTED.filter((name) => !plan.sections.includes(name));

const PHASE: Plan['phases'][number] = {
  ...{ kind: 'phase', number: 1, title: '', status: 'planned', logged: false },
  ...{ decisions: [], requirements: [] },
};

/** `MASTER_PLAN.md` is a plan as well. */
const DONE = new RegExp(
  String.raw`(?<![a-z])plan(?:ning)?(?![a-z]).*?\b(?:complete[d]?|done|finished|written|created|saved|updated|in place|ready)\b|\b(?:wrote|written|created|saved|updated)\b.*?(?<![a-z])plan(?![a-z])|\b(?:wrote|written|created|saved|updated)\b.*?\.md\b|\.md\b.*?\b(?:written|created|saved|updated)\b|${OVER}`,
  'i',
);

const CHECKS: readonly Check[] = [
  noPlan,
  aboutPlan({
    id: 'no-phases',
    requires: 'the-plan-has-phases',
    lacks: (plan) => (phasesOf(plan).some(({ number }) => number !== null) ? null : 'has no `## Phase N` headers'),
    remedy: 'Divide the work into phases: `## Phase 1: …`, each with a status.',
    todo: 'the plan is divided into phases',
    without: () => ({ phases: [PHASE] }),
  }),
  aboutPlan({
    id: 'no-intent',
    requires: 'the-plan-says-what-was-asked-for',
    lacks: ({ intent }) => (intent === null ? 'has no section about the original intent or a vision' : null),
    remedy: 'Write down what the user asked for under `## Original Intent`.',
    todo: 'the plan says what was asked for',
    without: () => ({ intent: { digest: '', text: '' } }),
  }),
  aboutPlan({
    id: 'no-tasks',
    requires: 'the-plan-names-tasks',
    // What an older version of docket observed says nothing of tasks.
    lacks: ({ tasks }) => (tasks === 0 ? 'names no issues or tasks' : null),
    remedy: 'List the tasks of each phase, or the issues they are in.',
    todo: 'the plan names tasks',
    without: () => ({ tasks: 1 }),
  }),
  approvalLoop('check-planner/approval-loop', 'planner', DONE, 'the plan is complete'),
  aboutPlan({
    id: 'no-requirements',
    requires: 'a-plan-of-several-phases-has-its-requirements',
    lacks: (plan) => {
      const missing = missingSections(plan);
      return missing.length === 0
        ? null
        : `has ${phasesOf(plan).length} phases and no section about ${missing.join(', ')}`;
    },
    remedy: 'Write goals, non-goals, requirements (`REQ-…`) and success metrics; a plan of one phase needs none.',
    todo: 'the plan has the sections of a plan of several phases',
    without: () => ({ sections: [...WANTED] }),
  }),
];

const RULES: readonly Rule[] = CHECKS.map(checkRule);

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const checkPlannerRules = (): readonly Rule[] => RULES;
