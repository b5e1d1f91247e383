import type { EventData } from '../events/schemas.ts';
import { planeOfFile } from '../projections/changes.ts';
import { PROOF } from '../projections/evidence-kinds.ts';
import { type Standing, standingOf } from '../projections/standing.ts';
import { knownTree, testsStanding } from './evidence.ts';
import { ABOUT_NOW } from './facts.ts';
import type { GateContext } from './gate.ts';

/** What comes next in the life of a change (seed 001, session-summary.sh; proof and commit are docket's own). */
export type NextStep =
  | 'create-plan'
  | 'create-worktrees'
  | 'use-worktrees'
  | 'fix-tests'
  | 'run-tests'
  | 'await-tests'
  | 'review-changes'
  | 'show-proof'
  | 'commit'
  | 'merge';

export interface Outlook {
  readonly step: NextStep | null;
  /** How the tests of the present code stand; `running` while docket's own run is not over. */
  readonly tests: Standing['status'] | 'running';
  readonly failures: number | null;
}

/** How the work stands in a worktree, and what comes next there; null where nothing is left to do. */
export const outlookOf = (context: GateContext, seen: EventData<'SummaryObserved'>): Outlook => {
  const { state, facts, trigger } = context;
  const { tests, failures } = testsNow(context, seen);
  const hasCode = state.changes.files.some((file) => planeOfFile(file) === 'code') || countOf(context, 'code') > 0;
  const standing = (kind: string): Standing => standingOf(state, kind, knownTree(facts, ABOUT_NOW), trigger.stream);
  const isOpen = (seen.uncommitted ?? 1) > 0;
  const isUnmerged = isOpen || (seen.ahead ?? 0) > 0;
  const step = ((): NextStep | null => {
    if (seen.isMain && !seen.plan) return 'create-plan';
    if (seen.isMain) return (seen.linked ?? 0) > 0 ? 'use-worktrees' : 'create-worktrees';
    if (tests === 'fail') return 'fix-tests';
    if (tests === 'running') return 'await-tests';
    if (hasCode && tests !== 'pass') return 'run-tests';
    if (hasCode && (isOpen || owesReview(context)) && standing('code').status !== 'pass') return 'review-changes';
    if (hasCode && isUnmerged && asksForProof(context) && standing(PROOF).status !== 'pass') return 'show-proof';
    if (seen.uncommitted !== null && isOpen) return 'commit';
    return (seen.ahead ?? 0) > 0 ? 'merge' : null;
  })();
  return { step, tests, failures };
};

const testsNow = (context: GateContext, { awaited }: EventData<'SummaryObserved'>): Omit<Outlook, 'step'> => {
  if (awaited !== null && awaited.result === null) return { tests: 'running', failures: null };
  if (awaited?.result !== null && awaited?.result !== undefined) {
    return { tests: awaited.result.status, failures: awaited.result.failures };
  }
  const { status, failures } = testsStanding(context, ABOUT_NOW);
  return { tests: status, failures };
};

const countOf = ({ facts }: GateContext, plane: 'code' | 'docs'): number =>
  facts.tree(ABOUT_NOW)?.data.counts[plane] ?? 0;

/** What stop-guard would hold the turn for, whether or not it lets it go this time. */
const owesReview = ({ before }: GateContext): boolean =>
  before.some(
    ({ gate, mode, conditions }) =>
      gate === 'stop-guard' &&
      mode === 'enforce' &&
      conditions.some(({ name, holds }) => name === 'changed-code-is-reviewed' && !holds),
  );

/** Whether a commit is going to ask for it. */
const asksForProof = ({ state }: GateContext): boolean => {
  const guard = state.policy.policy?.gates['guard'];
  return (guard?.rules['commit-unproven'] ?? guard?.mode) === 'enforce';
};

/** What to do, for the person. */
export const NEXT_WORDS: Readonly<Record<NextStep, string>> = {
  'create-plan': 'create a plan',
  'create-worktrees': 'create worktrees for the work',
  'use-worktrees': 'go on in a worktree that is there (git worktree list)',
  'fix-tests': 'fix the tests',
  'run-tests': 'run the tests',
  'await-tests': 'wait for the tests',
  'review-changes': 'review the changes',
  'show-proof': 'see that it works and say so (docket prove)',
  commit: 'commit the changes',
  merge: 'merge to main',
};
