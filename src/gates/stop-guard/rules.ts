import type { EventDraft } from '../../events/envelope.ts';
import type { Condition } from '../../events/schemas.ts';
import { evidenceFor } from '../../projections/evidence.ts';
import { TESTS } from '../../projections/evidence-kinds.ts';
import type { Plane } from '../../projections/planes.ts';
import { type Standing, standingOf } from '../../projections/standing.ts';
import { testsOf } from '../../projections/test-results.ts';
import type { SessionTests } from '../../projections/tests.ts';
import { hasPassed, knownTree, testsStanding } from '../evidence.ts';
import { ABOUT_NOW } from '../facts.ts';
import { condition, type GateContext, type Judgement, quotedList, type Rule, type Way } from '../gate.ts';
import { describeFailure, testsDoNotFail, testsPassing } from '../test-gate.ts';
import { brokenReviewer } from './broken-reviewer.ts';
import { type Changed, changedIn } from './changed.ts';
import { stopLimits } from './limits.ts';
import { reviewerNames } from './reviewer-names.ts';

const testsFail: Rule = {
  id: 'stop-guard/tests-fail',
  decision: 'deny',
  judge: (context) => {
    const tests = testsOf(context.state.tests, context.trigger.stream);
    const own = testsDoNotFail(tests);
    const undone = own.holds ? null : undoneFailure(tests, context);
    return {
      conditions: [undone === null ? own : { ...own, holds: true, remedy: null, because: [...own.because, ...undone] }],
      limits: stopLimits(context),
      reason: `${describeFailure(tests)}, so the turn is not finished.`,
    };
  },
  ways: ({ trigger }) => testsPassing(trigger.worktree),
};

/**
 * By what a failure says nothing of the code that is there now; null where it does. Just this content passed, here or elsewhere; or
 * other content failed, and this is what the session began with: the experiment is over, and what fails now the session did not make.
 */
const undoneFailure = (tests: SessionTests | null, context: GateContext): readonly string[] | null => {
  const { status, because } = testsStanding(context, ABOUT_NOW);
  if (status === 'pass') return because;
  const digest = context.facts.tree(ABOUT_NOW)?.data.tree.code ?? null;
  const failed = tests?.digest ?? null;
  if (digest === null || failed === null || failed === digest) return null;
  // What failed was of this very content as well, in a run before the newest one.
  if (evidenceFor(context.state.evidence, TESTS, digest)?.passed === false) return null;
  const changed = changedIn('code', context);
  return changed?.isChanged === false ? changed.because : null;
};

/** A kind of review that a changed plane needs. */
interface Owed {
  readonly id: string;
  /** The condition: `changed-code-is-reviewed`. */
  readonly requires: string;
  readonly kind: string;
  readonly plane: Plane;
  /** What was changed, and what it lacks, in words: `Code`, `code review`. */
  readonly subject: string;
  readonly noun: string;
  /** What to do, with the names of reviewers in front of what follows. */
  readonly remedy: readonly [verb: string, then: string];
  readonly todo: string;
}

const owedRule = (owed: Owed): Rule => ({
  id: owed.id,
  decision: 'deny',
  judge: (context) => {
    const changed = changedIn(owed.plane, context);
    if (changed === null) return null;
    const { trigger, state, facts } = context;
    if (!changed.isChanged) return { conditions: [nothingOwed(owed, changed)], reason: '' };
    const standing = standingOf(state, owed.kind, knownTree(facts, ABOUT_NOW), trigger.stream);
    return judged(owed, changed, standing, context);
  },
  ways: (context) => [passing(owed, context)],
});

const nothingOwed = ({ requires }: Owed, { how, because }: Changed): Condition =>
  condition(requires, true, { actual: { changed: 'nothing', how }, because });

const judged = (owed: Owed, changed: Changed, standing: Standing, context: GateContext): Judgement => {
  const passed = hasPassed(owed.requires, standing, remedyFor(owed, context));
  const { how, files } = changed;
  return {
    conditions: [
      {
        ...passed,
        actual: { ...(passed.actual as object), changed: [...files], how },
        because: [...new Set([...passed.because, ...changed.because])],
      },
    ],
    limits: [brokenReviewer(owed, standing, context), ...stopLimits(context)],
    reason: reasonFor(owed, changed, standing),
  };
};

const remedyFor = ({ kind, remedy: [verb, then] }: Owed, { state }: GateContext): string => {
  const names = reviewerNames(kind, state.policy.policy?.review);
  return `${verb}${names === '' ? '' : ` (${names})`} ${then}`;
};

/** What is wrong with the evidence there is, behind "it has no passing code review". */
const FLAWS: Readonly<Record<Standing['status'], string>> = {
  pass: '',
  fail: ': the last one did not pass',
  stale: ': it changed after the last one',
  unknown: ': the last one gave no verdict',
  missing: '',
};

const reasonFor = ({ subject, noun }: Owed, { files, how }: Changed, { status }: Standing): string => {
  const named = files.length === 0 ? how : quotedList(files);
  return `${subject} changed (${named}) and has no passing ${noun}${FLAWS[status]}.`;
};

/** The review that would open it, of the content that is judged. */
const passing = ({ kind, plane, todo }: Owed, { trigger, facts }: GateContext): Way => {
  const tree = facts.tree(ABOUT_NOW)?.data.tree;
  const review: EventDraft = {
    type: 'ReviewRecorded',
    worktree: trigger.worktree,
    data: {
      kind,
      plane,
      outcome: 'pass',
      sentinel: null,
      by: 'a review',
      reason: 'assumed',
      standing: 'evidence',
      ...(tree === undefined ? {} : { tree }),
    },
  };
  return { todo, events: [review] };
};

/** Everything that a turn may leave undone, in the order it is told. */
const STOP_RULES: readonly Rule[] = [
  testsFail,
  owedRule({
    id: 'stop-guard/code-unreviewed',
    requires: 'changed-code-is-reviewed',
    kind: 'code',
    plane: 'code',
    subject: 'Code',
    noun: 'code review',
    remedy: ['Review it', 'and mend what the review finds.'],
    todo: 'review the code, and it passes',
  }),
  owedRule({
    id: 'stop-guard/precommit-missing',
    requires: 'changed-code-passed-precommit',
    kind: 'precommit',
    plane: 'code',
    subject: 'Code',
    noun: 'precommit run',
    remedy: ['Run precommit', 'and mend what it finds.'],
    todo: 'run precommit, and it passes',
  }),
  owedRule({
    id: 'stop-guard/docs-unreviewed',
    requires: 'changed-documents-are-reviewed',
    kind: 'doc',
    plane: 'docs',
    subject: 'Documentation',
    noun: 'document review',
    remedy: ['Review it', 'and mend what the review finds.'],
    todo: 'review the documents, and they pass',
  }),
];

/** Those rules: called where they are needed, since the hook loads them only then. */
export const stopRules = (): readonly Rule[] => STOP_RULES;
