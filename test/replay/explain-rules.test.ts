import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATES } from '../../src/gates/gates.ts';
import { causeChain } from '../../src/replay/causes.ts';
import { explainedSoFar } from '../kit/explained.ts';
import {
  completes,
  greenRun,
  type Outcome,
  type Payload,
  prompts,
  redRun,
  requests,
  scenario,
  stops,
  writes,
} from '../kit/scenario.ts';
import { AGENT_CASES } from './agent-rule-cases.ts';
import { CONTEXT_CASES } from './context-rule-cases.ts';
import { ENDING_CASES } from './ending-rule-cases.ts';

import { EVIDENCE_CASES, WITHOUT_EVIDENCE } from './evidence-rule-cases.ts';
import { GIT_CASES } from './git-rule-cases.ts';
import { HARM_CASES } from './harm-rule-cases.ts';
import { MOCK_CASES } from './mock-rule-cases.ts';
import { PLAN_CASES } from './plan-rule-cases.ts';
import { QUESTION_CASES } from './question-rule-cases.ts';
import { explained } from './read-log.ts';
import { REVIEW_CASES } from './review-rule-cases.ts';
import { bash, type Case, git, realRepository } from './rule-case.ts';
import { SELF_CASES } from './self-rule-cases.ts';
import { STOP_CASES } from './stop-rule-cases.ts';
import { SURFACE_CASES } from './surface-rule-cases.ts';
import { WORKFLOW_CASES } from './workflow-rule-cases.ts';
import { WRITTEN_CASES } from './written-rule-cases.ts';

const writeA = () => writes('src/a.ts');

const RUN_TESTS = 'run the tests, and they pass';
const fixed = (then: () => Payload) => ({
  'the failure is fixed from the side of the tests': () => [writes('test/a.test.ts'), ...greenRun(), then()],
});

/** As docket's own runner records it. */
const redRunOfDocket: Payload = {
  type: 'TestRunFinished',
  provenance: 'worker',
  data: {
    runner: 'npm test',
    status: 'fail',
    failures: 1,
    passed: 0,
    reason: 'it says so',
    source: 'runner',
    run: 'r1',
    output: 'not ok 1',
  },
};

const requestsNothing = (call: string): Payload => completes('Read', { file_path: 'a.ts' }, 'x', { tool_use_id: call });

const CASES: readonly Case[] = [
  ...SELF_CASES,
  ...HARM_CASES,
  ...GIT_CASES,
  ...EVIDENCE_CASES,
  ...REVIEW_CASES,
  ...STOP_CASES,
  ...MOCK_CASES,
  ...SURFACE_CASES,
  ...WRITTEN_CASES,
  ...PLAN_CASES,
  ...CONTEXT_CASES,
  ...AGENT_CASES,
  ...WORKFLOW_CASES,
  ...QUESTION_CASES,
  ...ENDING_CASES,
  {
    rule: 'test-gate/tests-fail',
    decision: 'advise',
    past: redRun(),
    trigger: writeA,
    opens: [RUN_TESTS],
    remedies: fixed(writeA),
  },
  {
    rule: 'test-gate/tests-fail',
    decision: 'deny',
    past: [...redRun(), writes('src/first.ts')],
    trigger: writeA,
    opens: [RUN_TESTS],
    remedies: fixed(writeA),
  },
  {
    rule: 'test-runner/result',
    decision: 'advise',
    past: [redRunOfDocket],
    trigger: () => requestsNothing('read-1'),
    opens: ['the answer that tells of it reaches the agent'],
    remedies: {
      'it was told, and the failure is fixed from the side of the tests': () => [
        writes('test/a.test.ts'),
        requestsNothing('read-2'),
      ],
    },
  },
  {
    rule: 'codegraph-nudge/index-first',
    decision: 'advise',
    prepare: (s) => void s.write('.codegraph/index.db', ''),
    trigger: () => requests('Grep', { pattern: 'total' }),
    opens: ['ask the index: mcp__codegraph__*'],
    remedies: {
      'ask it': () => [
        completes('mcp__codegraph__search', { query: 'total' }, [{ type: 'text', text: 'src/cart.ts' }]),
        requests('Grep', { pattern: 'total' }),
      ],
      'search in one file': (s) => {
        const path = s.write('src/cart.ts', 'export {};\n');
        return [requests('Grep', { pattern: 'total', path })];
      },
    },
  },
  {
    rule: 'branch-guard/protected-branch',
    decision: 'deny',
    options: { branch: 'main' },
    prepare: realRepository,
    trigger: writeA,
    opens: ['switch to a branch of your own: git switch -c NAME'],
    remedies: {
      'git switch -c mine': (s) => {
        git(s.project, 'switch', '--quiet', '-c', 'mine');
        return [writeA()];
      },
      'git worktree add ../mine -b mine': (s) => {
        const worktree = join(s.project, 'mine');
        git(s.project, 'worktree', 'add', '--quiet', worktree, '-b', 'mine');
        return [writes(join(worktree, 'src', 'a.ts'))];
      },
    },
  },
  {
    rule: 'stop-guard/tests-fail',
    decision: 'deny',
    past: redRun(),
    trigger: () => stops(),
    opens: [RUN_TESTS],
    remedies: fixed(() => stops({ last_assistant_message: 'Fixed. Shall I merge it?' })),
  },
  {
    rule: 'guard/force-push-protected',
    decision: 'deny',
    options: WITHOUT_EVIDENCE,
    trigger: () => bash('git push --force origin main'),
    opens: ['push without force, to a branch of your own'],
    remedies: {
      'push to a branch of your own': () => [bash('git push origin HEAD:refs/heads/mine')],
      'undo with git revert': () => [bash('git revert --no-edit HEAD && git push origin main')],
    },
  },
  {
    rule: 'guard/force-push-lease',
    decision: 'rewrite',
    trigger: () => bash('git push --force origin feature/x'),
    opens: ['use --force-with-lease'],
    remedies: { 'use --force-with-lease': () => [bash('git push --force-with-lease origin feature/x')] },
  },
  {
    rule: 'guard/force-push-unbounded',
    decision: 'ask',
    trigger: () => bash('git push --force origin "$BRANCH"'),
    opens: ['name the branch: git push --force-with-lease REMOTE BRANCH'],
    remedies: { 'name the branch': () => [bash('git push --force-with-lease origin feature/x')] },
  },
  {
    rule: 'guard/force-push-unleased',
    decision: 'ask',
    trigger: () => bash(['git', 'push', '--force', 'origin', 'feature/x']),
    opens: ['use --force-with-lease'],
    remedies: {
      'use --force-with-lease': () => [bash(['git', 'push', '--force-with-lease', 'origin', 'feature/x'])],
    },
  },
  {
    rule: 'guard/protected-path',
    decision: 'deny',
    options: { policy: { preset: 'strict', gates: { guard: { paths: ['data/prod'] } } } },
    prepare: (s) => void s.write('data/prod/users.csv', 'x'),
    trigger: () => bash('sort -o data/prod/users.csv data/prod/users.csv'),
    opens: ['Work on a copy elsewhere in the project, or ask the user to do it in a terminal.'],
    remedies: {
      'work on a copy': () => [bash('cp data/prod/users.csv data/users.csv && sort -o data/users.csv data/users.csv')],
    },
  },
  {
    rule: 'guard/not-understood',
    decision: 'ask',
    trigger: () => bash('git push "origin'),
    opens: ['write it as a plain command'],
    remedies: { 'a plain command': () => [bash('git push origin feature/x')] },
  },
  {
    rule: 'guard/unreadable-command',
    decision: 'ask',
    trigger: () => bash(42),
    // Nothing that follows changes what this call was: the way out is another call.
    opens: [],
    remedies: { 'send the command as text': () => [bash('npm run build')] },
  },
  {
    rule: 'auto-review/not-safe',
    decision: 'advise',
    trigger: () => bash("sed -i '1d' names.txt"),
    opens: ['use a command that only reads'],
    remedies: { 'a command that only reads': () => [bash("sed '1d' names.txt")] },
  },
  {
    rule: 'guard/unreadable-path',
    decision: 'ask',
    trigger: () => requests('Write', { file_path: 123, content: 'x' }),
    opens: [],
    remedies: { 'send the path as text': () => [writeA()] },
  },
  {
    rule: 'guard/unreadable-input',
    decision: 'ask',
    trigger: (s) => `${JSON.stringify({ session_id: 's1', cwd: s.project, ...bash('git status') })} and more`,
    opens: [],
    remedies: { 'call the tool again': () => [bash('git status')] },
  },
];

const fire = async (each: Case) => {
  const s = scenario({ preset: 'strict', ...each.options });
  each.prepare?.(s);
  await s.given(prompts('add a discount'), ...(each.past ?? []));
  const outcome = await s.when(each.trigger(s));
  return { s, outcome };
};

/** Rules that only allow need no way out. */
const ALLOWING = ['auto-review/safe'];

/** What they allow, or tell of any command or turn, stops nothing. */
const TELLING = ['auto-review', 'session-summary'];

const stopOf = ({ decision, verdicts }: Outcome): string =>
  verdicts.every(({ gate, decision: said }) => TELLING.includes(gate) || said === 'pass') ? 'none' : decision;

describe('the cases below', () => {
  it('cover every rule of every gate: a rule without a tested way out does not ship', () => {
    const rules = GATES.flatMap((gate) => gate.rules.map(({ id }) => id));
    const stopping = rules.filter((rule) => !ALLOWING.includes(rule));
    expect(new Set(CASES.map(({ rule }) => rule))).toEqual(new Set(stopping));
  });
});

describe.each(CASES)('$rule ($decision)', (each) => {
  it('is explained by events of the log that lead back to the prompt', async () => {
    const { s } = await fire(each);
    const trigger = each.trigger(s);
    // Of a rule about prompts the prompt itself is what it leads to.
    const prompted = ['add a discount', ...(typeof trigger === 'string' ? [] : [trigger['prompt']])];
    const { explanations, session } = explained(s);
    const { conditions, limits, decision } = explanations.find(({ rule }) => rule === each.rule) ?? {};
    expect(decision).toBe(each.decision);
    const failed = conditions?.filter(({ holds }) => !holds) ?? [];
    expect(failed).toHaveLength(1);
    expect(failed[0]?.remedy).toEqual(expect.any(String));
    for (const { because } of failed) expect(because.length).toBeGreaterThan(0);
    const because = [...(conditions ?? []), ...(limits ?? [])].flatMap((condition) => condition.because);
    for (const id of because) {
      const line = session.byId.get(id);
      if (line === undefined) throw new Error(`${id} is not in the log`);
      const root = causeChain(session, line).at(-1)?.event.data ?? {};
      if (each.root === undefined) expect(prompted).toContain(root['prompt']);
      else expect(root).toMatchObject(each.root);
    }
  });

  it('names what would have opened it, as far as something that follows can', async () => {
    const { s } = await fire(each);
    const found = explained(s).explanations.find(({ rule }) => rule === each.rule);
    expect(found?.opens).toEqual(each.opens.map((todo) => ({ todo: [todo], decision: 'pass' })));
  });

  it.each(Object.entries(each.remedies))('opens by its own remedy: %s', async (_name, follow) => {
    const { s, outcome } = await fire(each);
    expect(outcome.verdicts.filter(({ rule }) => rule === each.rule).map(({ decision }) => decision)).toEqual([
      each.decision,
    ]);
    const steps = follow(s);
    const decisions: string[] = [];
    for (const step of steps) decisions.push(stopOf(await s.when(step)));
    expect(decisions).toEqual(steps.map(() => 'none'));
  });
});

describe('what was ruled here', () => {
  it('was explained and shown in 80 columns: every rule that fired, and every gate that passed', async () => {
    const shown = explainedSoFar();
    const fired = (rule: string) => DECISIONS.some((decision) => shown.has(`${rule} ${decision}`));
    const rules = GATES.flatMap(({ rules: each }) => each.map(({ id }) => id));
    expect(rules.filter((rule) => !fired(rule))).toEqual([]);
    const passed = GATES.filter(({ name, rules: own }) => shown.has(`${name} pass`) || own.length === 0);
    expect(GATES.filter((gate) => !passed.includes(gate) && !TELL_OR_SAY_NOTHING.includes(gate.name))).toEqual([]);
  });
});

/** Where they have nothing to tell, or nothing was touched, they say nothing rather than that they passed. */
const TELL_OR_SAY_NOTHING = [
  'self-protection',
  'agent-findings',
  'test-runner',
  'question-fallback',
  'session-summary',
  'codegraph-nudge',
  'forward-motion',
  'session-init',
  'compact-preserve',
];
const DECISIONS = ['deny', 'ask', 'rewrite', 'allow', 'advise'];
