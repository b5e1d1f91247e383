import { TESTS } from '../projections/evidence-kinds.ts';
import { approvalLoop, type Check, checkRule, type EndedAgent, gitWay, planWay, wayOf } from './agent-check.ts';
import { changedNames, dirtyCount } from './agent-context.ts';
import { failureWords, passOf, standingNow } from './check-implementer-rules.ts';
import { condition, counted, quotedList, type Rule, shownList } from './gate.ts';
import { saysDone } from './last-message.ts';

/** Seconds (seed 001: "must be updated within 300s"). */
const WITHIN = 300;

const planNotUpdated: Check = {
  id: 'check-guardian/plan-not-updated',
  role: 'guardian',
  point: (agent) => {
    const { plan, trigger, options } = agent;
    const writtenAt = plan?.data.writtenAt ?? null;
    if (plan === null || writtenAt === null || !plan.data.exists || !completesPhase(agent)) return null;
    const within = typeof options['within'] === 'number' ? options['within'] : WITHIN;
    const age = Math.floor((Date.parse(trigger.at) - Date.parse(writtenAt)) / 1000);
    const { path } = plan.data;
    return {
      condition: condition('a-completed-phase-is-in-the-plan', age <= within, {
        actual: { path, writtenAt, seconds: age, within },
        because: [plan.id, trigger.id],
        remedy: `Set the phase's status in ${path} to completed and write its decision log.`,
      }),
      reason: `It merged what completes a phase, and ${path} was last changed ${counted(age, 'second')} before (${within} are allowed).`,
    };
  },
  ways: (agent) => planWay(agent, 'the plan is brought up to date', { writtenAt: agent.trigger.at }),
};

/** A merge, by what it ran or says, whose words say that a phase is over. */
const completesPhase = ({ work, text }: EndedAgent): boolean =>
  (work?.acts.some((kind) => MERGES.includes(kind)) === true || saysDone(text, MERGED)) && saysDone(text, PHASE_DONE);

const MERGES = ['git-merge', 'gh-pr-merge', 'git-cherry-pick'];
const MERGED =
  /\bmerged\b|\bmerg(?:es?|ing)\b.*?\b(?:complet(?:e[sd]?|ing)|done|finished|through|successful|succeeded)\b|\b(?:completed|finished|made|did) the merge\b/i;
const PHASE_DONE =
  /\bphase\b.{0,80}\b(?:complete[sd]?|completing|done|finished|finishes|closed|shipped)\b|\b(?:complet(?:e[sd]?|ing)|finish(?:e[sd])?|clos(?:es|ed))\b.{0,40}\bphase\b|\bphase-completing\b/i;

const uncommitted: Check = {
  id: 'check-guardian/uncommitted',
  role: 'guardian',
  point: ({ git }) => {
    const count = git === null ? null : dirtyCount(git.data);
    if (git === null || count === null) return null;
    const names = changedNames(git.data);
    return {
      condition: condition('nothing-is-uncommitted', count === 0, {
        actual: { count, files: shownList(names) },
        because: [git.id],
        remedy: 'Commit what belongs to the work, and remove or ignore the rest.',
      }),
      reason: `${counted(count, 'file')} ${count === 1 ? 'is' : 'are'} not committed: ${quotedList(names)}.`,
    };
  },
  ways: (agent) =>
    gitWay(agent, 'commit what is left', {
      ...{ staged: [], changed: [], untracked: [] },
      counts: { staged: 0, changed: 0, untracked: 0 },
    }),
};

const noBranch: Check = {
  id: 'check-guardian/no-branch',
  role: 'guardian',
  point: ({ git }) => {
    if (git === null || git.data.worktree === null) return null;
    const { branch, commit } = git.data;
    return {
      condition: condition('a-branch-is-checked-out', branch !== null, {
        actual: { branch, commit },
        because: [git.id],
        remedy: 'Check out a branch that holds the commit: git switch -c NAME.',
      }),
      reason: `It left no branch checked out: HEAD is detached${commit === null ? '' : ` at ${commit.slice(0, 8)}`}.`,
    };
  },
  ways: (agent) => gitWay(agent, 'a branch is checked out', { branch: 'a-branch' }),
};

const testsFail: Check = {
  id: 'check-guardian/tests-fail',
  role: 'guardian',
  point: (agent) => {
    const standing = standingNow(agent, TESTS);
    const isRecorded = (agent.work?.acts.length ?? 0) > 0 || saysDone(agent.text, RECORDED);
    const words = failureWords(standing);
    return {
      condition: condition('the-tests-do-not-fail', standing.status !== 'fail', {
        actual: { status: standing.status, failures: standing.failures, committed: isRecorded },
        because: standing.because,
        remedy: 'Mend what fails and run the tests again; take the commit back where others would get it.',
      }),
      reason: isRecorded ? `CRITICAL: ${lowerFirst(words)}, and it committed or merged.` : `${words}.`,
    };
  },
  ways: (agent) => [wayOf('run the tests, and they pass', passOf(agent, TESTS))],
};

/** A merge that is blocked and a commit message are none. */
const RECORDED = new RegExp(
  String.raw`${MERGED.source}|\b(?:committed|pushed)\b|\b(?:commit|created|made)\s+\`?[0-9a-f]{7,40}\b|\b(?:created|made|added) (?:a|the|one|two|\d+) commits?\b|\b(?:commit|push)\b.*?\b(?:done|successful|succeeded|complete[d]?)\b`,
  'i',
);

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** That the work is done which is to be merged says nothing of the merge. */
const DONE = new RegExp(
  String.raw`${RECORDED.source}|\b(?:tagged|released|rebased)\b|(?:^|\b(?:rebase|tag|release|cleanup|everything|all|task)\b.{0,60}?\b)(?:complete[d]?|done|finished)\b`,
  'i',
);

const CHECKS: readonly Check[] = [
  planNotUpdated,
  uncommitted,
  noBranch,
  approvalLoop('check-guardian/approval-loop', 'guardian', DONE, 'the work is committed or merged'),
  testsFail,
];

const RULES: readonly Rule[] = CHECKS.map(checkRule);

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const checkGuardianRules = (): readonly Rule[] => RULES;
