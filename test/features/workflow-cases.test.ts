import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isTool } from '../../src/projections/workflow-definition.ts';
import { completes, type Payload, prompts, requests, type Scenario, scenario } from '../kit/scenario.ts';
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

/** Real bug reports of workflow gates as inputs, through the hook. */
interface Case {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

const CASES = new Map(
  readFileSync('fixtures/cases/workflow.ndjson', 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Case]))
    .map((each) => [each.id, each]),
);

const start = async (past: readonly Payload[]): Promise<Scenario> => {
  const s = scenario({ policy: WITH_FEATURE });
  await s.given(prompts('build it'), ...past);
  return s;
};

const as = (session: string, payloads: readonly Payload[]): Payload[] =>
  payloads.map((each) => ({ ...each, session_id: session }));

const toolOf = ({ input }: Case): string => String((input['event'] as Payload)['tool_name']);

const audits = ({ input }: Case): number => {
  const { event, events = [event] } = input as { event?: string; events?: readonly unknown[] };
  return events.filter((each) => each === 'audit PASS').length;
};

/** What the gate comes to where each case says what to expect. */
const CHECKS: Readonly<Record<string, (each: Case) => Promise<void>>> = {
  'wf-exit-one': async ({ input }) => {
    // A hook that exits 1 blocks nothing: ours says it in JSON.
    const { matcher, event } = input['hook'] as { matcher: string; event: string };
    const s = await start([]);
    const call = requests(matcher, { subagent_type: 'executor', prompt: 'p' }, { hook_event_name: event });
    const { exitCode, answer } = await s.when(call);
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  },
  'wf-task-renamed': async (each) => {
    expect(isTool([String(each.input['matcher'])], toolOf(each))).toBe(each.expect['matches']);
    const s = await start([]);
    expect((await s.when(requests(toolOf(each), { subagent_type: 'executor' }))).decision).toBe('deny');
  },
  'wf-task-substring': async (each) => {
    expect(isTool([String(each.input['matcher'])], toolOf(each))).toBe(each.expect['matches']);
    const s = await start([]);
    expect((await s.when(requests(toolOf(each), { subagent_type: 'executor' }))).decision).toBe('none');
  },
  'wf-stale-pipeline': async ({ input, expect: expected }) => {
    const { session } = input['state'] as { session: string };
    const { session_id: id, ...event } = input['event'] as Payload;
    const s = await start(as(session, [...planned(), { hook_event_name: 'SessionEnd', reason: 'exit' }]));
    const { verdicts } = await s.when({ hook_event_name: 'PreToolUse', tool_use_id: 'c', session_id: id, ...event });
    const fired = verdicts.filter(({ gate, decision }) => gate === 'workflow' && decision !== 'pass');
    expect(fired.length === 0 ? 'none' : 'fired').toBe(expected['decision']);
  },
  'wf-legacy-shared-state': async ({ input }) => {
    const { session_id: other } = input['event'] as Payload;
    const s = await start(as('s1', [...planned(), APPROVAL]));
    s.write('.feature-analysis-done', 'x');
    s.write('.feature-plan-approved', 'x');
    expect((await s.when({ ...asksFor('executor'), session_id: other })).decision).toBe('deny');
  },
  'wf-two-features': async () => {
    const s = await start([...as('s1', worksAs('analyzer')), ...as('s2', [...planned(), APPROVAL])]);
    const decision = async (session: string, type: string) =>
      (await s.when({ ...asksFor(type), session_id: session })).decision;
    expect(await decision('s1', 'planner')).toBe('none');
    expect(await decision('s1', 'executor')).toBe('deny');
    expect(await decision('s2', 'executor')).toBe('none');
    expect(await decision('s2', 'auditor')).toBe('deny');
  },
  'wf-task-failed': async ({ input }) => {
    const { tool_name: tool, ...event } = input['event'] as Payload;
    const call = { tool_use_id: 'c' };
    const work = { subagent_type: 'analyzer' };
    const s = await start([requests(String(tool), work, call)]);
    await s.given({ ...event, tool_name: tool, tool_input: work, ...call, error: 'it crashed' });
    expect(runsIn(s)).toEqual([]);
  },
  'wf-skip-plan': async ({ input, expect: expected }) => {
    expect(input['has']).toEqual(['analysis-done']);
    const s = await start(worksAs('analyzer'));
    const [tool, type] = String(input['event']).split(' ') as [string, string];
    expect((await s.when(requests(tool, { subagent_type: type }))).decision).toBe(expected['decision']);
  },
  'wf-cleanup-complete': async (each) => {
    expect(audits(each)).toBe(1);
    const s = await start([...executed(), ...worksAs('auditor', 'Audit: PASS')]);
    expect(phasesIn(s)).toEqual([`feature in ${String(each.expect['phase']).toLowerCase()}`]);
    expect(doneIn(s)).toEqual([]);
  },
  'wf-two-completions': async (each) => {
    const passes = Array.from({ length: audits(each) }, () => worksAs('auditor', 'Audit: PASS')).flat();
    expect(passes.length).toBe(6);
    const s = await start([...executed(), ...passes]);
    expect(phasesIn(s)).toEqual([`feature in ${String(each.expect['phase']).toLowerCase()}`]);
    expect(s.events().filter(({ type }) => type === 'HookFailed')).toEqual([]);
  },
};

describe('a case of a workflow', () => {
  it('has a check', () => expect([...CASES.keys()]).toEqual(Object.keys(CHECKS)));

  it.each([...CASES])('%s', async (id, each) => {
    await CHECKS[id]?.(each);
  });
});

describe('wf-task-failed: any tool that is declared', () => {
  it('counts where it succeeds, and where it fails leaves the phase as it is', async () => {
    const phases = [{ name: 'deploy', done: [{ tool: 'mcp__cloud__deploy', says: 'Deployed' }] }];
    const s = scenario({ policy: { preset: 'strict', workflows: { ship: { phases } } } });
    const call = { tool_use_id: 'd' };
    await s.given(requests('mcp__cloud__deploy', {}, call));
    await s.given({
      ...completes('mcp__cloud__deploy', {}, undefined, call),
      hook_event_name: 'PostToolUseFailure',
      error: 'Deployed',
    });
    expect(phasesIn(s)).toEqual([]);
    const again = { tool_use_id: 'e' };
    await s.given(
      requests('mcp__cloud__deploy', {}, again),
      completes('mcp__cloud__deploy', {}, [{ type: 'text', text: 'Deployed' }], again),
    );
    expect(phasesIn(s)).toEqual(['ship in complete']);
  });
});
