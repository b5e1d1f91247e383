import { toolKind } from '../../projections/tools.ts';
import type { Report } from './report.ts';
import { commandText } from './shell-command.ts';
import { testRunFinished } from './test-run.ts';
import { withTree } from './tree-fact.ts';
import { worktreeIn } from './worktree-in.ts';

/** The result of the agent's own test run. */
export const testReport: Report = {
  name: 'test run',
  records: 'TestRunFinished',
  read: async ({ trigger, toolInput, state, place, deps }) => {
    if (trigger.type !== 'ToolCompleted' && trigger.type !== 'ToolFailed') return [];
    if (toolKind(trigger.data['tool_name']) !== 'shell') return [];
    const requested = state.calls.lastClosed;
    if (trigger.call !== null && requested?.call === trigger.call) {
      const run = requested.testRun;
      if (run === null) return [];
      return [
        await withTree(testRunFinished(trigger, run, run.worktree, (await deps.loadTestReader()).readTestResult), deps),
      ];
    }
    const text = commandText(toolInput);
    const run = text === null ? null : (await deps.understand(text)).testRun;
    if (run === null) return [];
    const worktree = worktreeIn(place, run.directory);
    const finished = testRunFinished(trigger, run, worktree, (await deps.loadTestReader()).readTestResult);
    // A pass of a call that nobody requested in this session may be made up: it is kept, and is no evidence.
    const isByHand = trigger.call === null && deps.host === undefined;
    const isEvidence = isByHand || finished.data['status'] !== 'pass';
    return [isEvidence ? await withTree(finished, deps) : { ...finished, data: { ...finished.data, source: 'claim' } }];
  },
};
