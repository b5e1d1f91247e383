import { endedRole } from './agent-roles.ts';
import { checkGuardianRules } from './check-guardian-rules.ts';
import type { Gate } from './gate.ts';

/** What a guardian leaves (seed 001, check-guardian.sh). It advises: what it finds is told with the next prompt of a person. */
export const checkGuardian: Gate = {
  name: 'check-guardian',
  summary: 'Looks at the end of a guardian at the plan, what is uncommitted, its branch and the tests.',
  source: 'seed 001, SubagentStop check-guardian.sh',
  on: ({ type }) => type === 'SubagentStopped',
  options: ['within'],
  needs: (trigger, _facts, _options, state) =>
    endedRole(state, trigger) === 'guardian' ? ['git-now', 'tree', 'plan'] : [],
  seldom: true,
  get rules() {
    return checkGuardianRules();
  },
};
