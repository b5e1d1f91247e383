import { newEventId } from '../../events/ids.ts';
import type { DocketEventType } from '../../events/schemas.ts';
import { approvalOf, startAt } from '../../gates/workflow-moves.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { findWritableProject } from '../project.ts';
import { recordAtTerminal } from '../record.ts';
import {
  type Known,
  knownIn,
  onlyRun,
  type Place,
  placeOf,
  placeOfRun,
  placeWords,
  runAt,
  runsHere,
  workflowNamed,
} from './known.ts';
import { printRun, type WorkflowOptions } from './show.ts';

export interface StartOptions extends WorkflowOptions {
  readonly phase?: string;
}

/**
 * `docket workflow start NAME`: begins a run, in the first phase or as if those before another one were done. Of the newest
 * live session, or of one that is named; of the worktree, for all its sessions, where that is asked or none is live. Throws
 * `UsageError` for names that are none, `NotFoundError` where a run is in progress there.
 */
export const runWorkflowStart = (name: string, words: readonly string[], options: StartOptions, io: Io): ExitCode => {
  const known = knownIn(findWritableProject(io), io);
  const workflow = workflowNamed(known, name);
  const names = workflow.phases.map((phase) => phase.name);
  const phase = options.phase ?? (names[0] as string);
  if (!names.includes(phase)) throw new UsageError(`${name} has no phase "${phase}"; it has ${names.join(', ')}.`);
  const place = placeOf(known, options);
  const running = known.state.runs.find(
    (run) =>
      run.ended === null &&
      run.workflow === name &&
      (place.session === null
        ? run.session === null && run.worktree === place.worktree
        : run.session === place.session),
  );
  if (running !== undefined) {
    throw new NotFoundError(
      `${name} is in progress already, in ${running.phase}, in ${placeWords(running)}. docket workflow reset ${name} ends it.`,
    );
  }
  const about = { run: newEventId(), session: place.session, reason: reasonIn(words, 'started at a terminal') };
  return recordStep(known, 'PhaseEntered', startAt(name, workflow, phase, about), { name, place, options }, io);
};

/**
 * `docket workflow approve NAME`: a person's approval. Throws `NotFoundError` where there is nothing to approve, or where
 * several runs wait and none is named.
 */
export const runWorkflowApprove = (
  name: string,
  words: readonly string[],
  options: WorkflowOptions,
  io: Io,
): ExitCode => {
  const known = knownIn(findWritableProject(io), io);
  workflowNamed(known, name);
  const reason = reasonIn(words, 'approved at a terminal');
  const approve = (place: Place) =>
    approvalOf(
      known.workflows,
      name,
      known.state,
      { stream: place.session, worktree: place.worktree },
      { run: newEventId(), reason, evidence: [] },
    );
  const waiting = isPlaced(options) ? [] : runsHere(known, name).filter((run) => 'step' in approve(placeOfRun(run)));
  const run = onlyRun(name, waiting);
  const place = run === null ? placeOf(known, options) : placeOfRun(run);
  const approval = approve(place);
  if ('problem' in approval) throw new NotFoundError(`In ${placeWords(place)}: ${approval.problem}.`);
  return recordStep(known, 'PhaseEntered', approval.step, { name, place, options }, io);
};

/** `docket workflow reset NAME`: ends a run; the next one begins at the first phase. Throws `NotFoundError` where none is in progress. */
export const runWorkflowReset = (
  name: string,
  words: readonly string[],
  options: WorkflowOptions,
  io: Io,
): ExitCode => {
  const known = knownIn(findWritableProject(io), io);
  workflowNamed(known, name);
  const run = isPlaced(options) ? runAt(known, name, placeOf(known, options)) : onlyRun(name, runsHere(known, name));
  if (run === null) throw new NotFoundError(`No run of ${name} is in progress here. docket workflow list shows all.`);
  const data = { workflow: name, run: run.id, reason: reasonIn(words, 'reset at a terminal') };
  return recordStep(known, 'WorkflowReset', data, { name, place: placeOfRun(run), options }, io);
};

const isPlaced = ({ session, worktree }: WorkflowOptions): boolean => session !== undefined || worktree === true;

const reasonIn = (words: readonly string[], otherwise: string): string => words.join(' ').trim() || otherwise;

const recordStep = (
  { project }: Known,
  type: DocketEventType,
  data: Readonly<Record<string, unknown>>,
  { name, place, options }: { name: string; place: Place; options: WorkflowOptions },
  io: Io,
): ExitCode => {
  recordAtTerminal(project, io.env, type, data);
  const known = knownIn(project, io);
  return printRun(known, { name, workflow: workflowNamed(known, name), place }, options, io);
};
