import { isSaidByPerson } from '../projections/said-by-person.ts';
import { agentFindingsRules } from './agent-findings-rules.ts';
import type { Gate } from './gate.ts';

/**
 * Tells what the checks found at the ends of subagents, once, to whichever session of the project comes first: with the next
 * prompt of a person, or as a session starts (seed 001, `.agent-findings`).
 */
export const agentFindings: Gate = {
  name: 'agent-findings',
  summary: 'Tells once what the checks found at the ends of subagents.',
  source: 'seed 001, State Files .agent-findings',
  on: (trigger) =>
    trigger.host === 'claude-code' &&
    (isSaidByPerson(trigger) || (trigger.type === 'SessionStarted' && trigger.provenance !== 'worker')),
  needs: () => [],
  seldom: true,
  rulesAbout: (_facts, { findings }) => (findings.undelivered.length === 0 ? [] : agentFindingsRules()),
  get rules() {
    return agentFindingsRules();
  },
};
