import type { Envelope } from '../../events/envelope.ts';
import { toolKind } from '../../projections/tools.ts';
import { isTool, type Workflows, workflowsIn } from '../../projections/workflow-definition.ts';
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
    const may =
      trigger.type === 'PromptSubmitted'
        ? policy.promptCommands !== false && mayApprove(trigger, payload['prompt'])
        : mayBeEvidence(trigger, workflows);
    return may ? (await import('./workflow/workflow-events.ts')).workflowSteps(input, workflows) : [];
  },
};

const mayApprove = ({ provenance }: Envelope, prompt: unknown): boolean =>
  provenance === 'prompt' && typeof prompt === 'string' && /^docket (?:workflow )?approve/im.test(prompt);

/** Going by the tool alone: few calls are what a phase waits for. */
const mayBeEvidence = ({ type, data }: Envelope, workflows: Workflows): boolean => {
  const tool = data['tool_name'];
  if (type === 'SubagentStopped' || toolKind(tool) === 'agent') return true;
  if (typeof tool !== 'string') return false;
  return Object.values(workflows).some(({ phases }) =>
    phases.some(({ done, failed }) =>
      [...done, ...failed].some((evidence) => evidence.tool !== undefined && isTool(evidence.tool, tool)),
    ),
  );
};
