import { endedRole } from './agent-roles.ts';
import { checkPlannerRules } from './check-planner-rules.ts';
import type { Gate } from './gate.ts';

/** What a planner leaves (seed 001, check-planner.sh). It advises: what it finds is told with the next prompt of a person. */
export const checkPlanner: Gate = {
  name: 'check-planner',
  summary: 'Looks at the end of a planner whether it left a plan that others can work by.',
  source: 'seed 001, SubagentStop check-planner.sh',
  on: ({ type }) => type === 'SubagentStopped',
  needs: (trigger, _facts, _options, state) => (endedRole(state, trigger) === 'planner' ? ['plan', 'git-now'] : []),
  seldom: true,
  get rules() {
    return checkPlannerRules();
  },
};
