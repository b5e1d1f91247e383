import { describe, expect, it } from 'vitest';
import { decisionProject, lines, SURFACE_ALONE } from '../kit/decisions.ts';
import { completes, type Payload, prompts, requests, scenario, stateIn, stops } from '../kit/scenario.ts';
import {
  APPROVAL,
  asksFor,
  doneIn,
  executed,
  phasesIn,
  planned,
  runsIn,
  WITH_FEATURE,
  worksAs,
} from '../kit/workflow.ts';

const withPast = async (past: readonly Payload[] = [], policy: Record<string, unknown> = WITH_FEATURE) => {
  const s = scenario({ policy });
  await s.given(prompts('build the discount'), ...past);
  const decision = async (payload: Payload) => (await s.when(payload)).decision;
  return { s, decision };
};

const MODIFY = (more: Payload = {}) =>
  requests('mcp__gateway__execute', { operation: 'MODIFY', target: 'orders' }, more);

describe('seed 002, "Phase Transition Rules"', () => {
  it('START to analysis: nothing is required', async () => {
    const { s, decision } = await withPast();
    expect(await decision(asksFor('analyzer'))).toBe('none');
    expect(phasesIn(s)).toEqual([]);
  });

  it('analysis to planning: analysis must be done', async () => {
    const { s, decision } = await withPast();
    expect(await decision(asksFor('planner'))).toBe('deny');
    await s.given(...worksAs('analyzer'));
    expect(doneIn(s)).toEqual(['analysis']);
    expect(await decision(asksFor('planner'))).toBe('none');
  });

  it('planning to approval: a plan, and then a person', async () => {
    const { s, decision } = await withPast(planned());
    expect(phasesIn(s)).toEqual(['feature in approval']);
    expect(await decision(asksFor('executor'))).toBe('deny');
    await s.given(APPROVAL);
    expect(phasesIn(s)).toEqual(['feature in execution']);
  });

  it('approval to execution: analysis and an approved plan', async () => {
    const { decision } = await withPast([...planned(), APPROVAL]);
    expect(await decision(asksFor('executor'))).toBe('none');
  });

  it('execution to verification: execution must be done', async () => {
    const { s, decision } = await withPast([...planned(), APPROVAL]);
    expect(await decision(asksFor('auditor'))).toBe('deny');
    await s.given(...worksAs('executor'));
    expect(phasesIn(s)).toEqual(['feature in verification']);
    expect(await decision(asksFor('auditor'))).toBe('none');
  });

  it('verification that passes: complete, and all is cleared', async () => {
    const { s, decision } = await withPast([...executed(), ...worksAs('auditor', 'I looked.\n\n**Audit: PASS**')]);
    expect(phasesIn(s)).toEqual(['feature in complete']);
    expect(doneIn(s)).toEqual([]);
    expect(runsIn(s)[0]?.ended).toEqual({ how: 'complete', at: expect.any(String) });
    expect(await decision(asksFor('executor'))).toBe('deny');
    expect(await decision(asksFor('analyzer'))).toBe('none');
  });

  it.each(['audit PASS', '## Audit passed', 'Verdict: PASS', '- Audit: ✅ PASS.'])(
    'verification passes in other words: %s',
    async (words) => {
      const { s } = await withPast([...executed(), ...worksAs('auditor', words)]);
      expect(phasesIn(s)).toEqual(['feature in complete']);
    },
  );

  it.each(['audit FAIL', 'Verdict: FAIL: the total is wrong', 'Audit PASS\nVerdict: FAIL'])(
    'and fails in other words: %s',
    async (words) => {
      const { s } = await withPast([...executed(), ...worksAs('auditor', words)]);
      expect(phasesIn(s)).toEqual(['feature in execution']);
    },
  );

  it('verification that fails: back to execution, which stays done, for another try', async () => {
    const { s, decision } = await withPast([...executed(), ...worksAs('auditor', 'Audit: FAIL\nThe total is wrong.')]);
    expect(phasesIn(s)).toEqual(['feature in execution']);
    expect(doneIn(s)).toEqual(['analysis', 'planning', 'approval', 'execution']);
    expect(await decision(asksFor('executor'))).toBe('none');
    await s.given(...worksAs('executor'));
    expect(await decision(asksFor('auditor'))).toBe('none');
    await s.given(...worksAs('auditor', 'Audit: PASS'));
    expect(phasesIn(s)).toEqual(['feature in complete']);
  });
});

describe('seed 002, "PreToolUse Hook (Quality Gate)"', () => {
  it('really blocks: a denial in JSON and exit code 0, with what is required', async () => {
    const { s } = await withPast(planned());
    const { answer, exitCode, verdicts } = await s.when(asksFor('executor'));
    expect(exitCode).toBe(0);
    const { permissionDecision, permissionDecisionReason: reason } = (answer?.['hookSpecificOutput'] ?? {}) as Payload;
    expect(permissionDecision).toBe('deny');
    expect(reason).toContain('analysis and planning are done, approval is missing');
    expect(reason).toContain('docket workflow approve feature');
    const [verdict] = verdicts.filter(({ gate }) => gate === 'workflow');
    expect(verdict?.conditions.map(({ name, holds }) => [name, holds])).toEqual([
      ['feature-analysis-done', true],
      ['feature-planning-done', true],
      ['feature-approval-done', false],
    ]);
    const steps = s.events().filter(({ type }) => type === 'PhaseEntered');
    expect(verdict?.because).toEqual(steps.map(({ id }) => id));
  });

  it.each(['Agent', 'Task'])('knows the tool that starts subagents as %s', async (tool) => {
    const { decision } = await withPast();
    expect(await decision(requests(tool, { subagent_type: 'executor', prompt: 'p' }))).toBe('deny');
  });

  it.each(['TaskCreate', 'TaskUpdate', 'TaskList', 'TodoWrite', 'AgentOutput', 'Read'])(
    'leaves %s alone',
    async (tool) => {
      const { decision } = await withPast();
      expect(await decision(requests(tool, { subagent_type: 'executor', command: 'ls' }))).toBe('none');
    },
  );

  it.each(['executor', 'Feature-Executor', 'shop:executor', ' executor ', 'shop:feature-implementer'])(
    'counts %j among the executors',
    async (type) => {
      const { decision } = await withPast();
      expect(await decision(asksFor(type))).toBe('deny');
    },
  );

  it.each(['general-purpose', 'Explore', 'executors', 'executor-of-wills', 'analyzer'])('not %j', async (type) => {
    const { decision } = await withPast();
    expect(await decision(asksFor(type))).toBe('none');
  });

  it('says nothing of an agent without a type', async () => {
    const { decision } = await withPast();
    expect(await decision(requests('Agent', { prompt: 'p' }))).toBe('none');
    expect(await decision(requests('Agent', null))).toBe('none');
  });
});

describe('seed 002, "Integration with MCP Gateway"', () => {
  it('MODIFY requires an approved plan', async () => {
    const { s, decision } = await withPast(planned());
    const { answer } = await s.when(MODIFY());
    expect(JSON.stringify(answer)).toContain('This call of mcp__gateway__execute belongs to execution');
    await s.given(APPROVAL);
    expect(await decision(MODIFY())).toBe('none');
  });

  it.each([
    { operation: 'modify' },
    { operation: ' MODIFY ' },
    { request: { operation: 'MODIFY' } },
    { calls: [{ operation: 'READ' }, { operation: 'MODIFY' }] },
    { Operation: 'MODIFY' },
    { operation: ['READ', 'MODIFY'] },
    { tool: 'orders', arguments: '{"operation":"MODIFY"}' },
    { requests: ['[{"operation":"MODIFY"}]'] },
    { operation_type: 'MODIFY', target: 'orders' },
    { action: 'modify' },
    { server: 'shop', request: { type: 'MODIFY' } },
    { ...Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field ${at}`, at])), operation: 'MODIFY' },
    { operation: 'MODIFY', padding: 'x'.repeat(200_000) },
  ])('also as %#', async (input) => {
    const { decision } = await withPast();
    expect(await decision(requests('mcp__gateway__execute', input))).toBe('deny');
    expect(await decision(requests('mcp__plugin_shop_gateway__execute', input))).toBe('deny');
  });

  it.each([
    requests('mcp__gateway__modify', { id: 1 }),
    requests('mcp__gateway__modify_record', {}),
    requests('mcp__plugin_shop_gateway__modify_record', {}),
    asksFor('mcp-gateway', { tool_input: { subagent_type: 'mcp-gateway', prompt: 'MODIFY: rename the order' } }),
  ])('also where the tool or the prompt of an agent says so: %#', async (call) => {
    const { s, decision } = await withPast(planned());
    expect(await decision(call)).toBe('deny');
    await s.given(APPROVAL);
    expect(await decision({ ...call, tool_use_id: 'again' })).toBe('none');
  });

  it('and lets a gateway that is an agent read', async () => {
    const { decision } = await withPast();
    const read = { subagent_type: 'mcp-gateway', prompt: 'QUERY: which orders were modified?' };
    expect(await decision(asksFor('mcp-gateway', { tool_input: read }))).toBe('none');
  });

  it.each([
    { operation: 'READ' },
    { operation: 'MODIFY_NOTHING' },
    { note: 'MODIFY' },
    { text: '{"note":"MODIFY"' },
    {},
    null,
    'MODIFY',
  ])('lets others through: %j', async (input) => {
    const { decision } = await withPast();
    expect(await decision(requests('mcp__gateway__read', input))).toBe('none');
  });

  it('gates what a policy names, whichever tool that is', async () => {
    const policy = {
      preset: 'strict',
      workflows: {
        release: {
          phases: [
            { name: 'build', done: [{ tool: 'Bash', input: { command: 'npm run build*' } }] },
            {
              name: 'publish',
              tools: [{ tool: 'mcp__registry__*' }, { tool: 'Task', input: { subagent_type: 'pub*' } }],
              done: [{ approval: true }],
            },
          ],
        },
      },
    };
    const { s, decision } = await withPast([], policy);
    expect(await decision(requests('mcp__registry__publish', {}))).toBe('deny');
    expect(await decision(asksFor('publisher'))).toBe('deny');
    expect(await decision(requests('mcp__other__publish', {}))).toBe('none');
    const build = { command: 'npm run build' };
    await s.given(requests('Bash', build, { tool_use_id: 'b' }));
    await s.given({
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: build,
      tool_use_id: 'b',
      error: 'Exit code 1',
    });
    expect(await decision(requests('mcp__registry__publish', {}))).toBe('deny');
    await s.given(
      requests('Bash', build, { tool_use_id: 'c' }),
      completes('Bash', build, { stdout: '' }, { tool_use_id: 'c' }),
    );
    expect(await decision(requests('mcp__registry__publish', {}))).toBe('none');
  });
});

describe('seed 002, "Stop Hook (Session Cleanup)"', () => {
  it('reminds the person of a run in progress, once for each step', async () => {
    const { s } = await withPast(planned());
    const { answer } = await s.when(stops());
    expect(answer?.['systemMessage']).toContain('The workflow feature is in progress, in approval.');
    expect((await s.when(stops({ last_assistant_message: 'Still there.' }))).answer).toBeNull();
    await s.given(APPROVAL);
    const { answer: next } = await s.when(stops({ last_assistant_message: 'Approved.' }));
    expect(next?.['systemMessage']).toContain('in execution');
  });

  it('stands behind what the other gates of the end of a turn say', async () => {
    const p = decisionProject(
      {},
      { policy: { ...WITH_FEATURE, gates: { ...SURFACE_ALONE, 'stop-guard': { mode: 'enforce' } } } },
    );
    for (const payload of [prompts('build the discount'), ...planned()]) await p.sends(payload);
    await p.writesFile('src/cart.ts', lines(60));
    const { verdicts, answer } = await p.stop();
    const gates = [...new Set(verdicts.map(({ gate }) => gate))];
    expect(gates.filter((gate) => ['stop-guard', 'surface', 'workflow'].includes(gate))).toEqual([
      'stop-guard',
      'surface',
      'workflow',
    ]);
    expect(String(answer?.['systemMessage'])).toMatch(/surface\/missing-decisions\][\s\S]*workflow\/reminder\]/);
  });

  it('says that verification failed', async () => {
    const { s } = await withPast([...executed(), ...worksAs('auditor', 'Audit: FAIL')]);
    const { answer } = await s.when(stops());
    expect(answer?.['systemMessage']).toContain('in execution. verification failed.');
  });

  it.each([
    ['before it began', []],
    ['once it is complete', [...executed(), ...worksAs('auditor', 'Audit: PASS')]],
  ])('is silent %s', async (_when, past) => {
    const { s } = await withPast(past);
    expect((await s.when(stops())).answer).toBeNull();
  });

  it('is logged once for each step where the gate only watches', async () => {
    const policy = { preset: 'observe', workflows: { feature: {} } };
    const { s } = await withPast(planned(), policy);
    const said = async (words: string) =>
      (await s.when(stops({ last_assistant_message: words }))).verdicts.find(({ gate }) => gate === 'workflow')
        ?.decision;
    expect(await said('one')).toBe('advise');
    expect(await said('two')).toBe('pass');
  });
});

describe('sessions and workflows', () => {
  const as = (session: string, payloads: readonly Payload[]) =>
    payloads.map((each) => ({ ...each, session_id: session }));

  it('nothing of another session counts, whether it is live or over', async () => {
    const { s, decision } = await withPast([...as('other', [...planned(), APPROVAL])]);
    expect(await decision(asksFor('executor'))).toBe('deny');
    await s.given(...as('other', [{ hook_event_name: 'SessionEnd', reason: 'exit' }]));
    expect(await decision(asksFor('executor'))).toBe('deny');
    expect(await decision(asksFor('analyzer'))).toBe('none');
  });

  it('a resumed session goes on where it was', async () => {
    const { decision } = await withPast([
      ...planned(),
      APPROVAL,
      { hook_event_name: 'SessionEnd', reason: 'exit' },
      { hook_event_name: 'SessionStart', source: 'resume' },
    ]);
    expect(await decision(asksFor('executor'))).toBe('none');
  });

  it('a run of the worktree is one for all sessions in it', async () => {
    const { s, decision } = await withPast();
    const phases = ['analysis', 'planning', 'approval', 'execution', 'verification'];
    const started = {
      workflow: 'feature',
      run: 'r',
      session: null,
      phase: 'analysis',
      from: null,
      outcome: 'started',
      by: 'person',
      reason: 'x',
      evidence: [],
      requires: [],
      phases,
      keeps: [],
    };
    await s.given({ type: 'PhaseEntered', provenance: 'person', data: started });
    await s.given(...as('a', worksAs('analyzer')), ...as('b', worksAs('planner')), ...as('c', [APPROVAL]));
    expect(phasesIn(s)).toEqual(['feature in execution']);
    expect(await decision(asksFor('executor'))).toBe('none');
  });

  it('two workflows are told apart by what they name', async () => {
    const other = {
      phases: [
        { name: 'triage', agents: '*triager' },
        { name: 'fix', agents: '*fixer' },
      ],
    };
    const { s, decision } = await withPast(worksAs('triager'), {
      preset: 'strict',
      workflows: { feature: {}, bug: other },
    });
    expect(phasesIn(s)).toEqual(['bug in fix']);
    expect(await decision(asksFor('fixer'))).toBe('none');
    expect(await decision(asksFor('executor'))).toBe('deny');
  });

  it('what two workflows name belongs to the one that was begun', async () => {
    const hotfix = {
      phases: [
        { name: 'triage', agents: '*triager' },
        { name: 'execution', agents: '*executor' },
      ],
    };
    const policy = { preset: 'strict', workflows: { feature: {}, hotfix } };
    const { s, decision } = await withPast([], policy);
    expect(await decision(asksFor('executor'))).toBe('deny');
    await s.given(...worksAs('triager'));
    expect(await decision(asksFor('executor'))).toBe('none');
    await s.given(...worksAs('executor'));
    expect(phasesIn(s)).toEqual(['hotfix in complete']);
  });

  it('a failure leads to the first phase that it does not keep', async () => {
    const says = (text: string) => [{ agent: 'auditor', says: text }];
    const last = {
      name: 'audit',
      agents: 'auditor',
      done: says('Audit: PASS'),
      failed: says('Audit: FAIL'),
      returnsTo: 'build',
    };
    const workflows = (keeps: string[]) => ({
      strict: {
        phases: [
          { name: 'plan', agents: 'planner' },
          { name: 'build', agents: 'builder' },
          { ...last, keeps },
        ],
      },
    });
    const past = [...worksAs('planner'), ...worksAs('builder'), ...worksAs('auditor', 'Audit: FAIL')];
    const { s, decision } = await withPast(past, { preset: 'strict', workflows: workflows(['plan']) });
    expect(phasesIn(s)).toEqual(['strict in build']);
    expect(await decision(asksFor('auditor'))).toBe('deny');
    const other = await withPast(past, { preset: 'strict', workflows: workflows([]) });
    expect(phasesIn(other.s)).toEqual(['strict in plan']);
    expect(await other.decision(asksFor('builder'))).toBe('deny');
  });

  it('an agent of several phases may begin where one of them is open', async () => {
    const phases = [
      { name: 'one', agents: 'worker' },
      { name: 'two', agents: 'other' },
      { name: 'three', agents: 'worker' },
    ];
    const { s, decision } = await withPast([], { preset: 'strict', workflows: { mixed: { phases } } });
    expect(await decision(asksFor('worker'))).toBe('none');
    await s.given(...worksAs('worker'));
    expect(phasesIn(s)).toEqual(['mixed in two']);
  });
});

describe('a project without workflows', () => {
  it('is left alone, and nothing is recorded for it', async () => {
    const { s, decision } = await withPast([...planned(), APPROVAL], { preset: 'strict' });
    expect(await decision(asksFor('executor'))).toBe('none');
    expect(stateIn(s).workflow.runs).toEqual([]);
    const types = s.events().map(({ type }) => type);
    expect(types.filter((type) => /Phase|Approval|Workflow/.test(type))).toEqual([]);
  });

  it.each(['observe', 'standard'])('under %s nothing is denied either', async (preset) => {
    const { decision } = await withPast([], { preset, workflows: { feature: {} } });
    expect(await decision(asksFor('executor'))).toBe('none');
  });
});
