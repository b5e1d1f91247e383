import type { EventData } from '../events/schemas.ts';
import { doneIn, type RunPlace, runIn, type WorkflowRun, type WorkflowState } from '../projections/workflow.ts';
import {
  COMPLETE,
  type Evidence,
  type Phase,
  type Workflow,
  type Workflows,
} from '../projections/workflow-definition.ts';

/** What evidence says of a phase, where it is about it at all. */
export type Said = 'done' | 'failed' | null;

/** What there is to tell of a step, beside where it leads. */
export type StepReason = Pick<EventData<'PhaseEntered'>, 'run' | 'by' | 'reason' | 'evidence' | 'agent'>;

/** The data of a step. */
export type Step = EventData<'PhaseEntered'>;

/**
 * The step that evidence makes in a run: of the phases that it is about the first one that is open and not done. Null
 * where it makes none: what a phase requires is not done, or the evidence is about nothing that is left to do. Evidence
 * for the first phase begins a run, under the id that it is given for that.
 */
export const stepBy = (
  { name, workflow, run, place }: RunOf & { readonly place: RunPlace },
  saidOf: (phase: Phase) => Said,
  { run: begun, by, reason, evidence, agent }: StepReason,
): Step | null => {
  for (const phase of workflow.phases) {
    if (doneIn(run, phase.name) !== null || missingFor(phase, run).length > 0) continue;
    const said = saidOf(phase);
    if (said === null) continue;
    const before = run?.done.map((each) => each.phase) ?? [];
    return {
      workflow: name,
      run: run?.id ?? begun,
      session: run === null ? place.stream : run.session,
      phase: said === 'failed' ? backFrom(phase, workflow, before) : firstWithout(workflow, [...before, phase.name]),
      from: phase.name,
      outcome: said,
      by,
      reason,
      evidence: [...evidence],
      requires: [...phase.requires],
      phases: workflow.phases.map((each) => each.name),
      keeps: said === 'failed' ? [...phase.keeps] : [],
      ...(agent === undefined ? {} : { agent }),
    };
  }
  return null;
};

/** A run of a workflow somewhere; null where none is in progress. */
export interface RunOf {
  readonly name: string;
  readonly workflow: Workflow;
  readonly run: WorkflowRun | null;
}

/** The phases that a phase requires and that are not done. */
export const missingFor = (phase: Phase, run: WorkflowRun | null): readonly string[] =>
  phase.requires.filter((required) => doneIn(run, required) === null);

const firstWithout = ({ phases }: Workflow, done: readonly string[]): string =>
  phases.find(({ name }) => !done.includes(name))?.name ?? COMPLETE;

/** Where a failure leads: to what is done again, and first to what is not kept and comes before that. */
const backFrom = ({ returnsTo, keeps }: Phase, workflow: Workflow, before: readonly string[]): string => {
  const kept = before.filter((name) => keeps.includes(name));
  const names = workflow.phases.map(({ name }) => name);
  const open = firstWithout(workflow, kept);
  return names.indexOf(open) < names.indexOf(returnsTo) ? open : returnsTo;
};

/** The step with which a person begins a run: in its first phase, or in another one, as if those before it were done. */
export const startAt = (
  name: string,
  workflow: Workflow,
  phase: string,
  about: Pick<Step, 'run' | 'session' | 'reason'>,
): Step => {
  const phases = workflow.phases.map((each) => each.name);
  const at = phases.indexOf(phase);
  return {
    workflow: name,
    ...about,
    phase,
    from: null,
    outcome: 'started',
    by: 'person',
    evidence: [],
    requires: [],
    phases,
    keeps: at < 0 ? [] : phases.slice(0, at),
  };
};

/** The step that a person's approval makes, or why it makes none. */
export const approvalOf = (
  workflows: Workflows,
  name: string,
  state: WorkflowState,
  place: RunPlace,
  about: Pick<StepReason, 'run' | 'reason' | 'evidence'>,
): { readonly step: Step } | { readonly problem: string } => {
  const workflow = Object.hasOwn(workflows, name) ? workflows[name] : undefined;
  if (workflow === undefined) {
    return { problem: `the policy declares no workflow "${name}"; it declares ${Object.keys(workflows).join(', ')}` };
  }
  const run = runIn(state, name, place);
  const step = stepBy({ name, workflow, run, place }, isApproved, { ...about, by: 'approval' });
  if (step !== null) return { step };
  const asking = workflow.phases.filter((phase) => isApproved(phase) !== null);
  const open = asking.find((phase) => doneIn(run, phase.name) === null);
  if (asking.length === 0) return { problem: `no phase of ${name} asks for approval` };
  if (open === undefined) return { problem: `${name} is approved already` };
  return { problem: `${name} has nothing to approve yet: ${missingFor(open, run).join(' and ')} must be done first` };
};

const isApproved = ({ done }: Phase): Said => (done.some(({ approval }) => approval === true) ? 'done' : null);

/** What is to be done so that a phase is done: for the agent, or for the person before it. */
export const remedyFor = (name: string, phase: Phase, reader: 'agent' | 'person'): string =>
  `For ${phase.name}: ${waitsFor(name, phase, reader)}.`;

/** The same without the phase. */
export const waitsFor = (name: string, { done }: Phase, reader: 'agent' | 'person'): string =>
  done.map((evidence) => remedyOf(name, evidence, reader)).join(', or ');

const remedyOf = (name: string, { agent, tool, input, says }: Evidence, reader: 'agent' | 'person'): string => {
  const saying = says === undefined ? '' : ` and say "${says[0]}" in a line of its own`;
  if (agent !== undefined) return `a subagent of type ${agent.join(' or ')} must finish${saying}`;
  if (tool !== undefined) {
    const fields = Object.entries(input ?? {}).map(([field, value]) => `${field} ${value}`);
    const having = fields.length === 0 ? '' : ` with ${fields.join(' and ')}`;
    return `a call of ${tool.join(' or ')}${having} must succeed${saying}`;
  }
  const how = `"docket approve ${name}" as a line of a prompt, or docket workflow approve ${name} in a terminal`;
  return reader === 'agent' ? `show the user what is to be approved and ask for ${how}` : `approve it with ${how}`;
};
