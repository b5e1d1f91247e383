import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, WHOLE_PLAN } from '../kit/plans.ts';
import { completes, greenRun, type Payload, prompts, redRun, requests, type Scenario } from '../kit/scenario.ts';
import { agentEnds, agentStarts } from '../kit/subagents.ts';
import { type Case, git, realRepository } from './rule-case.ts';

const PLAN = 'MASTER_PLAN.md';
const GOOD_PLAN = `${WHOLE_PLAN}\n## Tasks\n\n- [ ] build the cart\n`;
const DONE = 'The plan is complete.';

const only = (...names: readonly string[]) => ({
  policy: { preset: 'observe', gates: Object.fromEntries(names.map((name) => [name, { mode: 'enforce' }])) },
});

/** Only the gates about subagents, so that nothing else has a word; what they find is told in the last case. */
const ALONE = only('subagent-start', 'check-planner', 'check-implementer', 'check-guardian');

/** On a branch of its own, all of it committed, with a plan. */
const inRepository =
  (plan: string | null, branch = 'mine') =>
  (s: Scenario): void => {
    realRepository(s);
    s.write('.git/info/exclude', '.docket/\n');
    s.write('src/a.ts', 'export {};\n');
    if (plan !== null) s.write(PLAN, plan);
    git(s.project, 'add', '.');
    git(s.project, 'commit', '--quiet', '-m', 'all');
    if (branch !== 'main') git(s.project, 'switch', '--quiet', '-c', branch);
  };

const seen = (): Payload => prompts('docket prove: the cart adds up');

/** What a planner left; it writes what the remedy says, and ends again. */
const plannerCase = (rule: string, plan: string | null, opens: string): Case => ({
  rule: `check-planner/${rule}`,
  decision: 'advise',
  options: ALONE,
  prepare: inRepository(plan),
  trigger: () => agentEnds('planner', DONE, 'p1'),
  opens: [opens],
  remedies: {
    'the plan is written as the remedy says': (s) => {
      s.write(PLAN, GOOD_PLAN);
      return [agentEnds('planner', DONE, 'p1')];
    },
  },
});

const loopCase = (gate: string, type: string, question: string, answer: string): Case => ({
  rule: `${gate}/approval-loop`,
  decision: 'advise',
  options: ALONE,
  prepare: inRepository(GOOD_PLAN),
  trigger: () => agentEnds(type, question, 'l1'),
  opens: ['the subagent goes on with an answer, and ends saying what it did'],
  remedies: { 'it gets an answer, and says what it did': () => [seen(), agentEnds(type, answer, 'l1')] },
});

const implementerEnds = (): Payload => agentEnds('implementer', 'The cart is done.', 'i1');
const guardianEnds = (): Payload => agentEnds('guardian', 'Committed as 1234abc.', 'g1');

const mergeEnds = (more: Payload = {}): Payload =>
  agentEnds('guardian', 'Merged cart: phase 1 is complete.', 'g1', more);

const NOON = Date.UTC(2026, 0, 1, 12);

/** The plan was written so many seconds before. */
const planFrom = (s: Scenario, seconds: number): void => {
  const at = NOON / 1000 - seconds;
  utimesSync(join(s.project, PLAN), at, at);
};

let calls = 0;

const wrote = (path: string): Payload[] => {
  const input = { file_path: path, content: 'x' };
  const call = { tool_use_id: `agent-wrote-${++calls}` };
  return [{ ...requests('Write', input), ...call }, completes('Write', input, {}, call)];
};

/** A way out for each rule about subagents. */
export const AGENT_CASES: readonly Case[] = [
  {
    rule: 'subagent-start/context',
    decision: 'advise',
    options: ALONE,
    prepare: inRepository(GOOD_PLAN),
    trigger: () => agentStarts('implementer', 's1'),
    opens: ['the answer reaches the subagent'],
    remedies: {
      'it was told, and gets another message': () => [agentStarts('implementer', 's1', { prompt_id: 'p2' })],
    },
  },
  plannerCase('no-plan', null, 'the plan is written'),
  plannerCase('no-phases', GOOD_PLAN.replaceAll('## Phase', '## Part'), 'the plan is divided into phases'),
  plannerCase('no-intent', GOOD_PLAN.replace(/## Original Intent\n\n.*\n\n/, ''), 'the plan says what was asked for'),
  plannerCase('no-tasks', WHOLE_PLAN.replace('- [x] DEC', '- DEC'), 'the plan names tasks'),
  loopCase('check-planner', 'planner', 'Which of the two do you prefer?', DONE),
  plannerCase(
    'no-requirements',
    GOOD_PLAN.replace(/## Success Metrics\n\n.*\n/, ''),
    'the plan has the sections of a plan of several phases',
  ),
  {
    rule: 'check-implementer/on-main',
    decision: 'advise',
    options: ALONE,
    prepare: inRepository(GOOD_PLAN, 'main'),
    trigger: implementerEnds,
    opens: ['the work moves to a branch of its own'],
    remedies: {
      'git switch -c cart': (s) => {
        git(s.project, 'switch', '--quiet', '-c', 'cart');
        return [seen(), implementerEnds()];
      },
    },
  },
  {
    rule: 'check-implementer/no-decisions',
    decision: 'advise',
    options: ALONE,
    prepare: (s) => {
      inRepository(GOOD_PLAN)(s);
      s.write('src/cart.ts', linesOf(60));
    },
    past: [...wrote('src/cart.ts'), ...greenRun()],
    trigger: implementerEnds,
    opens: ['the files say what was decided'],
    remedies: {
      'annotated, tested and seen again': (s) => {
        s.write(
          'src/cart.ts',
          `// @decision DEC-CART-001\n// @title a\n// @status accepted\n// @rationale b\n${linesOf(60)}`,
        );
        return [...greenRun(), seen(), implementerEnds()];
      },
    },
  },
  loopCase('check-implementer', 'implementer', 'Shall I write the cart?', 'The cart is done.'),
  {
    rule: 'check-implementer/tests',
    decision: 'advise',
    options: ALONE,
    prepare: inRepository(GOOD_PLAN),
    past: redRun(),
    trigger: implementerEnds,
    opens: ['run the tests, and they pass'],
    remedies: { 'the failure is mended, and they run again': () => [...greenRun(), seen(), implementerEnds()] },
  },
  {
    rule: 'check-implementer/unproven',
    decision: 'advise',
    options: ALONE,
    prepare: inRepository(GOOD_PLAN),
    trigger: implementerEnds,
    opens: ['a person sees it work and says so'],
    remedies: { 'docket prove: in a prompt': () => [seen(), implementerEnds()] },
  },
  {
    rule: 'check-guardian/plan-not-updated',
    decision: 'advise',
    options: { ...ALONE, deps: { now: () => NOON } },
    prepare: (s) => {
      inRepository(GOOD_PLAN)(s);
      planFrom(s, 3600);
    },
    trigger: () => mergeEnds(),
    opens: ['the plan is brought up to date'],
    remedies: {
      'the plan is brought up to date, and committed': (s) => {
        s.write(PLAN, GOOD_PLAN.replace('in-progress', 'completed'));
        git(s.project, 'commit', '--quiet', '-a', '-m', 'plan');
        planFrom(s, 5);
        // Under a clock that stands still it would be the same end.
        return [mergeEnds({ stop_hook_active: true })];
      },
    },
  },
  {
    rule: 'check-guardian/uncommitted',
    decision: 'advise',
    options: ALONE,
    prepare: (s) => {
      inRepository(GOOD_PLAN)(s);
      s.write('src/b.ts', 'export {};\n');
    },
    trigger: guardianEnds,
    opens: ['commit what is left'],
    remedies: {
      'git add and commit': (s) => {
        git(s.project, 'add', '.');
        git(s.project, 'commit', '--quiet', '-m', 'rest');
        return [guardianEnds()];
      },
    },
  },
  {
    rule: 'check-guardian/no-branch',
    decision: 'advise',
    options: ALONE,
    prepare: (s) => {
      inRepository(GOOD_PLAN)(s);
      git(s.project, 'checkout', '--quiet', '--detach');
    },
    trigger: guardianEnds,
    opens: ['a branch is checked out'],
    remedies: {
      'git switch -c kept': (s) => {
        git(s.project, 'switch', '--quiet', '-c', 'kept');
        return [guardianEnds()];
      },
    },
  },
  loopCase('check-guardian', 'guardian', 'Shall I commit it?', 'Committed.'),
  {
    rule: 'check-guardian/tests-fail',
    decision: 'advise',
    options: ALONE,
    prepare: inRepository(GOOD_PLAN),
    past: redRun(),
    trigger: guardianEnds,
    opens: ['run the tests, and they pass'],
    remedies: { 'the failure is mended, and they run again': () => [...greenRun(), guardianEnds()] },
  },
  {
    rule: 'agent-findings/undelivered',
    decision: 'advise',
    options: only('check-planner', 'agent-findings'),
    prepare: inRepository(null),
    past: [agentEnds('planner', DONE, 'f1')],
    trigger: () => prompts('go on'),
    opens: ['the answer that tells of them reaches the agent'],
    remedies: { 'it was told': () => [prompts('and on')] },
  },
];
