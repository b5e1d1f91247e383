import type { Policy } from '../events/schemas.ts';
import { withWorkflows } from '../gates/policy-files.ts';
import { resolveWorkflow } from '../gates/workflow-policy.ts';
import type { View } from '../projections/fold.ts';
import type { WorkflowRun } from '../projections/workflow.ts';
import { COMPLETE, START, type Workflow, type Workflows, workflowsIn } from '../projections/workflow-definition.ts';
import type { AssumedIn } from './assumed-evidence.ts';
import { UsageError } from './io.ts';

/** A workflow of which is assumed where it is. */
export interface AssumedWorkflow {
  readonly name: string;
  readonly workflow: Workflow;
  readonly state: (state: View, where: AssumedIn) => View;
}

/**
 * That the run of the session is in a phase, those before it done; `start`: that none began; `complete`: that it is over.
 * In any case, and as tables write it: `User Approval`. Throws `UsageError` for another phase.
 */
export const assumedWorkflow = (name: string, value: string, declared: Workflows): AssumedWorkflow => {
  const workflow = (Object.hasOwn(declared, name) ? declared[name] : undefined) ?? resolveWorkflow(true);
  const names = workflow.phases.map((phase) => phase.name);
  const said = value.toLowerCase().replace(/[\s_]+/g, '-');
  const isSaid = (known: string): boolean => [said, said.replace(/^user-/, '')].includes(known.toLowerCase());
  const phase = [START, ...names, COMPLETE].find(isSaid);
  if (phase === undefined) {
    throw new UsageError(
      `--assume workflow.${name} does not take "${value}"; it takes ${[START, ...names, COMPLETE].join(', ')}.`,
    );
  }
  const done = phase === COMPLETE || phase === START ? [] : names.slice(0, names.indexOf(phase));
  return {
    name,
    workflow,
    state: (state, where) => ({ ...state, workflow: withRun(state.workflow, name, phase, done, where) }),
  };
};

const ASSUMED = 'assumed';

const withRun = (
  state: View['workflow'],
  name: string,
  phase: string,
  done: readonly string[],
  { stream, events }: AssumedIn,
): View['workflow'] => {
  const others = state.runs.filter(({ workflow }) => workflow !== name);
  if (phase === START) return { ...state, runs: others };
  const at = events[0]?.at ?? '';
  const run: WorkflowRun = {
    id: ASSUMED,
    workflow: name,
    session: stream,
    worktree: events[0]?.worktree ?? null,
    phase,
    done: done.map((each) => ({ phase: each, event: ASSUMED })),
    startedAt: at,
    ended: phase === COMPLETE ? { how: 'complete', at } : null,
    entered: ASSUMED,
    evidence: null,
    failed: null,
    told: null,
  };
  return { ...state, runs: [...others, run] };
};

/** The policy with those of them that it does not declare. */
export const withAssumedWorkflows = (policy: Policy, assumed: readonly AssumedWorkflow[]): Policy => {
  if (assumed.length === 0) return policy;
  const declared = workflowsIn(policy.gates['workflow']?.options) ?? {};
  const added = Object.fromEntries(assumed.map(({ name, workflow }) => [name, workflow]));
  return { ...policy, gates: withWorkflows(policy.gates, { ...added, ...declared }) };
};
