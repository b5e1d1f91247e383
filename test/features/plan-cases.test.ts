import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../src/hooks/observers/plan/read-plan.ts';
import { gitProject } from '../kit/git-project.ts';
import { linesOf, WHOLE_PLAN } from '../kit/plans.ts';
import { completes, type Outcome, type Payload, requests, scenario } from '../kit/scenario.ts';
import { tryInput } from './gate-cases.ts';

interface Case {
  readonly id: string;
  readonly input: {
    readonly tool_input?: { readonly content: string };
    readonly plan?: string | null;
    readonly plan_before?: string;
    readonly plan_after?: string;
    readonly events?: readonly string[];
    readonly churn?: number;
    readonly drift?: number;
    readonly tracked_source_files?: number;
  };
  readonly expect: {
    readonly decision?: string;
    readonly phase?: number;
    readonly status?: string;
    readonly valid?: boolean;
    readonly stale?: boolean;
    readonly churn?: number;
  };
}

const CASES = readFileSync('fixtures/cases/plan.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Case]));

const CONTENTS: Readonly<Record<string, string>> = {
  '<one line, 9000 chars>': 'x'.repeat(9_000),
  '<20 lines, no final newline>': linesOf(20).trimEnd(),
};

const writing = (content = linesOf(20)): Payload => requests('Write', { file_path: 'src/a.ts', content });

const planCheck = ({ verdicts }: Pick<Outcome, 'verdicts'>): string[] =>
  verdicts.flatMap(({ gate, decision }) => (gate === 'plan-check' && decision !== 'pass' ? [decision] : []));

const ONLY = { preset: 'observe', gates: { 'plan-check': { mode: 'enforce' }, 'plan-validate': { mode: 'enforce' } } };

/** A repository on a branch, with a plan or without. */
const projectWith = (plan: string | null) => {
  const p = gitProject({ policy: ONLY });
  p.git('app', 'switch', '-q', '-c', 'feature');
  if (plan === null) p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
  else {
    p.write('app/MASTER_PLAN.md', plan);
    p.git('app', 'add', '.');
  }
  p.git('app', 'commit', '-q', '-m', 'plan');
  return p;
};

const EVENTS: Readonly<Record<string, readonly Payload[]>> = {
  'plan-critic PROCEED': [
    { hook_event_name: 'SubagentStart', agent_id: 'a1', agent_type: 'plan-critic' },
    { hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'plan-critic', last_assistant_message: 'PROCEED' },
  ],
  'ExitPlanMode approved': [
    requests('ExitPlanMode', { plan: WHOLE_PLAN }, { tool_use_id: 'exit' }),
    completes('ExitPlanMode', { plan: WHOLE_PLAN }, { plan: WHOLE_PLAN, isAgent: false }, { tool_use_id: 'exit' }),
  ],
};

const check: Readonly<Record<string, (each: Case) => Promise<void>>> = {
  'pl-one-long-line': (each) => deniedWithout(each),
  'pl-twenty-no-newline': (each) => deniedWithout(each),
  'pl-crlf-status': async ({ input, expect: expected }) => {
    const [phase] = readPlan(input.plan ?? '').phases;
    expect(phase).toMatchObject({ number: expected.phase, status: expected.status });
  },
  'pl-new-format': async ({ input, expect: expected }) => {
    const s = scenario({ policy: ONLY });
    s.write('MASTER_PLAN.md', input.plan ?? '');
    const outcome = await s.when(completes('Write', { file_path: 'MASTER_PLAN.md', content: input.plan }, {}));
    // Advice about sections is not what makes a plan invalid.
    expect(outcome.decision !== 'deny').toBe(expected.valid);
    expect(outcome.events.map(({ type }) => type)).not.toContain('HookFailed');
  },
  'pl-checkbox-churn': async ({ input, expect: expected }) => {
    const [before = '', after = ''] = [input.plan_before, input.plan_after];
    expect(readPlan(before).digest === readPlan(after).digest).toBe(expected.stale === false);
    const p = projectWith(`${WHOLE_PLAN}${before}\n`);
    p.write('app/MASTER_PLAN.md', `${WHOLE_PLAN}${after}\n`);
    expect(planCheck(await p.sends(writing()))).toEqual([]);
  },
  'pl-critique-before-exit': async ({ input, expect: expected }) => {
    const steps = input.events?.slice(0, 2) ?? [];
    for (const order of [steps, steps.toReversed()]) {
      const p = projectWith(WHOLE_PLAN);
      for (const name of order) for (const payload of EVENTS[name] ?? []) await p.sends(payload);
      const came = planCheck(await p.sends(writing()));
      expect(came.length === 0 ? 'allow' : came[0]).toBe(expected.decision);
    }
  },
  'pl-drift-worst-tier': async ({ input, expect: expected }) => {
    const payload = JSON.stringify({ tool_name: 'Write', tool_input: { file_path: 'src/a.ts', content: linesOf(20) } });
    const { ruled } = await tryInput(payload, 'strict', [`churn=${input.churn}`, `drift=${input.drift}`]);
    expect(planCheck(ruled)).toEqual([expected.decision]);
  },
  'pl-zero-files': async ({ expect: expected }) => {
    const p = projectWith(WHOLE_PLAN);
    p.git('app', 'rm', '-q', '-r', 'src');
    p.git('app', 'commit', '-q', '-m', 'none');
    // The file that went was the only one; a plan written behind that is about nothing at all.
    p.write('app/MASTER_PLAN.md', `${WHOLE_PLAN}\n- start again\n`);
    p.git('app', 'commit', '-q', '-a', '-m', 'plan');
    const { events } = await p.sends(writing());
    const seen = events.find(({ type }) => type === 'PlanObserved')?.data;
    expect(seen?.['since']).toMatchObject({ changed: 0, tracked: 0, churn: expected.churn });
    expect(events.map(({ type }) => type)).not.toContain('HookFailed');
  },
};

const deniedWithout = async ({ input, expect: expected }: Case): Promise<void> => {
  const content = CONTENTS[input.tool_input?.content ?? ''];
  const outcome = await projectWith(null).sends(writing(content));
  expect(planCheck(outcome)).toEqual([expected.decision]);
};

describe('reports about plans', () => {
  it.each(CASES.map((each) => [each.id, each] as const))('%s', async (id, each) => {
    await (check[id] as NonNullable<(typeof check)[string]>)(each);
  });
});

const BIG = JSON.stringify({ tool_name: 'Write', tool_input: { file_path: 'src/a.ts', content: linesOf(20) } });

describe('docket gates --assume', () => {
  const rows: readonly (readonly [readonly string[], string[]])[] = [
    [['plan=missing'], ['deny']],
    [['churn=14'], []],
    [['churn=15'], ['advise']],
    [['churn=35'], ['deny']],
    [['churn=0', 'drift=1'], []],
    [['drift=2'], ['advise']],
    [['churn=3', 'drift=5'], ['deny']],
    [['churn=35', 'drift=0'], ['deny']],
    [['plan=missing', 'git=missing'], []],
  ];
  it.each(rows)('%j', async (assumed, expected) => {
    const { ruled } = await tryInput(BIG, 'strict', assumed);
    expect(planCheck(ruled)).toEqual(expected);
  });
});
