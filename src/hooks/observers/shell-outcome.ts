import type { CallsState } from '../../projections/calls.ts';
import { toolKind } from '../../projections/tools.ts';
import type { ObserveInput } from './observe-input.ts';

/** Whether a call is one of the shell. */
export const isShellCall = ({ trigger }: ObserveInput): boolean => toolKind(trigger.data['tool_name']) === 'shell';

/** What was known of the call that is over when it was requested; null of one that nobody requested in this session. */
export const requestedCall = ({ trigger, state }: ObserveInput): CallsState['lastClosed'] => {
  const { lastClosed } = state.calls;
  return trigger.call !== null && lastClosed?.call === trigger.call ? lastClosed : null;
};
