import type { Outcome, Payload } from './scenario.ts';

/** A session begins, goes on, or is compacted. */
export const starts = (source = 'startup', more: Payload = {}): Payload => ({
  hook_event_name: 'SessionStart',
  source,
  ...more,
});

export const compacts = (trigger = 'manual'): Payload => ({
  hook_event_name: 'PreCompact',
  trigger,
  custom_instructions: null,
});

/** The text that the agent is told beside the event; empty where it is told nothing. */
export const contextOf = ({ answer }: Outcome): string => {
  const specific = answer?.['hookSpecificOutput'] as { additionalContext?: string } | undefined;
  return specific?.additionalContext ?? '';
};
