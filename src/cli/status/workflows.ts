import type { WorkflowRun } from '../../projections/workflow.ts';
import { clock } from '../style.ts';
import type { Present } from './standings.ts';

/** Of each workflow the run that a session sees: the one in progress, else the newest that is over. */
const runsSeen = ({ view, stream, worktree }: Present): readonly WorkflowRun[] => {
  const seen = view.workflow.runs.filter((run) =>
    run.session === null ? run.worktree === worktree : run.session === stream,
  );
  // A session's own run goes before that of its worktree, one in progress before one that is over.
  const rank = ({ session, ended }: WorkflowRun): number => (ended === null ? 2 : 0) + (session === null ? 0 : 1);
  const byName = new Map<string, WorkflowRun>();
  for (const run of seen) {
    const before = byName.get(run.workflow);
    if (before === undefined || rank(run) >= rank(before)) byName.set(run.workflow, run);
  }
  return [...byName.values()];
};

/** By workflow, where each is; null where no run is known. */
export const workflowsJson = (present: Present) => {
  const runs = runsSeen(present);
  if (runs.length === 0) return null;
  return Object.fromEntries(
    runs.map(({ workflow, phase, done, id, session, startedAt, ended, failed }) => [
      workflow,
      { phase, done: done.map((each) => each.phase), failed, run: id, session, startedAt, ended },
    ]),
  );
};

/** A line for each workflow. */
export const workflowLines = (present: Present): string[] =>
  runsSeen(present).map(({ workflow, phase, done, session, ended, failed }) => {
    const whose = session === null ? ' of the worktree' : '';
    if (ended !== null) return `${workflow}: ${ended.how === 'reset' ? 'reset' : phase} at ${clock(ended.at)}${whose}`;
    const so = done.length === 0 ? '' : `, done: ${done.map((each) => each.phase).join(', ')}`;
    return `${workflow}: in ${phase}${failed === null ? '' : `, since ${failed} failed`}${so}${whose}`;
  });
