import type { Envelope } from '../events/envelope.ts';
import type { Policy } from '../events/schemas.ts';
import { GATES } from '../gates/gates.ts';
import { gatesFor } from '../gates/judge.ts';

/** Whether a call of the hook for an event leaves a ruling in the log under a policy, whatever its gates find. */
export const expectsRuling = (event: Envelope, policy: Policy): boolean => {
  try {
    return gatesFor(GATES, event, policy).some(({ seldom }) => seldom !== true);
  } catch {
    // Of damaged data nobody knows.
    return false;
  }
};

/** Events beside which advice is written (`src/hooks/protocols/claude-code.ts`). */
const ADVISED: ReadonlySet<string> = new Set([
  'ToolRequested',
  'TurnEnded',
  'CompactionStarted',
  'SessionStarted',
  'PromptSubmitted',
  'PromptExpanded',
  'ToolCompleted',
  'ToolFailed',
  'ToolBatchCompleted',
  'SubagentStarted',
]);

/** Whether a decision about an event of this type is written to the host. A test holds it against the encoders. */
export const expectsAnswer = (decision: unknown, type: string, host: string): boolean => {
  const isCall = type === 'ToolRequested';
  if (decision === 'deny') return true;
  if (host !== 'claude-code') return decision === 'ask';
  if (decision === 'ask' || decision === 'allow' || decision === 'rewrite') return isCall;
  return decision === 'advise' && ADVISED.has(type);
};
