import { isoTime } from '../../events/iso-time.ts';
import { type ChangedFile, writtenIn } from '../../projections/changes.ts';
import { shownTodos } from '../todo/shown.ts';
import { shownWaivers } from '../waive/shown.ts';
import { agentsJson } from './agents.ts';
import type { Owed } from './owed.ts';
import { planJson } from './plan.ts';
import { type Present, proofNow, reviewNow, type Shown, testsNow } from './standings.ts';
import { workflowsJson } from './workflows.ts';

/** The stable shape of DESIGN.md §11; null or empty where nothing is known. */
export const statusJson = (present: Present, owed: Owed) => {
  const { view, stream, worktree } = present;
  const { session, turn, changes, strikes, policy, preferences, calls } = view;
  return {
    preset: policy.policy?.preset ?? null,
    ...(policy.policy?.mode === undefined ? {} : { policyMode: policy.policy.mode }),
    worktree: session.worktree ?? worktree,
    session:
      stream === null
        ? null
        : {
            id: stream,
            kind: session.kind,
            mode: session.permissionMode,
            host: session.host,
            imported: present.isImported,
            startedAt: session.startedAt,
            endedAt: session.endedAt,
            branchAtStart: session.branchAtStart,
            headAtStart: session.headAtStart,
            calls: {
              open: calls.open.map(({ call }) => call),
              unknown: calls.unknown,
              deniedButRan: calls.deniedButRan,
            },
          },
    turn: {
      id: turn.id,
      prompts: turn.prompts,
      tools: turn.tools,
      stopBlocks: turn.stopBlocks,
      openPoints: turn.openPoints,
    },
    tests: testsJson(present),
    review: Object.fromEntries(reviewKinds(present).map((kind) => [kind, reviewNow(present, kind)])),
    brokenReviewer: view.review.broken === null ? null : { by: view.review.broken.by, at: view.review.broken.at },
    proof: proofNow(present),
    changes: {
      code: pathsOf(writtenIn(changes, 'code')),
      doc: pathsOf(writtenIn(changes, 'docs')),
      other: pathsOf(writtenIn(changes, null)),
    },
    careful: preferences.careful,
    workflow: workflowsJson(present),
    plan: planJson(present.plan, view),
    agents: agentsJson(view),
    questions: view.questions.seen,
    strikes: Object.fromEntries(Object.entries(strikes).map(([gate, { delivered }]) => [gate, delivered.length])),
    waivers: shownWaivers(view.waivers.granted, view.policy.policy, isoTime(Date.now())),
    todos: shownTodos(view.todos, isoTime(Date.now())),
    owed,
  };
};

const pathsOf = (files: readonly ChangedFile[]): string[] => files.map(({ path }) => path);

/** Those that everybody knows, and those of the policy that ran. */
export const reviewKinds = ({ view }: Present): string[] => [
  ...new Set(['code', 'doc', 'precommit', ...Object.keys(view.review.kinds)]),
];

const testsJson = (present: Present) => {
  const { status, failures, at, stale, by, source, session, running, basis, undoneBy } = testsNow(present);
  return { status, failures, at, stale, runner: by, source, session, running, ...about({ basis, undoneBy }) };
};

const about = ({ basis, undoneBy }: Pick<Shown, 'basis' | 'undoneBy'>) => ({ basis, undoneBy });
