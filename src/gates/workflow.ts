import { isSaidByPerson } from '../projections/said-by-person.ts';
import { toolKind } from '../projections/tools.ts';
import { isTool, workflowsIn } from '../projections/workflow-definition.ts';
import type { Gate } from './gate.ts';
import { isTurnEnd } from './triggers.ts';
import { workflowRules } from './workflow-rules.ts';

/**
 * No phase of a workflow before what it requires is done (seed 002): no agent of the phase is started, and no call made
 * that belongs to it. It judges where a policy declares workflows.
 */
export const workflow: Gate = {
  name: 'workflow',
  summary: 'Denies what belongs to a later phase of a workflow until the phases before it are done.',
  source: 'seed 002, "Phase Transition Rules" and "Hook Types"',
  seldom: true,
  on: (trigger) => trigger.type === 'ToolRequested' || isTurnEnd(trigger) || isSaidByPerson(trigger),
  needs: ({ type, data }, _facts, options) =>
    type === 'ToolRequested' && mayBePhaseCall(data['tool_name'], options) ? ['phase-call'] : [],
  rulesAbout: (facts, state, trigger) => {
    switch (trigger.type) {
      case 'ToolRequested':
        return facts.phaseCall() === null ? [] : workflowRules();
      case 'TurnEnded':
        return state.workflow.runs.some(({ ended }) => ended === null) ? workflowRules() : [];
      default:
        return facts.refusals().length === 0 ? [] : workflowRules();
    }
  },
  get rules() {
    return workflowRules();
  },
};

/** Whether a call of a tool may belong to a phase, going by the tool alone. */
const mayBePhaseCall = (tool: unknown, options: Readonly<Record<string, unknown>>): boolean => {
  const workflows = workflowsIn(options);
  if (workflows === null || typeof tool !== 'string') return false;
  return (
    toolKind(tool) === 'agent' ||
    Object.values(workflows).some(({ phases }) =>
      phases.some(({ tools }) => tools.some((match) => isTool(match.tool, tool))),
    )
  );
};
