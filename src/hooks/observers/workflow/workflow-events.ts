import type { EventDraft } from '../../../events/envelope.ts';
import type { EventData } from '../../../events/schemas.ts';
import { shortened } from '../../../gates/gate.ts';
import { approvalOf, stepBy } from '../../../gates/workflow-moves.ts';
import { toolKind } from '../../../projections/tools.ts';
import { concernedIn, runIn } from '../../../projections/workflow.ts';
import { isTool, type Workflows, workflowsIn } from '../../../projections/workflow-definition.ts';
import { countedKey } from '../../../projections/workflow-steps.ts';
import type { ObserveInput } from '../observe-input.ts';
import { docketLines, noteIn } from '../prompt-lines.ts';
import { agentTypeIn, type Happened, happenedIn, holds, isAgent, saidOf } from './happened.ts';

// A bundle of its own: only projects that declare workflows load it.

/** The phases that a call belongs to which is about to run; none where it belongs to no phase. */
export const phaseCallFacts = ({ trigger, toolInput, policy }: ObserveInput): EventDraft[] => {
  const workflows = workflowsIn(policy.gates['workflow']?.options) ?? {};
  const tool = String(trigger.data['tool_name'] ?? '');
  const agent = toolKind(tool) === 'agent' ? agentTypeIn(toolInput) : null;
  const phases = Object.entries(workflows).flatMap(([workflow, { phases: all }]) =>
    all
      .filter(
        ({ agents, tools }) =>
          (agent !== null && isAgent(agents, agent)) ||
          tools.some((match) => isTool(match.tool, tool) && holds(match.input, toolInput)),
      )
      .map(({ name: phase }) => ({ workflow, phase })),
  );
  if (phases.length === 0) return [];
  const data: EventData<'PhaseCallObserved'> = {
    tool,
    agent: agent === null ? null : shortened(agent, LONGEST_NAME),
    phases: phases.slice(0, MOST_PHASES),
  };
  return [{ type: 'PhaseCallObserved', data }];
};

const LONGEST_NAME = 200;
const MOST_PHASES = 50;

/** The steps that what happened makes in the runs of workflows. */
export const workflowSteps = (input: ObserveInput, workflows: Workflows): EventDraft[] => {
  if (input.trigger.type === 'PromptSubmitted') return approvals(input, workflows);
  const happened = happenedIn(input);
  return happened === null ? [] : stepsBy(happened, input, workflows);
};

const stepsBy = (happened: Happened, { trigger, state }: ObserveInput, workflows: Workflows): EventDraft[] => {
  const named = Object.entries(workflows).flatMap(([name, { phases }]) =>
    phases.some((phase) => saidOf(phase, happened) !== null) ? [name] : [],
  );
  return concernedIn(state.workflow, named, trigger).flatMap((name): EventDraft[] => {
    const workflow = workflows[name];
    if (workflow === undefined) return [];
    const run = runIn(state.workflow, name, trigger);
    const agent = happened.agent === null ? {} : { agent: `${trigger.stream} ${happened.agent}` };
    const reason = `${happened.by} ${shortened(happened.name, LONGEST_NAME)} ${happened.isFailure ? 'failed' : 'finished'}`;
    const step = stepBy({ name, workflow, run, place: trigger }, (phase) => saidOf(phase, happened), {
      run: trigger.id,
      by: happened.by,
      reason,
      evidence: [trigger.id],
      ...agent,
    });
    if (step === null || isCounted(step, state.workflow.counted)) return [];
    return [{ type: 'PhaseEntered', data: step }];
  });
};

/** The end of a subagent leads to an outcome once, whoever tells of it again. */
const isCounted = ({ agent, outcome }: EventData<'PhaseEntered'>, counted: readonly string[]): boolean =>
  agent !== undefined && counted.includes(countedKey(agent, outcome));

/** What a person's prompt approves, each workflow once. */
const approvals = ({ trigger, state, payload, known }: ObserveInput, workflows: Workflows): EventDraft[] => {
  if (known.some(({ type }) => type === 'ApprovalRefused')) return [];
  const said = new Map(docketLines(String(payload['prompt'])).flatMap((line) => approvalIn(line)));
  return [...said].slice(0, MOST_PHASES).map(([name, note]): EventDraft => {
    const reason = note === '' ? 'approved in a prompt' : note;
    const approval = approvalOf(workflows, name, state.workflow, trigger, {
      run: trigger.id,
      reason,
      evidence: [trigger.id],
    });
    return 'step' in approval
      ? { type: 'PhaseEntered', provenance: 'prompt', data: approval.step }
      : { type: 'ApprovalRefused', provenance: 'prompt', data: { workflow: name, reason: approval.problem } };
  });
};

/** `docket approve NAME[: NOTE]`, from the beginning of a line to its end. */
const approvalIn = (line: string): [string, string][] => {
  const [, name, note] = /^docket (?:workflow )?approve +([A-Za-z0-9][\w-]{0,63})[.!]?\s*(?::(.*))?$/i.exec(line) ?? [];
  return name === undefined ? [] : [[name, noteIn(note)]];
};
