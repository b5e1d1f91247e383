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

/** Events at which whatever is decided is at least told (`src/hooks/protocols/claude-code.ts`). */
const TOLD: ReadonlySet<string> = new Set([
  'ToolRequested',
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
  if (typeof decision !== 'string' || decision === 'none') return false;
  if (decision === 'deny') return true;
  if (host !== 'claude-code') return decision === 'ask';
  return TOLD.has(type) || (decision === 'advise' && (type === 'TurnEnded' || type === 'CompactionStarted'));
};
