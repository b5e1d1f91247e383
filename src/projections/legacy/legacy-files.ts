import { PROOF, TESTS } from '../evidence-kinds.ts';
import type { View } from '../fold.ts';
import { isAbsolute } from '../paths.ts';
import type { Plane } from '../planes.ts';
import { type KnownTree, type Standing, standingOf } from '../standing.ts';
import { doneIn, runIn } from '../workflow.ts';
import { workflowsIn } from '../workflow-definition.ts';
import type { Trail, TrailSession, TrailTree } from './trail.ts';

/** What the log came to, as legacy files are written from it. */
export interface LegacyInput {
  readonly trail: Trail;
  /** The states that a session in the worktree sees. */
  readonly viewOf: (stream: string) => View;
  readonly worktree: string;
}

/** A file as it should be. */
export interface LegacyFile {
  /** From the folder that holds `.claude`. */
  readonly path: string;
  /** Null: there should be none. */
  readonly text: string | null;
}

/** The names that stay the same, and what each holds. Those of sessions are `.session-changes-` and the session's id. */
export const LEGACY_NAMES = {
  '.claude/.test-status': 'result|fail_count|epoch of the newest test result',
  '.claude/.proof-status': 'verified or pending|epoch',
  '.claude/.plan-drift': 'unplanned, unimplemented and missing decisions of the newest audit',
  '.claude/.agent-findings': 'agent_type|issue1;issue2 of findings that nobody was told of yet',
  '.claude/.audit-log': 'the last hundred of time|event|detail',
  '.claude_review_state.json': 'changes, code review, document review and precommit of the session',
} as const;

export const SESSION_CHANGES = '.claude/.session-changes-';

/** A marker of a workflow: `.feature-plan-approved`. Only what docket wrote itself is ever removed. */
const MARKER = /^\.[A-Za-z0-9]\w*-[\w-]{1,104}$/;

/** What the markers of the shipped phases end in. */
export const SHIPPED_MARKERS = ['analysis-done', 'plan-approved', 'execution-done', 'audit-passed', 'audit-failed'];

export const isMarker = (name: string): boolean => MARKER.test(name);

/** A session's id becomes part of a file name. */
const NAMEABLE = /^[A-Za-z0-9][\w.-]{0,127}$/;

/** Whether a path is one of such a file: nothing else is ever removed. */
export const isLegacyPath = (path: string): boolean => {
  const session = path.lastIndexOf(`/${SESSION_CHANGES}`);
  return (
    isMarker(path.slice(path.lastIndexOf('/') + 1)) ||
    Object.keys(LEGACY_NAMES).some((name) => path.endsWith(`/${name}`)) ||
    (session >= 0 && NAMEABLE.test(path.slice(session + 1 + SESSION_CHANGES.length)))
  );
};

/**
 * The files that scripts from before docket read (seed 000, `.claude_review_state.json`; seed 001, "State Files"), for
 * one worktree. They are a function of the log: nobody reads them back.
 */
export const legacyFiles = ({ trail, viewOf, worktree }: LegacyInput): LegacyFile[] => {
  const here = trail.sessions.filter(({ worktrees }) => worktrees.includes(worktree));
  const live = here.filter(({ isOver }) => !isOver);
  const session = live.at(-1) ?? here.at(-1) ?? null;
  const seen = trail.trees.find((tree) => tree.worktree === worktree) ?? null;
  const tree = seen === null ? null : { event: seen.event, tree: seen.digests };
  return [
    { path: '.claude/.test-status', text: session && testStatus(viewOf(session.stream), tree, session.stream) },
    { path: '.claude/.proof-status', text: session && proofStatus(viewOf(session.stream), tree, session.stream) },
    { path: '.claude/.plan-drift', text: session && planDrift(viewOf(session.stream)) },
    { path: '.claude/.agent-findings', text: session && agentFindings(viewOf(session.stream)) },
    { path: '.claude/.audit-log', text: trail.lines.length === 0 ? null : lines(trail.lines) },
    {
      path: '.claude_review_state.json',
      text: session && reviewState(session, viewOf(session.stream), tree, seen),
    },
    ...markers(viewOf, live.at(-1)?.stream ?? null, worktree),
    ...live
      .filter(({ stream, worktrees }) => NAMEABLE.test(stream) && worktrees[0] === worktree)
      .map(({ stream }) => sessionChanges(stream, viewOf, worktree)),
  ];
};

/** `result|fail_count|epoch`; a pass about other bytes than those that are there is none. */
const testStatus = (view: View, tree: KnownTree | null, stream: string): string | null => {
  const { status, at, because } = standingOf(view, TESTS, tree, stream);
  if (status === 'missing') return null;
  const counted = view.tests.because[0] === because[0] ? view.tests.failures : null;
  // That a run failed is known also where nobody counted.
  const failures = status === 'fail' ? Math.max(1, counted ?? 1) : 0;
  return `${status}|${failures}|${epoch(at)}\n`;
};

/** `verified`, or `pending` once what was seen has changed (seed 001, track.sh). */
const proofStatus = (view: View, tree: KnownTree | null, stream: string): string | null => {
  const { status, at } = standingOf(view, PROOF, tree, stream);
  return status === 'missing' ? null : `${status === 'pass' ? 'verified' : 'pending'}|${epoch(at)}\n`;
};

/** `key=value` lines (seed 001, surface.sh: what plan-check.sh reads of the audit before). */
const planDrift = ({ decisions: { audit } }: View): string | null =>
  audit &&
  lines([
    `audit_epoch=${epoch(audit.at)}`,
    `unplanned_count=${audit.unplanned.length}`,
    `unimplemented_count=${audit.unimplemented.length}`,
    `missing_decisions=${audit.missing.length}`,
    `total_decisions=${audit.total}`,
    `source_files_changed=${audit.sourceFilesChanged}`,
    `unaddressed_p0s=${audit.unaddressedP0.length}`,
    `nogo_count=${audit.noGo.length}`,
  ]);

/** `agent_type|issue1;issue2`, one line a subagent, until an answer told of it (seed 001: "cleared after injection"). */
const agentFindings = ({ findings: { undelivered } }: View): string | null =>
  undelivered.length === 0
    ? null
    : lines(undelivered.map(({ agent, texts }) => `${oneField(agent)}|${texts.map(oneField).join(';')}`));

/** What separates fields and lines is none of a text. */
const oneField = (text: string): string => text.replace(/[\s|;]+/g, ' ').trim();

const reviewState = (
  session: TrailSession,
  view: View,
  tree: KnownTree | null,
  seen: TrailTree | null,
): string | null => {
  if (session.changedAt === null) return null;
  const review = (kind: string) => {
    const standing = standingOf(view, kind, tree, session.stream);
    return {
      executed: standing.at !== null,
      passed: standing.status === 'pass',
      last_run: seconds(lastRun(view, kind, standing)),
    };
  };
  const state = {
    session_id: session.stream,
    updated_at: seconds(session.changedAt),
    has_code_change: isOwed('code', session, view, seen),
    has_doc_change: isOwed('docs', session, view, seen),
    code_review: review('code'),
    doc_review: review('doc'),
    precommit: review('precommit'),
  };
  return `${JSON.stringify(state, null, 2)}\n`;
};

const lastRun = ({ review }: View, kind: string, { at }: Standing): string | null => review.kinds[kind]?.lastRun ?? at;

/** Written in the session, unless a look since showed a worktree like the commit the session began with (seed 000, fix 3). */
const isOwed = (plane: Plane, { wrote }: TrailSession, { session }: View, seen: TrailTree | null): boolean => {
  if (!wrote.includes(plane)) return false;
  const isClean = seen !== null && seen.digests[plane] !== null && seen.counts[plane] === 0;
  return !(isClean && seen.head === session.headAtStart);
};

/** One path a line, absolute, as the tools were given them. */
const sessionChanges = (stream: string, viewOf: LegacyInput['viewOf'], worktree: string): LegacyFile => {
  const paths = viewOf(stream)
    .changes.files.map(({ path }) => (isAbsolute(path) ? path : `${worktree}/${path}`))
    .filter((path) => !path.includes('\n'));
  return { path: `${SESSION_CHANGES}${stream}`, text: paths.length === 0 ? null : lines(paths) };
};

/**
 * The markers of the workflows that the policy declares (seed 002, "Phase Transition Rules"): one for each phase that is done
 * in the run of the newest live session, or of the worktree, and one for a failure. None once the run or session is over.
 */
const markers = (viewOf: LegacyInput['viewOf'], stream: string | null, worktree: string): LegacyFile[] => {
  const view = viewOf(stream ?? '');
  const workflows = workflowsIn(view.policy.policy?.gates['workflow']?.options) ?? {};
  return Object.entries(workflows).flatMap(([name, { phases }]) => {
    const run = runIn(view.workflow, name, { stream, worktree });
    const file = (marker: string, event: string | null): LegacyFile => ({
      path: `.${name}-${marker}`,
      text: event === null ? null : `${event}\n`,
    });
    return phases.flatMap(({ name: phase, marker, failed }) => [
      ...(marker === null ? [] : [file(marker, doneIn(run, phase))]),
      ...(failed.length === 0 ? [] : [file(failedMarker(marker, phase), run?.failed === phase ? run.entered : null)]),
    ]);
  });
};

/** `audit-passed` becomes `audit-failed`; of another marker it is the phase's name. */
const failedMarker = (marker: string | null, phase: string): string =>
  marker?.endsWith('-passed') === true ? `${marker.slice(0, -'passed'.length)}failed` : `${phase}-failed`;

const lines = (list: readonly string[]): string => `${list.join('\n')}\n`;

const epoch = (at: string | null): number => (at === null ? 0 : Math.floor(Date.parse(at) / 1000));

/** As `date -u +%Y-%m-%dT%H:%M:%SZ` prints it; empty where there is none. */
const seconds = (at: string | null): string => (at === null ? '' : `${at.slice(0, 19)}Z`);
