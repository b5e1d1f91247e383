import { looksLikeWriter } from '../../projections/tools.ts';
import { changesByCommand, changesByTool } from './read-changes.ts';
import type { Report } from './report.ts';
import { isShellCall, requestedCall } from './shell-outcome.ts';

/** Files that a call wrote without saying so plainly: through a shell, or through another server's tool. */
export const changesReport: Report = {
  name: 'changes',
  records: 'ChangesObserved',
  on: ['ToolCompleted', 'ToolFailed'],
  read: (input) => {
    const { type, data } = input.trigger;
    if (type === 'ToolCompleted' && looksLikeWriter(data['tool_name'])) return changesByTool(input);
    if (!isShellCall(input)) return [];
    const requested = requestedCall(input);
    return requested !== null && requested.writes === undefined ? [] : changesByCommand(input);
  },
};
