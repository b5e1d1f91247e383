import { annotated, planOf, SURFACE_ALONE } from '../kit/decisions.ts';
import { linesOf, WHOLE_PLAN } from '../kit/plans.ts';
import { completes, type Payload, requests, type Scenario, stops } from '../kit/scenario.ts';
import { type Case, git, realRepository } from './rule-case.ts';

const PLAN = 'MASTER_PLAN.md';

let calls = 0;

/** The plan is written, and stands on the disk by then. */
const planWritten = (s: Scenario, content: string): Payload => {
  s.write(PLAN, content);
  return completes('Write', { file_path: PLAN, content }, {}, { tool_use_id: `plan-${++calls}` });
};

const writesSource = (): Payload => requests('Write', { file_path: 'src/new.ts', content: linesOf(20) });

/** On a branch, with a committed plan and source files of which some changed since. */
const withChurn =
  (changed: number) =>
  (s: Scenario): void => {
    realRepository(s);
    git(s.project, 'switch', '--quiet', '-c', 'mine');
    const names = Array.from({ length: 20 }, (_, at) => `src/f${at}.ts`);
    for (const name of names) s.write(name, 'export {};\n');
    s.write(PLAN, WHOLE_PLAN);
    git(s.project, 'add', 'src', PLAN);
    git(s.project, 'commit', '--quiet', '-m', 'plan');
    for (const name of names.slice(0, changed)) s.write(name, 'export const changed = 1;\n');
  };

const brought = {
  'the plan is brought up to date': (s: Scenario) => [
    planWritten(s, `${WHOLE_PLAN}\n- the cart was written again\n`),
    writesSource(),
  ],
};

/** A rule about the plan that was just written: it is left as it should be when it is written again. */
const onPlan = (rule: string, decision: string, bad: string, opens: string, good = WHOLE_PLAN): Case => ({
  rule: `plan-validate/${rule}`,
  decision,
  trigger: (s) => planWritten(s, bad),
  opens: [opens],
  remedies: { 'written as the remedy says': (s) => [planWritten(s, good)] },
});

const LOG = '- DEC-CART-001: no server is needed for it';
const INTENT = 'People should be able to buy tea from our warehouse without calling anybody.';

const OPEN = [1, 2, 3, 4, 5].map((at) => `DEC-CART-00${at}`);
const inPlan = (mark: string): string => planOf(OPEN.map((id) => `${id}: x${mark}`));

/** Five decisions of a phase that has begun, as a turn ends, and none of them in the code. */
const DRIFTED: Case = {
  rule: 'plan-check/stale',
  decision: 'deny',
  options: { policy: { preset: 'strict', gates: { ...SURFACE_ALONE, 'plan-check': {} } } },
  prepare: (s) => {
    realRepository(s);
    s.write(PLAN, inPlan(''));
  },
  past: [stops()],
  trigger: writesSource,
  opens: [`bring ${PLAN} up to date`, 'say in the file which decision of the plan it carries out'],
  remedies: {
    'the file says which it carries out': () => [
      requests('Write', { file_path: 'src/new.ts', content: annotated('DEC-CART-003') + linesOf(20) }),
    ],
    'marked as planned': (s) => [planWritten(s, inPlan(' (planned)')), writesSource()],
    'marked as deprecated': (s) => [planWritten(s, inPlan(' (deprecated)')), writesSource()],
  },
};

/** A way out for each rule about the plan. */
export const PLAN_CASES: readonly Case[] = [
  {
    rule: 'plan-check/no-plan',
    decision: 'deny',
    trigger: writesSource,
    opens: [`write ${PLAN}`],
    remedies: {
      'write the plan first': (s) => [
        requests('Write', { file_path: PLAN, content: WHOLE_PLAN }),
        planWritten(s, WHOLE_PLAN),
        writesSource(),
      ],
    },
  },
  {
    rule: 'plan-check/stale',
    decision: 'deny',
    prepare: withChurn(7),
    trigger: writesSource,
    opens: [`bring ${PLAN} up to date`],
    remedies: brought,
  },
  DRIFTED,
  {
    rule: 'plan-check/aging',
    decision: 'advise',
    prepare: withChurn(3),
    trigger: writesSource,
    opens: [`bring ${PLAN} up to date`],
    remedies: brought,
  },
  onPlan('phase-status', 'deny', WHOLE_PLAN.replace('in-progress', 'soon'), 'give each phase a status'),
  onPlan('decision-log', 'deny', WHOLE_PLAN.replace(LOG, 'TBD'), 'write the decision log of each completed phase'),
  onPlan(
    'decision-log',
    'deny',
    WHOLE_PLAN.replace(LOG, 'TBD'),
    'write the decision log of each completed phase',
    WHOLE_PLAN.replace(LOG, 'Nothing had to be decided: the phase only moved files.'),
  ),
  onPlan(
    'decision-id',
    'deny',
    WHOLE_PLAN.replaceAll('DEC-CART-001', 'DEC-1'),
    'write the ids of decisions as DEC-COMPONENT-NNN',
  ),
  onPlan(
    'requirement-id',
    'deny',
    WHOLE_PLAN.replace('REQ-MET-001', 'REQ-MET-1'),
    'write the ids of requirements as REQ-CATEGORY-NNN',
  ),
  onPlan(
    'sections',
    'advise',
    WHOLE_PLAN.replace('## Goals\n\n- REQ-GOAL-001: sell tea', ''),
    'add the missing sections',
  ),
  onPlan(
    'phase-requirements',
    'advise',
    WHOLE_PLAN.replace('**Requirements:** REQ-CART-001\n', ''),
    'name the requirements that each completed phase met',
  ),
  {
    rule: 'plan-validate/intent',
    decision: 'deny',
    prepare: (s) => void s.write(PLAN, WHOLE_PLAN),
    past: [completes('Write', { file_path: PLAN, content: WHOLE_PLAN }, {}, { tool_use_id: 'first' })],
    trigger: (s) => planWritten(s, WHOLE_PLAN.replace(INTENT, 'A blog.')),
    opens: ['put the original intent back'],
    remedies: {
      'put back, with what changed below it': (s) => [
        planWritten(s, WHOLE_PLAN.replace(INTENT, `${INTENT}\n\nThe user asked for coffee as well.`)),
      ],
    },
  },
];
