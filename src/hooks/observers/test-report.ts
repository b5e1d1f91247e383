import { readTests } from './read-tests.ts';
import type { Report } from './report.ts';
import { isShellCall, requestedCall } from './shell-outcome.ts';

/** The result of the agent's own test run. */
export const testReport: Report = {
  name: 'test run',
  records: 'TestRunFinished',
  on: ['ToolCompleted', 'ToolFailed'],
  read: (input) => (isShellCall(input) && requestedCall(input)?.testRun !== null ? readTests(input) : []),
};
