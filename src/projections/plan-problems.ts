import type { EventData } from '../events/schemas.ts';
import { INTENT_IS_KEPT } from './plan.ts';

type Plan = EventData<'PlanObserved'>;
type Phase = Plan['phases'][number];

/** What is wrong with a plan, by the rule of plan-validate that says so: one clause each, none where all is well. */
export interface PlanProblems {
  readonly 'phase-status': readonly string[];
  readonly 'decision-log': readonly string[];
  readonly intent: readonly string[];
  readonly 'decision-id': readonly string[];
  readonly 'requirement-id': readonly string[];
  readonly sections: readonly string[];
  readonly 'phase-requirements': readonly string[];
}

export type PlanRule = keyof PlanProblems;

/** What a phase can say of itself (seed 001, plan-validate.sh). */
const STATUSES: readonly string[] = ['planned', 'in-progress', 'completed'];
/** An initiative holds phases of its own, or stands for one. */
const INITIATIVE_STATUSES: readonly string[] = [...STATUSES, 'active', 'paused'];

/** Reads what plan-validate requires off what was observed. */
export const planProblems = (plan: Plan): PlanProblems => {
  const completed = plan.phases.filter(({ kind, status }) => kind === 'phase' && status === 'completed');
  return {
    'phase-status': plan.phases.flatMap(statusProblem),
    'decision-log': completed.filter(({ logged }) => !logged).map(nameOf),
    intent: plan.problem === null ? intentProblem(plan) : [],
    'decision-id': plan.malformed.filter((id) => /^dec/i.test(id)),
    'requirement-id': plan.malformed.filter((id) => /^req/i.test(id)),
    // Of one that was read in part nobody knows what it lacks.
    sections: plan.problem === null ? missingSections(plan) : [],
    'phase-requirements': completed.filter(({ requirements }) => requirements.length === 0).map(nameOf),
  };
};

/** `Phase 2`, or its title where it has no number. */
const nameOf = ({ kind, number, title }: Phase): string => {
  const word = kind === 'phase' ? 'Phase' : 'Initiative';
  return number === null ? `${word} "${title}"` : `${word} ${number}`;
};

const statusProblem = (phase: Phase): string[] => {
  const { kind, status } = phase;
  if (status === null) return [`${nameOf(phase)} has none`];
  const isKnown = (kind === 'phase' ? STATUSES : INITIATIVE_STATUSES).includes(status);
  return isKnown ? [] : [`${nameOf(phase)} says "${status}"`];
};

const intentProblem = ({ intent, intentKept }: Plan): string[] => {
  if (intentKept === null || intentKept >= INTENT_IS_KEPT) return [];
  return [intent === null ? 'it is gone' : `only ${intentKept} % of its words are left`];
};

const NAMES = {
  goals: 'Goals',
  'non-goals': 'Non-Goals',
  requirements: 'Requirements',
  'success-metrics': 'Success Metrics',
} as const;

const missingSections = ({ sections, phases }: Plan): string[] => [
  ...(Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((name) => !sections.includes(name))
    .map((name) => NAMES[name]),
  ...(phases.length === 0 ? ['Phase 1'] : []),
];
