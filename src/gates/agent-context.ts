import type { EventData } from '../events/schemas.ts';
import { planCounts } from '../projections/plan-counts.ts';
import { testsStanding } from './evidence.ts';
import { ABOUT_NOW } from './facts.ts';
import { atWords, counted, type GateContext, shortened } from './gate.ts';
import { protectedAmong } from './protected-branches.ts';

type Git = EventData<'GitObserved'>;

const LONGEST_NAME = 120;
const MOST_NAMES = 10;
const MOST_WORKTREES = 5;

/** The branch, what is not committed, and the linked worktrees, in a line. */
export const gitWords = ({ facts }: Pick<GateContext, 'facts'>, isShort: boolean): string | null => {
  const git = facts.git(ABOUT_NOW)?.data;
  if (git === undefined) return null;
  if (git.worktree === null) return `Git: ${shortened(git.path, LONGEST_NAME)} is in no repository.`;
  const about = [branchWords(git), dirtyWords(git, isShort), worktreesWords(git, isShort)];
  return `Git: ${about.filter((part) => part !== null).join('; ')}.`;
};

/** `on branch main`, `on no branch (detached at 1234abcd)`. */
export const branchWords = ({ branch, commit }: Pick<Git, 'branch' | 'commit'>): string =>
  branch === null
    ? `on no branch${commit === null ? '' : ` (detached at ${commit.slice(0, 8)})`}`
    : `on branch ${shortened(branch, LONGEST_NAME)}`;

/** `nothing uncommitted`, `3 uncommitted files (a.ts, b.ts, c.ts)`; null where nobody knows. */
export const dirtyWords = (git: Git, isShort: boolean): string | null => {
  const names = changedNames(git);
  const count = dirtyCount(git);
  if (count === null) return null;
  if (count === 0) return 'nothing uncommitted';
  const shown = names.slice(0, MOST_NAMES).map((name) => shortened(name, LONGEST_NAME));
  const more = count > shown.length ? ', …' : '';
  return `${counted(count, 'uncommitted file')}${isShort ? '' : ` (${shown.join(', ')}${more})`}`;
};

/** Files that are not as the commit has them, those that git does not know included; null where nobody knows. */
export const dirtyCount = ({ counts, ...git }: Git): number | null => {
  if (counts === undefined) return null;
  const both = (git.staged ?? []).filter((name) => git.changed?.includes(name) === true).length;
  return counts.staged + counts.changed + counts.untracked - both;
};

export const changedNames = ({ staged = [], changed = [], untracked = [] }: Git): string[] => [
  ...new Set([...staged, ...changed, ...untracked]),
];

const worktreesWords = ({ worktrees }: Git, isShort: boolean): string | null => {
  if (worktrees === undefined) return null;
  if (worktrees.length === 0) return 'no linked worktrees';
  if (isShort) return counted(worktrees.length, 'linked worktree');
  const shown = worktrees.slice(0, MOST_WORKTREES).map(({ path, branch }) => {
    return `${shortened(path, LONGEST_NAME)} on ${branch === null ? 'no branch' : shortened(branch, LONGEST_NAME)}`;
  });
  const more = worktrees.length > shown.length ? ', …' : '';
  return `${counted(worktrees.length, 'linked worktree')}: ${shown.join(', ')}${more}`;
};

/** What is to be done before any work where there is no worktree for it; null where there is, or work may be done here. */
export const worktreeWarning = (given: GateContext): string | null => {
  const git = given.facts.git(ABOUT_NOW)?.data;
  if (git === undefined || git.branch === null || git.worktrees === undefined || git.worktrees.length > 0) return null;
  if (protectedAmong(given, [git.branch]).length === 0) return null;
  // Without a commit git makes none.
  if (git.commit === null) return null;
  return `WARNING: there is no worktree yet, and this is ${shortened(git.branch, LONGEST_NAME)}. Before you change source, make one and work there: git worktree add ../NAME -b NAME.`;
};

/** How the plan stands, in a line; null where nobody looked. */
export const planWords = ({ facts }: Pick<GateContext, 'facts'>, isShort: boolean): string | null => {
  const plan = facts.plan()?.data;
  if (plan === undefined) return null;
  if (!plan.exists) return `Plan: none (${plan.path}).`;
  const { phases, completed, current } = planCounts(plan);
  const now = current === null ? 'none in progress' : `now ${shortened(current, LONGEST_NAME)}`;
  const steps = phases === 0 ? 'no phases' : `${completed} of ${counted(phases, 'phase')} completed, ${now}`;
  const age = plan.since === null || isShort ? '' : `; ${plan.since.churn} % of the source changed since it did`;
  return `Plan: ${plan.path}, ${steps}${age}.`;
};

/** What is known of the tests of the code as it is. */
export const testsWords = (given: GateContext): string => {
  const { status, failures, at, by, reason } = testsStanding(given, ABOUT_NOW);
  const when = at === null ? '' : ` (${by ?? 'test run'} ${atWords(at)})`;
  switch (status) {
    case 'pass':
      return `Tests: they pass on this code${when}.`;
    case 'fail':
      return `Tests: they FAIL${failures === null ? '' : `, ${counted(failures, 'failure')}`}${when}. Mend that first.`;
    case 'stale':
      return `Tests: they passed${when}, and the code has changed since.`;
    case 'unknown':
      return `Tests: the last run came to no result${reason === null ? '' : `: ${shortened(reason, LONGEST_NAME)}`}.`;
    default:
      return 'Tests: no result for this code.';
  }
};

/** What gates ask for before work counts as done (seed 001, "verification protocol"), as far as the policy asks it. */
export const protocolLines = ({ state }: GateContext, isShort: boolean): string[] => {
  const guard = state.policy.policy?.gates['guard'];
  const isAsked = (rule: string): boolean => (guard?.rules[rule] ?? guard?.mode) === 'enforce';
  const tests = isAsked('commit-untested') ? 'a commit is held up without' : 'nobody believes the work without';
  const proof = isAsked('commit-unproven') ? 'a commit waits for' : 'what counts in the end is';
  const short = `Before you report: run the whole tests with the Bash tool and see them pass (${tests} that), then say what a person can look at (${proof} a person who saw it work).`;
  if (isShort) return [short];
  return [
    `Verify before you report. Run all tests of the project with the Bash tool, in the foreground, on the code as you leave it; ${tests} a pass of just that code, and any later edit undoes it.`,
    `Then say in your report, in a line or two, how a person sees that it works: a command to run, a page to open. ${capital(proof)} a person who saw it and wrote \`docket prove: NOTE\` in the prompt; you cannot say that for them.`,
    'Do not end with a question: say what you did, what you saw, and what is left.',
  ];
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
