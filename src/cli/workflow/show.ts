import { readEvents } from '../../events/log-reader.ts';
import type { EventData } from '../../events/schemas.ts';
import { listSegments } from '../../events/segments.ts';
import { waitsFor } from '../../gates/workflow-moves.ts';
import { doneIn, type WorkflowRun } from '../../projections/workflow.ts';
import { COMPLETE, START, type Workflow } from '../../projections/workflow-definition.ts';
import type { ExitCode, Io } from '../io.ts';
import { findLoggedProject, findProject } from '../project.ts';
import { atTime, printable, styleFor, wrap } from '../style.ts';
import {
  type Known,
  knownIn,
  type Place,
  placeOf,
  placeOfRun,
  placeWords,
  runAt,
  runsHere,
  workflowNamed,
} from './known.ts';

export interface WorkflowOptions {
  readonly session?: string;
  readonly worktree?: boolean;
  readonly json?: boolean;
}

/**
 * `docket workflow list`: the workflows of the policy, and the runs of each that are in progress here. A project without a log
 * has none of these.
 */
export const runWorkflowList = ({ json }: WorkflowOptions, io: Io): ExitCode => {
  const project = findProject(io);
  const known = knownIn(listSegments(project.folder).length === 0 ? project : findLoggedProject(io), io);
  const workflows = Object.entries(known.workflows).map(([name, { phases }]) => ({
    workflow: name,
    phases: phases.map((phase) => phase.name),
    runs: runsHere(known, name).map(({ id, session, worktree, phase }) => ({ run: id, session, worktree, phase })),
  }));
  if (json === true) {
    io.stdout(`${JSON.stringify(workflows)}\n`);
    return 0;
  }
  if (workflows.length === 0) {
    io.stdout('The policy declares no workflow. "workflows": { "feature": {} } in docket.config.json declares one.\n');
    return 0;
  }
  const style = styleFor(io);
  for (const { workflow, phases, runs } of workflows) {
    io.stdout(`${style('bold', workflow)}  ${phases.join(' → ')}\n`);
    for (const run of runs) io.stdout(`  in ${run.phase}: ${placeWords(run)}\n`);
  }
  return 0;
};

/** `docket workflow show NAME`: where a run is, what it waits for, and how it came there. */
export const runWorkflowShow = (name: string, options: WorkflowOptions, io: Io): ExitCode => {
  const known = knownIn(findLoggedProject(io), io);
  const workflow = workflowNamed(known, name);
  const only = options.session === undefined && options.worktree !== true ? runsHere(known, name) : [];
  const place = only[0] === undefined || only.length > 1 ? placeOf(known, options) : placeOfRun(only[0]);
  return printRun(known, { name, workflow, place }, options, io);
};

interface Shown {
  readonly name: string;
  readonly workflow: Workflow;
  readonly place: Place;
}

/** Prints the run of a workflow at a place, as the log says it is. */
export const printRun = (known: Known, { name, workflow, place }: Shown, { json }: WorkflowOptions, io: Io): 0 => {
  const run = runAt(known, name, place) ?? lastOver(known, name, place);
  const shown = {
    workflow: name,
    run: run?.id ?? null,
    session: run === null ? place.session : run.session,
    worktree: run?.worktree ?? place.worktree,
    phase: run?.ended?.how === 'reset' ? START : (run?.phase ?? START),
    ended: run?.ended ?? null,
    phases: workflow.phases.map((phase) => ({
      phase: phase.name,
      done: doneIn(run, phase.name) !== null,
      requires: phase.requires,
      waitsFor: waitsFor(name, phase, 'person'),
    })),
    history: historyOf(known, name, place),
  };
  io.stdout(json === true ? `${JSON.stringify(shown)}\n` : textOf(shown, io));
  return 0;
};

const lastOver = ({ state }: Known, name: string, { session, worktree }: Place): WorkflowRun | null =>
  state.runs.findLast(
    (run) => run.workflow === name && (run.session === null ? run.worktree === worktree : run.session === session),
  ) ?? null;

/** What happened in the runs that a place sees, oldest first, from the log. */
const historyOf = ({ project }: Known, name: string, { session, worktree }: Place) => {
  const history: { event: string; at: string; run: string | null; what: string; who: string; reason: string }[] = [];
  const runs = new Set<string>();
  for (const { event } of readEvents(project.folder)) {
    const { id, at, data, provenance, stream } = event;
    if (!TOLD.has(event.type) || data['workflow'] !== name) continue;
    const who = provenance === 'person' || provenance === 'prompt' ? 'a person' : String(data['by'] ?? '?');
    const reason = String(data['reason'] ?? '');
    if (event.type === 'PhaseEntered') {
      const step = data as EventData<'PhaseEntered'>;
      if (step.session === null ? event.worktree !== worktree : step.session !== session) continue;
      runs.add(step.run);
      history.push({ event: id, at, run: step.run, what: stepWords(step), who, reason });
    } else if (event.type === 'WorkflowReset') {
      const run = String(data['run']);
      if (runs.has(run)) history.push({ event: id, at, run, what: 'reset', who, reason });
    } else if (stream === session) {
      history.push({ event: id, at, run: null, what: 'approval that did not count', who, reason });
    }
  }
  return history;
};

const TOLD: ReadonlySet<string> = new Set(['PhaseEntered', 'WorkflowReset', 'ApprovalRefused']);

/** `planning done, on to approval` */
const stepWords = ({ outcome, from, phase }: Pick<EventData<'PhaseEntered'>, 'outcome' | 'from' | 'phase'>) =>
  outcome === 'started'
    ? `begun in ${phase}`
    : `${from} ${outcome}, ${outcome === 'failed' ? 'back' : 'on'} to ${phase}`;

interface RunShown {
  readonly workflow: string;
  readonly session: string | null;
  readonly worktree: string;
  readonly phase: string;
  readonly ended: WorkflowRun['ended'];
  readonly phases: readonly { readonly phase: string; readonly done: boolean; readonly waitsFor: string }[];
  readonly history: ReturnType<typeof historyOf>;
}

const textOf = ({ workflow, phase: now, ended, phases, history, ...place }: RunShown, io: Io): string => {
  const style = styleFor(io);
  const where =
    ended === null ? (now === START ? 'not begun' : `in ${now}`) : `${ENDED[ended.how]} ${atTime(ended.at)}`;
  const lines = [`${style('bold', workflow)}: ${where}, ${placeWords(place)}`];
  for (const { phase, done, waitsFor: ways } of phases) {
    const isOver = done || ended?.how === COMPLETE;
    lines.push(`  ${isOver ? '✓' : phase === now ? '→' : ' '} ${phase}`);
    if (phase === now && ended === null) lines.push(...wrap(ways, io.width, '      '));
  }
  if (history.length > 0) lines.push('history');
  for (const { at, what, who, reason } of history) {
    lines.push(...wrap(`${printable(what)}, by ${printable(who)}: ${printable(reason)}`, io.width, `  ${atTime(at)} `));
  }
  return `${lines.join('\n')}\n`;
};

const ENDED = { complete: 'complete since', reset: 'reset' } as const;
