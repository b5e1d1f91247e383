import { agentsProjection } from './agents.ts';
import { auditsProjection } from './audits.ts';
import { callsProjection } from './calls.ts';
import { changesProjection } from './changes.ts';
import { contextsProjection } from './contexts.ts';
import { decisionsProjection } from './decisions.ts';
import { type DeliveriesState, NO_DELIVERIES } from './deliveries.ts';
import { docAdviceProjection } from './doc-advice.ts';
import { evidenceProjection } from './evidence.ts';
import { explorationProjection } from './exploration.ts';
import { failuresProjection } from './failures.ts';
import { findingsProjection } from './findings.ts';
import { intentProjection } from './intent.ts';
import { lintProjection } from './lint.ts';
import { movedFilesProjection } from './moved-files.ts';
import { offeredToolsProjection } from './offered-tools.ts';
import { planProjection } from './plan.ts';
import { planToldProjection } from './plan-told.ts';
import { policyProjection } from './policy-in-force.ts';
import { preferencesProjection } from './preferences.ts';
import { preservedProjection } from './preserved.ts';
import type { Projection } from './projection.ts';
import { proofProjection } from './proof.ts';
import { questionsProjection } from './questions.ts';
import { reviewProjection } from './review.ts';
import { reviewNudgesProjection } from './review-nudges.ts';
import { reviewedCommandsProjection } from './reviewed-commands.ts';
import { runnerProjection } from './runner.ts';
import { sessionProjection } from './session.ts';
import { sessionsProjection } from './sessions.ts';
import { strikesProjection } from './strikes.ts';
import { summariesProjection } from './summaries.ts';
import { testsProjection } from './tests.ts';
import { todosProjection } from './todos.ts';
import { trailProjection } from './trail.ts';
import { turnProjection } from './turn.ts';
import { untoldTestsProjection } from './untold-tests.ts';
import { updateProjection } from './update.ts';
import { waiversProjection } from './waivers.ts';
import { workflowProjection } from './workflow.ts';

/** Whose states belong to one session. */
export const STREAM_PROJECTIONS = {
  session: sessionProjection,
  turn: turnProjection,
  calls: callsProjection,
  changes: changesProjection,
  strikes: strikesProjection,
  moved: movedFilesProjection,
  intent: intentProjection,
  reviewed: reviewedCommandsProjection,
  lint: lintProjection,
  offered: offeredToolsProjection,
  nudges: reviewNudgesProjection,
  docAdvice: docAdviceProjection,
  untoldTests: untoldTestsProjection,
  summaries: summariesProjection,
  audits: auditsProjection,
  planTold: planToldProjection,
  contexts: contextsProjection,
  trail: trailProjection,
  agents: agentsProjection,
  questions: questionsProjection,
  exploration: explorationProjection,
};

/** Whose states belong to one worktree. */
export const WORKTREE_PROJECTIONS = {
  tests: testsProjection,
  runner: runnerProjection,
  review: reviewProjection,
  proof: proofProjection,
  decisions: decisionsProjection,
  plan: planProjection,
};

/** Whose states all share. */
export const PROJECT_PROJECTIONS = {
  policy: policyProjection,
  failures: failuresProjection,
  evidence: evidenceProjection,
  sessions: sessionsProjection,
  preserved: preservedProjection,
  findings: findingsProjection,
  workflow: workflowProjection,
  preferences: preferencesProjection,
  todos: todosProjection,
  update: updateProjection,
  waivers: waiversProjection,
};

type StatesOf<Projections extends Record<string, { readonly initialState: unknown }>> = {
  readonly [Name in keyof Projections]: Projections[Name]['initialState'];
};

export type StreamStates = StatesOf<typeof STREAM_PROJECTIONS> & { readonly deliveries: DeliveriesState };
export type WorktreeStates = StatesOf<typeof WORKTREE_PROJECTIONS>;
export type ProjectStates = StatesOf<typeof PROJECT_PROJECTIONS>;

/** What all sessions share. Lists of pairs, since object keys that look like numbers would lose their order. */
export interface SharedState {
  readonly project: ProjectStates;
  readonly worktrees: readonly (readonly [string, WorktreeStates])[];
}

/** What a fold derived from a log. */
export interface LogState extends SharedState {
  /** Sessions that had events, in the order of their last one, the most recently active one last. */
  readonly streams: readonly (readonly [string, StreamStates])[];
}

/** What a gate sees: the states of one session, one worktree and the project. */
export type View = StreamStates & WorktreeStates & ProjectStates;

type AnyProjection = Projection<unknown>;

const initialStates = <Projections extends Record<string, AnyProjection>>(
  projections: Projections,
): StatesOf<Projections> =>
  Object.fromEntries(
    Object.entries(projections).map(([name, { initialState }]) => [name, initialState]),
  ) as StatesOf<Projections>;

/** The states of a session without events. */
export const NEW_STREAM: StreamStates = {
  ...initialStates(STREAM_PROJECTIONS),
  deliveries: NO_DELIVERIES,
};
/** The states of a worktree without events. */
export const NEW_WORKTREE = initialStates(WORKTREE_PROJECTIONS);

/** The shared states of a log without events. */
export const EMPTY_STATE: SharedState = { project: initialStates(PROJECT_PROJECTIONS), worktrees: [] };
