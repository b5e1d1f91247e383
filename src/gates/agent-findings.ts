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
  on: ({ type, provenance, host }) =>
    host === 'claude-code' &&
    ((type === 'PromptSubmitted' && provenance === 'prompt') || (type === 'SessionStarted' && provenance !== 'worker')),
  needs: () => [],
  seldom: true,
  rulesAbout: (_facts, { findings }) => (findings.undelivered.length === 0 ? [] : agentFindingsRules()),
  get rules() {
    return agentFindingsRules();
  },
};
