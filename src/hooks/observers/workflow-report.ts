import { workflowsIn } from '../../projections/workflow-definition.ts';
import type { Report } from './report.ts';

/** What happened that a workflow waits for: an agent that finished, a tool that succeeded, a person's approval. */
export const workflowReport: Report = {
  name: 'workflow',
  records: 'PhaseEntered',
  on: ['SubagentStopped', 'ToolCompleted', 'ToolFailed', 'PromptSubmitted'],
  read: async (input) => {
    const { trigger, payload, policy } = input;
    const workflows = workflowsIn(policy.gates['workflow']?.options);
    if (workflows === null || trigger.provenance === 'worker') return [];
    if (trigger.type === 'PromptSubmitted') {
      const { prompt } = payload;
      if (trigger.provenance !== 'prompt' || typeof prompt !== 'string' || policy.promptCommands === false) return [];
      if (!/^docket (?:workflow )?approve/im.test(prompt)) return [];
    }
    return (await import('./workflow/workflow-events.ts')).workflowSteps(input, workflows);
  },
};
