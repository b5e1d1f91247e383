import { describe, expect, test } from 'vitest';
import { WHOLE_PLAN } from '../kit/plans.ts';
import { agentEnds, agentProject, rulesOf } from '../kit/subagents.ts';

const GATE = 'check-planner';

const project = (more: Readonly<Record<string, unknown>> = {}) => agentProject({ [GATE]: { mode: 'enforce' } }, more);

const WITH_TASKS = `${WHOLE_PLAN}\n## Tasks\n\n- [ ] build the cart (#12)\n`;

/** What the check says of a plan, and of last words. */
const found = async (plan: string | null, text = 'The plan is written.', type = 'planner') => {
  const p = project();
  if (plan === null) p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
  else p.write('app/MASTER_PLAN.md', plan);
  const outcome = await p.sends(agentEnds(type, text));
  expect(outcome.answer).toBeNull();
  return rulesOf(outcome, GATE);
};

const INTENT = /## Original Intent\n\n.*\n\n/;
const BRIEF =
  '# Shop\n\n## Vision\n\nTea for everybody.\n\n## Phase 1: Cart\n\n**Status:** planned\n\n- [ ] the cart\n';

test('a plan that others can work by: nothing is found', async () => {
  expect(await found(WITH_TASKS)).toEqual([]);
});

test('seed 001, check-planner.sh (1): MASTER_PLAN.md exists', async () => {
  expect(await found(null)).toEqual(['no-plan']);
  expect(await found(' \n')).toEqual(['no-plan']);
});

describe('seed 001, check-planner.sh (2): it has `## Phase N` headers', () => {
  test.each([
    ['none', WITH_TASKS.replaceAll('## Phase', '## Part'), ['no-phases']],
    ['in a block of code', BRIEF.replace('## Phase 1: Cart', '```\n## Phase 1: Cart\n```'), ['no-phases']],
    ['one', BRIEF, []],
    ['initiatives alone', BRIEF.replace('## Phase 1: Cart', '## Initiative: Cart'), ['no-phases']],
  ])('%s', async (_name, plan, rules) => {
    expect(await found(plan)).toEqual(rules);
  });
});

describe('seed 001, check-planner.sh (3): it has an intent or vision section', () => {
  test.each([
    ['none', WITH_TASKS.replace(INTENT, ''), ['no-intent']],
    ['an empty one', BRIEF.replace('Tea for everybody.', 'TBD'), ['no-intent']],
    ['a vision', BRIEF, []],
    ['the original request', BRIEF.replace('## Vision', '## Original Request'), []],
  ])('%s', async (_name, plan, rules) => {
    expect(await found(plan)).toEqual(rules);
  });
});

describe('seed 001, check-planner.sh (4): it has issues or tasks', () => {
  const without = BRIEF.replace('- [ ] the cart\n', '');
  test.each([
    ['none', without, ['no-tasks']],
    [
      'decisions and requirements are none',
      `${without}- DEC-CART-001: cookies\n- REQ-CART-001: a cart\n`,
      ['no-tasks'],
    ],
    ['a list in the decision log is none', `${without}### Decision Log\n\n- cookies\n`, ['no-tasks']],
    ['a heading about tasks with nothing under it', `${without}### Tasks\n\n- TBD\n`, ['no-tasks']],
    ['boxes', BRIEF, []],
    ['a list in a phase', `${without}- build the cart\n`, []],
    ['a numbered list under a heading', `${without}## Issues\n\n1. build the cart\n`, []],
    ['an issue by its number', `${without}See #12.\n`, []],
    ['an issue by its address', `${without}See https://github.com/a/b/issues/12.\n`, []],
  ])('%s', async (_name, plan, rules) => {
    expect(await found(plan)).toEqual(rules);
  });
});

describe('seed 001, check-planner.sh (5): it did not end with a question without saying that the plan is complete', () => {
  test.each([
    ['a question', 'I have two ideas. Which one do you prefer?', ['approval-loop']],
    ['waiting for approval', 'I am ready to write it. Please confirm.', ['approval-loop']],
    ['a question behind a plan that is complete', 'The plan is complete. Shall the implementer begin?', []],
    [
      'a question behind a plan that was written',
      'I wrote MASTER_PLAN.md, the plan of three phases. Is that fine?',
      [],
    ],
    ['a question behind the file of the plan', 'Created MASTER_PLAN.md with 3 phases. Should I go on?', []],
    ['a question behind another document', 'Saved docs/roadmap.md. Should the implementer begin?', []],
    ['a question behind a bare "done"', 'All done! Anything else?', []],
    ['what was prepared is no plan', 'Analysis complete. Shall I proceed?', ['approval-loop']],
    ['what was read is no plan', 'I finished reading MASTER_PLAN.md. Two or three phases?', ['approval-loop']],
    ['what is to be completed', 'To complete the plan I need to know: Postgres or MySQL?', ['approval-loop']],
    ['no question', 'I looked at the code.', []],
    ['no words at all', '', []],
  ])('%s', async (_name, text, rules) => {
    expect(await found(WITH_TASKS, text)).toEqual(rules);
  });
});

describe('seed 001, check-planner.sh (6): structured requirements, only of plans of several phases', () => {
  test.each([
    ['several phases without', `${BRIEF}\n## Phase 2: Pay\n\n**Status:** planned\n`, ['no-requirements']],
    ['several phases with', WITH_TASKS, []],
    ['one phase without', BRIEF, []],
  ])('%s', async (_name, plan, rules) => {
    expect(await found(plan)).toEqual(rules);
  });

  test('what is missing is named', async () => {
    const p = project();
    p.write(
      'app/MASTER_PLAN.md',
      WITH_TASKS.replace(/## Success Metrics\n\n.*\n/, '').replace(/## Non-Goals\n\n.*\n/, ''),
    );
    const { verdicts } = await p.sends(agentEnds('planner', 'Done.'));
    expect(verdicts.map(({ reason }) => reason).join()).toContain(
      'MASTER_PLAN.md has 2 phases and no section about non-goals, success-metrics.',
    );
  });
});

describe('check-planner', () => {
  test('several points are found at once', async () => {
    expect(await found('# Plan\n', 'Shall I?')).toEqual(['no-phases', 'no-intent', 'no-tasks', 'approval-loop']);
  });

  test("the host's own `Plan` is a planner, others are none", async () => {
    expect(await found(null, 'Done.', 'Plan')).toEqual(['no-plan']);
    for (const type of ['implementer', 'guardian', 'general-purpose', 'Explore']) {
      expect(await found(null, 'Shall I?', type), type).toEqual([]);
    }
  });

  test('by the policy: the name of the plan, and who is a planner', async () => {
    const p = project({ plan: { file: 'docs/PLAN.md' }, agents: { planner: ['sage*'] } });
    expect(rulesOf(await p.sends(agentEnds('sage-1', 'Done.')), GATE)).toEqual(['no-plan']);
    expect(rulesOf(await p.sends(agentEnds('planner', 'Done.')), GATE)).toEqual([]);
  });

  test('the field of older clients: `subagent_type` and `response`', async () => {
    const p = project();
    const payload = { hook_event_name: 'SubagentStop', subagent_type: 'planner', response: 'Shall I go on?' };
    expect(rulesOf(await p.sends(payload), GATE)).toContain('approval-loop');
  });

  test('a folder in its place is no plan', async () => {
    const p = project();
    p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
    p.write('app/MASTER_PLAN.md/a', '');
    expect(rulesOf(await p.sends(agentEnds('planner', 'Done.')), GATE)).toEqual(['no-plan']);
  });
});
