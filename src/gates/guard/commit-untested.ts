import type { EventDraft } from '../../events/envelope.ts';
import { TESTS } from '../../projections/evidence-kinds.ts';
import { atWords, condition, counted } from '../gate.ts';
import { type EvidenceRule, evidenceRule, type Found } from './evidence-rule.ts';
import {
  agoWords,
  basisWords,
  changedWords,
  contentOf,
  folderWords,
  isRecent,
  leftOutWords,
  records,
} from './evidence-words.ts';
import { EVIDENCE_KINDS } from './git-kinds.ts';

/** What the tests said last, as far as it is about this content. */
const testsWords = (found: Found, now: string): string => {
  const { status, at, by, failures, reason } = found.standing;
  const content = contentOf(found);
  const runner = by ?? 'test run';
  switch (status) {
    case 'fail': {
      if (at === null || !isRecent(at, now)) {
        const when = at === null ? '' : `, ${atWords(at)}`;
        return `The last test run did not pass (${runner}${when}), and none since says that ${content} does.`;
      }
      const count = failures === null ? '' : `${counted(failures, 'failure')}, `;
      return `The tests failed ${agoWords(at, now)} (${count}${runner}), and none since says that ${content} passes.`;
    }
    case 'stale':
      return `The tests passed ${at === null ? 'once' : atWords(at)} (${runner}), before the code became ${content}.${leftOutWords(found)}`;
    case 'unknown':
      if (found.standing.partial === true) return `Not all of ${content} is tested: ${reason}.${leftOutWords(found)}`;
      return `The last test run says nothing about ${content}: ${reason ?? 'its result is not known'}.`;
    default:
      return `No test run is known of ${content}.${leftOutWords(found)}`;
  }
};

const RUN = 'run the tests in a call of their own';

const remedyOf = (found: Found): string => {
  const { asked, standing } = found;
  const { act, tree } = asked;
  if (!records(found)) return `${standing.status === 'fail' ? 'Fix the failure. ' : ''}${elsewhereRemedy(found)}`;
  if ((tree?.data.leftOut ?? []).length > 0 && standing.status !== 'fail') {
    return `Commit all of it (git add what is missing), or put the rest aside: git stash push --keep-index --include-untracked, ${RUN}, commit, and git stash pop.`;
  }
  const then = act.kind === 'git-continue' ? 'then go on' : 'then commit';
  if (standing.partial === true)
    return `Run all the tests in a call of their own, from the top of the worktree, ${then}.`;
  if (standing.status === 'fail') return `Fix the failure, ${RUN}, ${then}.`;
  if (standing.status === 'unknown')
    return `Run the tests by themselves, with nothing behind them that hides their exit code, ${then}.`;
  return `Run the tests in a call of their own, ${then}.`;
};

/** For content that is not in the worktree. */
const elsewhereRemedy = ({ asked }: Found): string => {
  const { kind, details } = asked.act;
  if (kind === 'git-revert') return 'Run the tests once it is done, before anything builds on it.';
  if (kind === 'gh-pr-merge') {
    const which = typeof details['of'] === 'string' ? `gh pr checkout ${details['of']}` : 'gh pr checkout NUMBER';
    return `Check it out (${which}), run the tests there, then merge it.`;
  }
  const of = Array.isArray(details['of']) ? (details['of'] as readonly string[]) : [];
  const name = of.length === 1 ? of[0] : 'NAME';
  return `Run the tests where it is checked out (git switch ${name}, or git worktree add ../NAME ${name}), then bring it in.`;
};

const words: EvidenceRule['words'] = (found, { trigger }) => {
  const { asked, testsRun } = found;
  if (asked.changed.length > 0) {
    return {
      reason: changedWords(found, `no test run can be about ${contentOf(found)}`),
      remedy: `Make the change in a call of its own, run the tests in the next one, then commit or merge.${folderWords(found)}`,
    };
  }
  const running = testsRun ? ' The tests that the command runs itself have no result yet.' : '';
  return {
    reason: `${testsWords(found, trigger.at)}${running}${basisWords(found)}`,
    remedy: `${remedyOf(found)}${folderWords(found)}`,
  };
};

const todoOf = (found: Found): string => {
  const { standing, asked } = found;
  const all = standing.partial === true ? 'run all the tests' : 'run the tests';
  if (!records(found) && asked.act.kind !== 'git-revert')
    return `${all} where what is brought in is checked out, and they pass`;
  const isPartOfIt = asked.changed.length === 0 && (asked.tree?.data.leftOut ?? []).length > 0;
  return `${isPartOfIt ? 'commit all of it or put the rest aside, ' : ''}${all}, and they pass`;
};

/** A pass of exactly that content, where it works. */
const pass = ({ asked }: Found): EventDraft => ({
  type: 'TestRunFinished',
  worktree: asked.worktree,
  data: {
    runner: 'tests',
    status: 'pass',
    failures: 0,
    passed: 1,
    reason: 'assumed',
    source: 'agent',
    ...(asked.tree === null ? {} : { tree: asked.tree.data.tree }),
  },
});

/** Where the policy asks only for tests that there are: nobody can run others. */
const excuse: EvidenceRule['excuse'] = ({ asked: { tree }, state }, { options }) => {
  if (options['untested'] !== 'where-tests-are' || tree?.data.tests !== false) return null;
  const wasTested = state.tests.status !== null || state.tests.others.length > 0;
  return wasTested ? null : condition('there-are-tests', false, { actual: false, because: [tree.id] });
};

const tested = (id: string, decision: EvidenceRule['decision'], kinds: readonly string[], requires: string) =>
  evidenceRule({
    id,
    decision,
    kinds,
    kind: TESTS,
    requires,
    words,
    excuse,
    opens: { todo: todoOf, event: pass },
  });

/** Seed 001, guard checks 6 and 7: only a pass of what is committed or merged opens it. */
export const commitUntested = tested(
  'guard/commit-untested',
  'deny',
  EVIDENCE_KINDS,
  'tests-pass-on-what-is-committed',
);

/** Going back must always be possible; that nobody tested where it leads is only said. */
export const revertUntested = tested(
  'guard/revert-untested',
  'advise',
  ['git-revert'],
  'tests-pass-on-what-a-revert-leaves',
);
