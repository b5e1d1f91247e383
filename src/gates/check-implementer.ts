import { endedRole } from './agent-roles.ts';
import { checkImplementerRules } from './check-implementer-rules.ts';
import { ABOUT_NOW } from './facts.ts';
import type { Gate } from './gate.ts';

/** What an implementer leaves (seed 001, check-implementer.sh). It advises: what it finds is told with the next prompt of a person. */
export const checkImplementer: Gate = {
  name: 'check-implementer',
  summary: 'Looks at the end of an implementer at its branch, its decisions, the tests and what a person saw.',
  source: 'seed 001, SubagentStop check-implementer.sh',
  on: ({ type }) => type === 'SubagentStopped',
  options: ['branches', 'lines'],
  needs: (trigger, facts, _options, state) => {
    if (endedRole(state, trigger) !== 'implementer') return [];
    // Which files are changed is asked before any of them is read.
    return facts.git(ABOUT_NOW) === null ? ['git-now', 'tree'] : ['annotations'];
  },
  seldom: true,
  get rules() {
    return checkImplementerRules();
  },
};
