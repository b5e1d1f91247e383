import type { EventData } from '../events/schemas.ts';
import { PROOF } from '../projections/evidence-kinds.ts';
import { planCounts } from '../projections/plan-counts.ts';
import { driftNow } from '../projections/plan-decisions.ts';
import { fileKind } from '../projections/source-files.ts';
import { type Standing, standingOf } from '../projections/standing.ts';
import { knownTree, testsStanding } from './evidence.ts';
import { ABOUT_NOW, type Fact } from './facts.ts';
import { atWords, counted, type GateContext, quotedList, shortened } from './gate.ts';
import { otherSessions } from './other-sessions.ts';
import { protectedAmong } from './protected-branches.ts';
import { workLines } from './work-at-hand.ts';

/** One thing that is known. */
export interface StandLine {
  /** A word for the log. */
  readonly about: string;
  readonly text: string;
  readonly because: readonly string[];
}

type GitFact = EventData<'GitObserved'>;

/**
 * Where things stand, most important first; nothing about what nobody knows. `detail: short` leaves out what needs no
 * attention.
 */
export const standLines = (context: GateContext): StandLine[] => {
  const isFull = context.options['detail'] !== 'short';
  const git = context.facts.git(ABOUT_NOW);
  return [
    ...policyLines(context),
    ...failureLines(context),
    ...carefulLines(context),
    ...otherSessions(context),
    ...(git === null || git.data.worktree === null ? [] : gitLines(context, git)),
    ...testLines(context, isFull),
    ...planLines(context, isFull),
    ...(isFull ? workLines(context) : []),
    ...(git === null || !isFull ? [] : worktreeLines(git)),
    ...(isFull ? evidenceLines(context) : []),
  ];
};

/** Of a path or a sentence of others. */
const LONGEST = 200;

const policyLines = ({ state: { policy } }: GateContext): StandLine[] =>
  policy.problems.length === 0
    ? []
    : [
        {
          about: 'policy',
          text: `The policy has ${counted(policy.problems.length, 'problem')}: ${shortened(policy.problems[0] ?? '', LONGEST)}. Tell the user.`,
          because: policy.event === null ? [] : [policy.event],
        },
      ];

const DAY_MS = 24 * 60 * 60 * 1000;

/** What went wrong inside docket in the last day (DESIGN.md §1). */
const failureLines = ({ trigger, state: { failures } }: GateContext): StandLine[] => {
  const since = Date.parse(trigger.at) - DAY_MS;
  const last = failures.last.filter(({ at, event }) => Date.parse(at) >= since && event !== trigger.id).at(-1);
  if (last === undefined) return [];
  const what = `${last.stage}, ${shortened(last.code, 60)}`;
  return [
    {
      about: 'failures',
      text: `docket itself failed (${what}, ${atWords(last.at)}): docket status says more.`,
      because: [last.event],
    },
  ];
};

const carefulLines = ({ state: { preferences } }: GateContext): StandLine[] =>
  preferences.careful && preferences.event !== null
    ? [
        {
          about: 'careful',
          text: 'Careful mode is on: what cannot be undone is asked about first.',
          because: [preferences.event],
        },
      ]
    : [];

/** `3 files changed, 1 new`; `nothing changed`. */
export const dirtyWords = ({ staged = [], changed = [], counts }: GitFact): string => {
  if (counts === undefined) return 'git cannot say what is changed';
  const tracked = Math.max(new Set([...staged, ...changed]).size, counts.staged, counts.changed);
  const fresh = counts.untracked;
  const parts = [
    ...(tracked > 0 ? [`${counted(tracked, 'file')} changed${stagedWords(counts.staged)}`] : []),
    ...(fresh > 0 ? [`${fresh} new`] : []),
  ];
  return parts.length === 0 ? 'nothing changed' : parts.join(', ');
};

const stagedWords = (staged: number): string => (staged === 0 ? '' : ` (${staged} staged)`);

export const branchWords = ({ branch, commit }: GitFact): string =>
  branch === null
    ? `HEAD is detached${commit === null ? '' : ` at ${commit.slice(0, 8)}`}`
    : `on \`${shortened(branch, LONGEST)}\``;

const gitLines = (context: GateContext, { id, data }: Fact<GitFact>): StandLine[] => {
  const { ahead = 0, behind = 0 } = data;
  const distance = [
    ...(ahead > 0 ? [`${counted(ahead, 'commit')} ahead of its upstream`] : []),
    ...(behind > 0 ? [`${counted(behind, 'commit')} behind${ahead > 0 ? '' : ' its upstream'}`] : []),
  ];
  const state = [branchWords(data), dirtyWords(data), ...distance].join(', ');
  const warning = protectedWarning(context, data);
  return [{ about: 'git', text: `Git: ${state}.${warning === null ? '' : ` ${warning}`}`, because: [id] }];
};

/** What is wrong with working on a protected branch. */
export const protectedWarning = ({ state }: GateContext, data: GitFact): string | null => {
  const { policy } = state.policy;
  const { branch, staged = [], changed = [], untracked = [] } = data;
  const options = policy?.gates['branch-guard']?.options ?? {};
  if (branch === null || protectedAmong({ options }, [branch]).length === 0) return null;
  const files = [...new Set([...staged, ...changed, ...untracked])];
  const sources = files.filter((path) => fileKind(path, policy?.files) === 'source');
  if (sources.length === 0)
    return `\`${shortened(branch, LONGEST)}\` is protected: work on a branch or in a worktree of your own.`;
  return `\`${shortened(branch, LONGEST)}\` is protected and has uncommitted source changes (${quotedList(sources.slice(0, 3))}${sources.length > 3 ? ' and more' : ''}): take them to a branch first, git switch -c NAME.`;
};

const testLines = (context: GateContext, isFull: boolean): StandLine[] => {
  const tests = testsStanding(context, ABOUT_NOW);
  if (tests.status === 'missing' || (!isFull && tests.status !== 'fail')) return [];
  return [{ about: 'tests', text: testWords(tests), because: tests.because }];
};

/** How the tests stand, in a sentence. */
export const testWords = ({ status, basis, at, by, failures, reason }: Standing): string => {
  const who = by === null ? '' : `${shortened(by, 80)}, `;
  const when = at === null ? '' : ` (${who}${atWords(at)})`;
  switch (status) {
    case 'pass':
      return `Tests: they pass${basis === 'tree' ? ' with exactly this content' : ', and no code was written since'}${when}.`;
    case 'fail':
      return `Tests: they FAIL${failures === null ? '' : `, ${counted(failures, 'failure')}`}${when}. Mend them before anything else.`;
    case 'stale':
      return `Tests: they passed${when}, and the code changed since. Run them again.`;
    default:
      return `Tests: nobody knows${reason === null ? '' : `, ${shortened(reason, LONGEST)}`}${when}.`;
  }
};

const planLines = (context: GateContext, isFull: boolean): StandLine[] => {
  const plan = context.facts.plan();
  if (plan === null) return [];
  const text = planWords(context, plan.data, isFull);
  return text === null ? [] : [{ about: 'plan', text, because: [plan.id] }];
};

/** The plan in a few sentences; null where there is nothing to say of it. */
export const planWords = (
  { state, facts }: GateContext,
  plan: EventData<'PlanObserved'>,
  isFull: boolean,
): string | null => {
  const path = shortened(plan.path, LONGEST);
  if (!plan.exists) {
    // Outside of a repository nobody asks for one.
    const isInGit = (facts.git(ABOUT_NOW)?.data.worktree ?? null) !== null;
    const isAsked = isInGit && state.policy.policy?.gates['plan-check']?.mode === 'enforce';
    return isAsked && isFull ? `Plan: there is none. Source files want one first: ${path}.` : null;
  }
  const { phases, planned, inProgress, completed, current } = planCounts(plan);
  const counts = `${counted(phases, 'phase')}: ${completed} completed, ${inProgress} in progress, ${planned} planned`;
  const sentences = [`Plan: ${path}, ${counts}${current === null ? '' : `; now ${shortened(current, LONGEST)}`}.`];
  const { since } = plan;
  if (since !== null && since.commits > 0) {
    const days = since.days === null || since.days < 1 ? '' : `, ${counted(since.days, 'day')} ago`;
    sentences.push(
      `Since it was written${days}: ${counted(since.commits, 'commit')}, ${since.churn} % of the source files.`,
    );
  }
  const { audit } = state.decisions;
  const known = audit === null ? null : driftNow(audit, plan);
  if (known !== null) {
    const { unplanned, unimplemented } = known;
    const drift = [
      ...(unplanned.length > 0 ? [`${unplanned.length} in the code and not in the plan`] : []),
      ...(unimplemented.length > 0 ? [`${unimplemented.length} in the plan and not in the code`] : []),
    ];
    if (drift.length > 0) sentences.push(`Decisions: ${drift.join(', ')}.`);
  }
  return sentences.join(' ');
};

const MOST_WORKTREES = 6;

const worktreeLines = ({ id, data }: Fact<GitFact>): StandLine[] => {
  const { worktrees = [], goneWorktrees: gone = [], worktree, mainWorktree } = data;
  const others = worktrees.filter(({ path }) => path !== worktree);
  const shown = others
    .slice(0, MOST_WORKTREES)
    .map(
      ({ path, branch }) =>
        `\`${shortened(path, LONGEST)}\` ${branch === null ? 'detached' : `on \`${shortened(branch, 80)}\``}`,
    );
  const more = others.length - shown.length;
  const sentences = [
    ...(mainWorktree !== undefined && mainWorktree !== null && mainWorktree !== worktree
      ? [`This is a linked worktree of \`${shortened(mainWorktree, LONGEST)}\`.`]
      : []),
    ...(shown.length === 0 ? [] : [`Other worktrees: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]),
    ...(gone.length === 0
      ? []
      : [
          `${gone.length === 1 ? 'One is' : `${gone.length} are`} gone and still registered (${quotedList(gone.slice(0, 3))}): git worktree prune.`,
        ]),
  ];
  return sentences.length === 0 ? [] : [{ about: 'worktrees', text: sentences.join(' '), because: [id] }];
};

/** Reviews, and whether a person saw it work: what is known of this content. */
const evidenceLines = (context: GateContext): StandLine[] => {
  const { state, trigger } = context;
  const tree = knownTree(context.facts, ABOUT_NOW);
  const kinds = [...Object.keys(state.review.kinds).slice(0, 8), PROOF];
  const known = kinds
    .map((kind) => ({ kind, standing: standingOf(state, kind, tree, trigger.stream) }))
    .filter(({ standing }) => standing.status !== 'missing');
  if (known.length === 0) return [];
  const words = known.map(({ kind, standing: { status } }) => {
    if (kind === PROOF)
      return status === 'pass' ? 'a person saw this content work' : 'what a person saw work has changed since';
    return `${shortened(kind, 40)} review ${REVIEW_WORDS[status]}`;
  });
  return [
    {
      about: 'evidence',
      text: `Evidence: ${words.join(', ')}.`,
      because: known.flatMap(({ standing }) => standing.because),
    },
  ];
};

const REVIEW_WORDS: Readonly<Record<Standing['status'], string>> = {
  pass: 'passed',
  fail: 'FAILED',
  stale: 'passed, and the content changed since',
  unknown: 'came to no verdict',
  missing: 'is missing',
};
