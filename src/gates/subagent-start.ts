import { roleOf } from './agent-roles.ts';
import type { FactRequest } from './facts.ts';
import type { Gate } from './gate.ts';
import { subagentStartRules } from './subagent-start-rules.ts';

/**
 * Tells a subagent as it starts where it works, what is planned and what is asked of the part it plays (seed 001,
 * subagent-start.sh): it sees nothing of what the main agent was told.
 */
export const subagentStart: Gate = {
  name: 'subagent-start',
  summary: 'Tells a subagent as it starts where it works, what is planned and what is asked of it.',
  source: 'seed 001, SubagentStart subagent-start.sh',
  on: ({ type, actor, host }) => type === 'SubagentStarted' && actor.type !== undefined && host === 'claude-code',
  options: ['detail', 'branches'],
  needs: ({ actor }, _facts, _options, { policy }) => NEEDS[roleOf(actor.type ?? '', policy.policy)] ?? LITTLE,
  seldom: true,
  get rules() {
    return subagentStartRules();
  },
};

const LITTLE: readonly FactRequest[] = ['git-now', 'plan'];

/** How the code was tested is told by its content. */
const NEEDS: Readonly<Record<string, readonly FactRequest[]>> = {
  implementer: ['git-now', 'plan', 'tree'],
  guardian: ['git-now', 'plan', 'tree'],
};
