import { openStreamIndex } from '../../events/open-index.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import { loadState } from '../../hooks/load-state.ts';
import { runIn, type WorkflowRun, type WorkflowState } from '../../projections/workflow.ts';
import { type Workflow, type Workflows, workflowsIn } from '../../projections/workflow-definition.ts';
import { type Io, NotFoundError, UsageError } from '../io.ts';
import { pickStream } from '../pick-stream.ts';
import { projectPolicy } from '../policy-here.ts';
import type { Project } from '../project.ts';
import { printable } from '../style.ts';

/** What a command knows of the workflows of a project. */
export interface Known {
  readonly project: Project;
  readonly workflows: Workflows;
  readonly state: WorkflowState;
  readonly index: StreamIndex;
}

/** The workflows that the policy declares now, and the runs in the log. Says on stderr what is wrong with the policy. */
export const knownIn = (project: Project, io: Io): Known => {
  const policy = projectPolicy(io);
  const { fold } = loadState(project.folder, project.location.root, null);
  return {
    project,
    workflows: workflowsIn(policy.gates['workflow']?.options) ?? {},
    state: fold.state().project.workflow,
    index: openStreamIndex(project.folder),
  };
};

/** The workflow of a name. Throws `UsageError` where the policy declares none so. */
export const workflowNamed = ({ workflows }: Known, name: string): Workflow => {
  const found = Object.hasOwn(workflows, name) ? workflows[name] : undefined;
  if (found !== undefined) return found;
  const names = Object.keys(workflows);
  const declared = names.length === 0 ? 'it declares none, under "workflows"' : `it declares ${names.join(', ')}`;
  throw new UsageError(`The policy declares no workflow "${printable(name)}"; ${declared}.`);
};

/** Where a command looks for a run: a session, and the worktree that it is in. */
export interface Place {
  /** Null: no session, only the worktree. */
  readonly session: string | null;
  readonly worktree: string;
}

/** The newest live session of the worktree; null where none is live. */
const liveSession = ({ index, project }: Known): string | null =>
  index.streams.findLast(
    ({ host, worktree, endedAt }) => host !== 'docket' && worktree === project.worktree && endedAt === null,
  )?.stream ?? null;

/**
 * The place that options name, else the newest live session, else the worktree. Throws `NotFoundError` for a session that
 * is not there.
 */
export const placeOf = (known: Known, { session, worktree }: { session?: string; worktree?: boolean }): Place => ({
  session:
    worktree === true
      ? null
      : session === undefined
        ? liveSession(known)
        : pickStream(known.index, session, known.project.worktree),
  worktree: known.project.worktree,
});

export const placeOfRun = ({ session, worktree }: WorkflowRun): Place => ({ session, worktree: worktree ?? '' });

/** A run that a place sees. */
export const runAt = ({ state }: Known, name: string, { session, worktree }: Place): WorkflowRun | null =>
  runIn(state, name, { stream: session, worktree });

/** Runs of a workflow that live sessions of this worktree, or the worktree itself, have in progress. */
export const runsHere = ({ state, index, project }: Known, name: string): readonly WorkflowRun[] => {
  const isLive = (session: string): boolean =>
    index.streams.some(({ stream, endedAt }) => stream === session && endedAt === null);
  return state.runs.filter(
    (run) =>
      run.workflow === name &&
      run.ended === null &&
      run.worktree === project.worktree &&
      (run.session === null || isLive(run.session)),
  );
};

/** The one run that a command without a session can only mean. Throws `NotFoundError` where there are several. */
export const onlyRun = (name: string, runs: readonly WorkflowRun[]): WorkflowRun | null => {
  if (runs.length < 2) return runs[0] ?? null;
  const shown = runs.map(({ session, phase }) => `${session ?? 'the worktree (--worktree)'} in ${phase}`);
  throw new NotFoundError(`Several runs of ${name} are in progress: ${shown.join(', ')}. Name one: --session ID.`);
};

/** `session 36a90987`, `the worktree /home/me/shop` */
export const placeWords = ({ session, worktree }: { session: string | null; worktree: string | null }): string =>
  session === null ? `the worktree ${printable(worktree ?? '')}` : `session ${printable(session)}`;
