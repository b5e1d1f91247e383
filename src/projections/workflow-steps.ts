import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { PhaseDone, WorkflowRun, WorkflowState } from './workflow.ts';
import { COMPLETE } from './workflow-definition.ts';

/**
 * A run goes on, where the step still fits: two hooks that saw the same state may both record one, and of an approval only
 * a person's counts.
 */
export const phaseEntered = (state: WorkflowState, event: Envelope): WorkflowState => {
  const data = event.data as EventData<'PhaseEntered'>;
  const run = liveRun(state, event, data);
  if (run === null && isOver(state, data)) return state;
  if (PERSONAL.includes(data.by) && event.provenance !== 'person' && event.provenance !== 'prompt') return state;
  const next = data.outcome === 'started' ? (run === null ? begun(event, data) : null) : moved(run, event, data);
  if (next === null) return state;
  const others = state.runs.filter((other) => other !== run);
  const index = run === null ? -1 : state.runs.indexOf(run);
  const runs = index < 0 ? withoutOldest([...others, next]) : state.runs.with(index, next);
  const counted = data.agent === undefined ? state.counted : [...state.counted, countedKey(data.agent, data.outcome)];
  return { ...state, runs, counted: counted.slice(-MOST_COUNTED) };
};

/** A person's word, or what only a person does. */
const PERSONAL: readonly string[] = ['approval', 'person'];

/** All, and of these such as are over: the state is read by every call. */
const MOST_RUNS = 64;
const MOST_OVER = 16;
const MOST_COUNTED = 64;
const MOST_STOPPED = 32;

/** What a subagent's end is remembered by. */
export const countedKey = (agent: string, outcome: string): string => `${outcome} ${agent}`;

const liveRun = (
  { runs }: WorkflowState,
  { worktree }: Envelope,
  { workflow, session }: EventData<'PhaseEntered'>,
): WorkflowRun | null =>
  runs.findLast(
    (run) =>
      run.ended === null &&
      run.workflow === workflow &&
      run.session === session &&
      (session !== null || run.worktree === worktree),
  ) ?? null;

/** A hook that saw the same may tell of the last step again. */
const isOver = ({ runs }: WorkflowState, { run, workflow }: EventData<'PhaseEntered'>): boolean =>
  runs.some(({ id, ended, ...each }) => id === run && each.workflow === workflow && ended !== null);

const begun = (event: Envelope, { workflow, run, session, phases, keeps }: EventData<'PhaseEntered'>): WorkflowRun => {
  const done = keeps.map((phase) => ({ phase, event: event.id }));
  return {
    id: run,
    workflow,
    session,
    worktree: event.worktree,
    phase: firstOpen(phases, done),
    done,
    startedAt: event.at,
    ended: null,
    entered: event.id,
    evidence: null,
    failed: null,
    told: null,
  };
};

/** Null where the step does not fit any more: what it requires is not there, or it was made already. */
const moved = (run: WorkflowRun | null, event: Envelope, data: EventData<'PhaseEntered'>): WorkflowRun | null => {
  const { from, requires, outcome, phases, keeps, phase } = data;
  const before = run ?? begun(event, { ...data, keeps: [] });
  const isDone = (name: string): boolean => before.done.some((done) => done.phase === name);
  if (from === null || !requires.every(isDone) || isDone(from)) return null;
  const evidence = data.evidence[0] ?? null;
  if (evidence !== null && evidence === before.evidence) return null;
  if (outcome === 'failed') {
    const done = before.done.filter((each) => keeps.includes(each.phase));
    return { ...before, entered: event.id, evidence, phase, done, failed: from };
  }
  const done = [...before.done, { phase: from, event: event.id }];
  const next = firstOpen(phases, done);
  const isOver = next === COMPLETE;
  return {
    ...before,
    entered: event.id,
    evidence,
    phase: next,
    done: isOver ? [] : done,
    ended: isOver ? { how: 'complete', at: event.at } : null,
    failed: null,
  };
};

const firstOpen = (phases: readonly string[], done: readonly PhaseDone[]): string =>
  phases.find((name) => !done.some(({ phase }) => phase === name)) ?? COMPLETE;

const withoutOldest = (runs: readonly WorkflowRun[]): readonly WorkflowRun[] => {
  const over = runs.filter(({ ended }) => ended !== null);
  // A run in progress that is forgotten would begin anew.
  const oldest = over.length > MOST_OVER ? over[0] : runs.length > MOST_RUNS ? (over[0] ?? runs[0]) : undefined;
  return oldest === undefined ? runs : runs.filter((run) => run !== oldest);
};

export const runReset = (state: WorkflowState, event: Envelope): WorkflowState => {
  const data = event.data as EventData<'WorkflowReset'>;
  const index = state.runs.findIndex(
    ({ id, workflow, ended }) => id === data.run && workflow === data.workflow && ended === null,
  );
  const before = state.runs[index];
  if (before === undefined || event.provenance !== 'person') return state;
  const over: WorkflowRun = { ...before, done: [], ended: { how: 'reset', at: event.at } };
  return { ...state, runs: state.runs.with(index, over) };
};

export const agentStopped = (state: WorkflowState, { id, stream, actor }: Envelope): WorkflowState => {
  if (actor.id === 'main' || actor.type === undefined) return state;
  const stopped = { event: id, stream, agent: actor.id, type: actor.type };
  return { ...state, stopped: [...state.stopped, stopped].slice(-MOST_STOPPED) };
};

/** A person was told where runs are; under monitor nobody is, and once is enough all the same. */
export const reminded = (state: WorkflowState, event: Envelope): WorkflowState => {
  const { verdicts } = event.data as EventData<'GatesRuled'>;
  const told = verdicts
    .filter(({ gate, mode }) => gate === 'workflow' && (event.type === 'AnswerSent' || mode === 'monitor'))
    .flatMap(({ tells }) => tells ?? []);
  const isTold = ({ ended, entered }: WorkflowRun): boolean => ended === null && told.includes(entered);
  if (!state.runs.some(isTold)) return state;
  return { ...state, runs: state.runs.map((run) => (isTold(run) ? { ...run, told: run.entered } : run)) };
};
