import type { Envelope } from '../events/envelope.ts';
import type { Policy } from '../events/schemas.ts';
import type { Rule } from './gate.ts';

/**
 * Whether careful mode makes a denial of what a rule says otherwise (seed 003, "Careful-mode escalation"): of guard's
 * questions and rewrites, of first warnings, and of the advice to use an index; or of what the policy names, by gate or
 * rule. Plain advice only counts where there is a call to stop.
 */
export const isCarefulAbout = (rule: Rule, gate: string, trigger: Envelope, { careful }: Policy): boolean => {
  const { id, decision } = rule;
  const isWarning = typeof decision !== 'string';
  if (decision === 'advise' && trigger.type !== 'ToolRequested') return false;
  if (!isWarning && !STRICTER.includes(decision)) return false;
  if (careful !== undefined) return careful.rules.includes(gate) || careful.rules.includes(id);
  return isWarning || gate === 'codegraph-nudge' || (gate === 'guard' && decision !== 'advise');
};

const STRICTER: readonly string[] = ['ask', 'rewrite', 'advise'];

/** What is named among the conditions of a verdict that careful mode made a denial. */
export const CAREFUL = 'careful-mode-is-off';
