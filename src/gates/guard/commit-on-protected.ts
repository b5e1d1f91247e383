import { relativeTo } from '../../projections/paths.ts';
import type { Facts } from '../facts.ts';
import type { GateContext, Way } from '../gate.ts';
import { USUAL_PLAN } from '../plan-place.ts';
import { protectedAmong } from '../protected-branches.ts';
import { withoutActs } from '../without-acts.ts';
import { actRule, type JudgedAct, judgedActs } from './act-rule.ts';
import { branchThen, isMadeBefore } from './git-branch.ts';

/** Whether a file is the plan, which is written down before there is a branch to write it on (seed 001, guard check 2). */
const isPlanAt = (path: string, git: JudgedAct['git']): boolean => (git?.data.plans ?? USUAL).includes(path);

const USUAL: readonly string[] = [USUAL_PLAN];

type Known = Pick<GateContext, 'facts' | 'options'>;

/**
 * The protected branch of the project that an act commits to; null for none. Another repository, a detached HEAD, a
 * repository without a branch to branch from, and the one that keeps the host's configuration are free.
 */
const branchOfCommit = ({ act, index, git }: JudgedAct, context: Known): string | null => {
  if (act.kind !== 'git-commit' || git === null || !git.data.project) return null;
  if (git.data.hostConfig === true || git.data.isNew === true) return null;
  if (isMadeBefore(context.facts, git, index)) return null;
  const branch = branchThen(context.facts, git, index);
  return branch !== null && protectedAmong(context, [branch]).length > 0 ? branch : null;
};

/** Whether the index or the worktree decides if a commit is one of the plan alone. */
export const asksForStatus = (context: Known): boolean =>
  commits(context.facts).some((judged) => branchOfCommit(judged, context) !== null && mayBePlan(judged, context.facts));

const commits = (facts: Facts): JudgedAct[] => judgedActs(facts, ['git-commit']);

/** False where the command line alone says that it commits more than the plan. */
const mayBePlan = (judged: JudgedAct, facts: Facts): boolean => {
  const { all, parts, amend } = judged.act.details;
  if (parts === true || amend === true) return false;
  // With both, git refuses; what was meant is more than the plan.
  if (all === true && judged.paths.length > 0) return false;
  return isPlan(judged) && stagedBefore(judged, facts).every(isPlan);
};

const isPlan = ({ act, paths, git }: JudgedAct): boolean => {
  const top = git?.data.worktree ?? null;
  return (
    act.paths.length === 0 ||
    (top !== null && paths.every(({ path }) => path !== null && isPlanAt(relativeTo(top, path), git)))
  );
};

/** Earlier acts of the command that put something into the index; their worktree is that of the commit. */
const stagedBefore = (commit: JudgedAct, facts: Facts): JudgedAct[] =>
  judgedActs(facts, ['git-stage'])
    .filter(({ index }) => index < commit.index)
    .map((stage) => ({ ...stage, git: commit.git }));

/** Whether everything that would be committed is the plan. Not known is not so. */
const isPlanOnly = (judged: JudgedAct, facts: Facts): boolean => {
  if (!mayBePlan(judged, facts)) return false;
  const { all, index } = judged.act.details;
  if (index !== true && all !== true) return true;
  const { staged, changed } = judged.git?.data ?? {};
  if (staged === undefined || changed === undefined) return false;
  const committed = all === true ? [...staged, ...changed] : staged;
  const stages = stagedBefore(judged, facts).length > 0 || judged.paths.length > 0;
  return (committed.length > 0 || stages) && committed.every((path) => isPlanAt(path, judged.git));
};

/** Seed 001, guard check 2: work goes to a branch of its own. */
export const commitOnProtected = actRule({
  id: 'guard/commit-on-protected',
  decision: 'deny',
  kinds: ['git-commit'],
  requires: 'a-commit-is-on-a-branch-of-its-own',
  offends: (judged, context) => branchOfCommit(judged, context) !== null && !isPlanOnly(judged, context.facts),
  reason: (_shown, offending, context) =>
    `The commit would land on ${branchOfCommit(offending[0] as JudgedAct, context)}, which is a protected branch.`,
  remedy: 'Create a branch first (git switch -c NAME) or work in a worktree (git worktree add ../NAME -b NAME).',
  ways: (offending, { facts }): Way[] => [
    {
      todo: 'switch to a branch of your own: git switch -c NAME',
      events: [
        // A switch that the command itself makes would lead away from the branch.
        ...withoutActs(facts, ({ kind }) => kind === 'git-switch'),
        ...offending.flatMap(({ git }) =>
          git === null ? [] : [{ type: 'GitObserved', data: { ...git.data, branch: 'NAME' } }],
        ),
      ],
    },
  ],
});
