import { writtenIn } from '../projections/changes.ts';
import { PROOF, TESTS } from '../projections/evidence-kinds.ts';
import { type Standing, standingOf } from '../projections/standing.ts';
import { approvalLoop, type Check, checkRule, type EndedAgent, gitWay, wayOf } from './agent-check.ts';
import { hasPassed, knownTree } from './evidence.ts';
import { ABOUT_NOW } from './facts.ts';
import { atWords, condition, counted, quotedList, type Rule, shownList } from './gate.ts';
import { OVER } from './last-message.ts';
import { protectedAmong } from './protected-branches.ts';

/** What is known about the code as the subagent left it. */
export const standingNow = ({ state, facts, trigger }: EndedAgent, kind: string): Standing =>
  standingOf(state, kind, knownTree(facts, ABOUT_NOW), trigger.stream);

/** `The tests fail (2 failures, vitest at …)`. */
export const failureWords = ({ failures, by, at }: Standing): string => {
  const count = failures === null ? '' : `${counted(failures, 'failure')}, `;
  return `The tests fail (${count}${by ?? 'test run'} ${at === null ? 'once' : atWords(at)})`;
};

/** What would make the tests pass, or the work seen, in the content that there is. */
export const passOf = ({ facts, git, trigger }: EndedAgent, kind: 'tests' | 'proof') => {
  const tree = facts.tree(ABOUT_NOW)?.data.tree;
  const worktree = git?.data.worktree ?? trigger.worktree;
  const about = tree === undefined ? {} : { tree };
  return kind === 'tests'
    ? {
        type: 'TestRunFinished',
        worktree,
        data: {
          ...{ runner: 'tests', status: 'pass', failures: 0, passed: 1, reason: 'assumed', source: 'agent' },
          ...about,
        },
      }
    : { type: 'ProofRecorded', worktree, data: { note: 'assumed', standing: 'evidence', ...about } };
};

const onMain: Check = {
  id: 'check-implementer/on-main',
  role: 'implementer',
  point: (agent) => {
    const branch = agent.git?.data.branch ?? null;
    if (agent.git === null || agent.git.data.worktree === null) return null;
    const isProtected = branch !== null && protectedAmong(agent, [branch]).length > 0;
    return {
      condition: condition('the-work-is-on-a-branch-of-its-own', !isProtected, {
        actual: { branch, worktree: agent.git.data.worktree },
        because: [agent.git.id],
        remedy: 'Move the work to a worktree: git stash -u, git worktree add ../NAME -b NAME, and git stash pop there.',
      }),
      reason: `It worked on ${branch}, in no worktree of its own.`,
    };
  },
  ways: (agent) => gitWay(agent, 'the work moves to a branch of its own', { branch: 'its-own' }),
};

const noDecisions: Check = {
  id: 'check-implementer/no-decisions',
  role: 'implementer',
  point: ({ facts }) => {
    const fact = facts.annotations();
    if (fact === null) return null;
    const { missing, lines } = fact.data;
    const [has, files] = missing.length === 1 ? ['has', 'file'] : ['have', 'files'];
    return {
      condition: condition('long-changed-files-say-what-was-decided', missing.length === 0, {
        actual: shownList(missing),
        because: [fact.id],
        remedy: 'Annotate what was decided there: @decision DEC-COMPONENT-001 with @title, @status and @rationale.',
      }),
      reason: `${missing.length} changed ${files} ${has} ${lines} or more lines and no @decision: ${quotedList(missing)}.`,
    };
  },
  ways: ({ facts }) => {
    const fact = facts.annotations();
    const data = { ...fact?.data, missing: [] };
    return fact === null ? [] : [wayOf('the files say what was decided', { type: 'AnnotationsObserved', data })];
  },
};

const tests: Check = {
  id: 'check-implementer/tests',
  role: 'implementer',
  point: (agent) => {
    const standing = standingNow(agent, TESTS);
    const { status } = standing;
    // Nothing was to be tested where nothing was written.
    if (status !== 'fail' && status !== 'pass' && !hasWritten(agent)) return null;
    const words =
      status === 'fail'
        ? `${failureWords(standing)}: the implementation is not complete.`
        : `No test result says that the code it left passes (${UNKNOWN[status] ?? status}).`;
    return {
      condition: hasPassed('the-tests-pass', standing, 'Run the tests, mend what fails, and run them again.'),
      reason: words,
    };
  },
  ways: (agent) => [wayOf('run the tests, and they pass', passOf(agent, TESTS))],
};

const UNKNOWN: Readonly<Record<string, string>> = {
  stale: 'they passed before the last change',
  unknown: 'the last run came to no result',
  missing: 'none ran',
};

/** Code, as far as anybody knows: a document needs no tests. */
const hasWritten = ({ state: { changes, session } }: EndedAgent): boolean =>
  writtenIn(changes, 'docs').length < changes.files.length ||
  changes.forgotten > 0 ||
  changes.unnamed.code !== undefined ||
  session.mayHaveWritten !== null;

const unproven: Check = {
  id: 'check-implementer/unproven',
  role: 'implementer',
  point: (agent) => {
    const standing = standingNow(agent, PROOF);
    const words =
      standing.status === 'missing'
        ? 'No person has seen it work (proof missing).'
        : 'What a person saw work has changed since (proof pending).';
    const remedy = 'Show the user how it works, and have them write `docket prove: NOTE` in a prompt.';
    return { condition: hasPassed('a-person-saw-it-work', standing, remedy), reason: words };
  },
  ways: (agent) => [wayOf('a person sees it work and says so', passOf(agent, PROOF))],
};

/** How something works today is not that it was made. */
const DONE = new RegExp(
  String.raw`\b(?:implement(?:ed|ation)|built|work|feature|fix|changes?|task|phase|everything|it)\b.*?\b(?:ready|in place)\b|^(?!.*\bhow\b).*\b(?:implementation|work|feature|fix|changes?|everything|it)\b.*?\b(?:works?|working)(?: now| again| as (?:expected|intended|it should|requested|asked))?\W*$|\b(?:implemented|fixed)\b|\btests?\b.{0,30}\b(?:pass(?:es|ed|ing)?|green)\b|\b(?:added|wrote|created|changed|replaced|renamed|refactored|updated|removed|moved)\b.*?(?:\(\)|\w\.[a-z]{1,5}\b|\`\w)|${OVER}`,
  'i',
);

const CHECKS: readonly Check[] = [
  onMain,
  noDecisions,
  approvalLoop('check-implementer/approval-loop', 'implementer', DONE, 'the work is done'),
  tests,
  unproven,
];

const RULES: readonly Rule[] = CHECKS.map(checkRule);

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const checkImplementerRules = (): readonly Rule[] => RULES;
