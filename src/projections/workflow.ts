import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { agentStopped, phaseEntered, reminded, runReset } from './workflow-steps.ts';

/** One way through a workflow. */
export interface WorkflowRun {
  readonly id: string;
  readonly workflow: string;
  /** The session whose run it is; null for one of the worktree. */
  readonly session: string | null;
  readonly worktree: string | null;
  /** Where it is: `complete` behind the last phase. */
  readonly phase: string;
  /** The phases that are done, each with the event that made it so; none once the run is over. */
  readonly done: readonly PhaseDone[];
  readonly startedAt: string;
  readonly ended: { readonly how: 'complete' | 'reset'; readonly at: string } | null;
  /** The event that brought it where it is. */
  readonly entered: string;
  /** The first event that showed it; null where nothing but a person's word did. */
  readonly evidence: string | null;
  /** The phase whose failure brought it there; null where something else did. */
  readonly failed: string | null;
  /** The step that a person was reminded of. */
  readonly told: string | null;
}

export interface PhaseDone {
  readonly phase: string;
  readonly event: string;
}

/** A subagent that ended. */
export interface StoppedAgent {
  readonly event: string;
  readonly stream: string;
  readonly agent: string;
  readonly type: string;
}

export interface WorkflowState {
  /** In the order in which they began; of those that are over the newest. */
  readonly runs: readonly WorkflowRun[];
  /** The newest subagents that ended: the tool that ran one tells of it as well. */
  readonly stopped: readonly StoppedAgent[];
  /** Which subagents' ends led to which outcome: each counts once. */
  readonly counted: readonly string[];
}

/**
 * Where workflows are (seed 002, "Phase Transition Rules"). Runs are told apart by workflow and by whose they are, so that
 * parallel sessions and parallel workflows never mix, and nothing of an ended session reaches another one.
 */
export const workflowProjection: Projection<WorkflowState> = {
  name: 'workflow',
  version: 1,
  scope: 'project',
  on: ['PhaseEntered', 'WorkflowReset', 'SubagentStopped', 'AnswerSent', 'GatesRuled'],
  initialState: { runs: [], stopped: [], counted: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'PhaseEntered':
        return phaseEntered(state, event);
      case 'WorkflowReset':
        return runReset(state, event);
      case 'SubagentStopped':
        return agentStopped(state, event);
      default:
        return state.runs.some(isUntold) && isAboutWorkflows(event) ? reminded(state, event) : state;
    }
  },
};

const isUntold = ({ ended, told, entered }: WorkflowRun): boolean => ended === null && told !== entered;

const isAboutWorkflows = ({ data }: Envelope): boolean =>
  (data as EventData<'AnswerSent'>).verdicts.some(({ gate }) => gate === 'workflow');

/** Where a run is looked for. */
export interface RunPlace {
  /** Null: in no session, only in the worktree. */
  readonly stream: string | null;
  readonly worktree: string | null;
}

/** The run of a workflow that is in progress there: the session's own, else that of its worktree. */
export const runIn = (
  { runs }: WorkflowState,
  workflow: string,
  { stream, worktree }: RunPlace,
): WorkflowRun | null => {
  const live = runs.filter((run) => run.ended === null && run.workflow === workflow);
  const own = stream === null ? undefined : live.findLast(({ session }) => session === stream);
  return own ?? live.findLast((run) => run.session === null && run.worktree === worktree) ?? null;
};

/**
 * The workflows among these that something in a session is about: those in progress there, and where none is, all. So what
 * several workflows name belongs to the one that was begun.
 */
export const concernedIn = (state: WorkflowState, workflows: readonly string[], place: RunPlace): readonly string[] => {
  const begun = workflows.filter((workflow) => runIn(state, workflow, place) !== null);
  return begun.length > 0 ? begun : workflows;
};

/** The event after which a phase was done; null while it is not. */
export const doneIn = (run: WorkflowRun | null, phase: string): string | null =>
  run?.done.find((done) => done.phase === phase)?.event ?? null;
