import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WHOLE_PLAN } from '../kit/plans.ts';
import { greenRun, prompts, redRun, scenario } from '../kit/scenario.ts';
import { agentEnds, agentProject, agentStarts, contextIn, rulesOf } from '../kit/subagents.ts';

const ON = { 'subagent-start': { mode: 'enforce' } };

const project = (more: Readonly<Record<string, unknown>> = {}, policy: Readonly<Record<string, unknown>> = {}) =>
  agentProject({ 'subagent-start': { mode: 'enforce', ...more } }, policy);

const starts = async (p: ReturnType<typeof project>, type: string) => contextIn(await p.sends(agentStarts(type)));

const WARNING = 'WARNING: there is no worktree yet, and this is main';

describe('seed 001, subagent-start.sh: git state and plan status into every subagent', () => {
  test.each(['implementer', 'guardian', 'planner', 'Plan', 'general-purpose', 'Explore', 'Bash'])(
    '%s',
    async (type) => {
      const p = project();
      p.write('app/MASTER_PLAN.md', WHOLE_PLAN);
      p.write('app/src/a.ts', 'export const a = 1;\n');
      p.write('app/src/new.ts', '\n');
      const said = await starts(p, type);
      expect(said).toContain('Git: on branch main; 3 uncommitted files');
      expect(said).toContain('Plan: MASTER_PLAN.md, 1 of 2 phases completed, now Phase 2: Checkout');
    },
  );

  test('no plan, no repository, no commit, no branch', async () => {
    const p = project();
    p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
    p.git('app', 'commit', '-q', '-m', 'no plan');
    p.git('app', 'checkout', '-q', '--detach');
    const said = await starts(p, 'general-purpose');
    expect(said).toMatch(/Git: on no branch \(detached at [0-9a-f]{8}\); nothing uncommitted/);
    expect(said).toContain('Plan: none (MASTER_PLAN.md).');
  });

  test('a plan without phases, where the policy says that it is', async () => {
    const p = project({}, { plan: { file: 'docs/ROADMAP.md' } });
    p.write('app/docs/ROADMAP.md', '# Roadmap\n\nSoon.\n');
    expect(await starts(p, 'planner')).toContain('Plan: docs/ROADMAP.md, no phases');
  });

  test('where the project is no repository, and where git cannot say, it says what it knows', async () => {
    const p = project();
    const env = { ...p.scenario.deps.env, CLAUDE_PROJECT_DIR: p.outer, DOCKET_DIR: p.scenario.root };
    const plain = await p.scenario.when(agentStarts('general-purpose', 'a1', { cwd: p.outer }), { cwd: p.outer, env });
    expect(plain.events.filter(({ type }) => type === 'HookFailed')).toEqual([]);
    const s = scenario({ preset: 'strict' });
    const handMade = await s.when(agentStarts('general-purpose'));
    expect(contextIn(handMade)).toContain('Git: on branch feature/x; no linked worktrees.');
    expect(handMade.events.filter(({ type }) => type === 'HookFailed')).toEqual([]);
  });
});

describe('seed 001, subagent-start.sh: Implementer', () => {
  test('gets a warning to make a worktree, if none exists', async () => {
    expect(await starts(project(), 'implementer')).toContain(`${WARNING}.`);
  });

  test('no warning where a worktree exists, which is named', async () => {
    const p = project();
    p.git('app', 'worktree', 'add', '-q', '../cart', '-b', 'cart');
    const said = await starts(p, 'implementer');
    expect(said).not.toContain('WARNING');
    expect(said).toContain(`1 linked worktree: ${p.outer}/cart on cart`);
  });

  test('a worktree whose folder is gone is none', async () => {
    const p = project();
    p.git('app', 'worktree', 'add', '-q', '../cart', '-b', 'cart');
    renameSync(join(p.outer, 'cart'), join(p.outer, 'elsewhere'));
    expect(await starts(p, 'implementer')).toContain(WARNING);
  });

  test('no warning on a branch of its own, and one on a branch that the policy protects', async () => {
    const p = project({ branches: ['release/*'] });
    expect(await starts(p, 'implementer')).not.toContain('WARNING');
    p.git('app', 'switch', '-q', '-c', 'release/1');
    expect(await starts(p, 'implementer')).toContain('this is release/1.');
  });

  test('no warning before the first commit, where git makes no worktree', async () => {
    const p = project();
    p.git('app', 'checkout', '-q', '--orphan', 'master');
    const said = await starts(p, 'implementer');
    expect(said).toContain('on branch master');
    expect(said).not.toContain('WARNING');
  });

  test('nobody else is warned', async () => {
    const p = project();
    for (const type of ['guardian', 'planner', 'general-purpose', 'Explore']) {
      expect(await starts(p, type), type).not.toContain('WARNING');
    }
  });

  test.each([
    ['missing', [], 'Tests: no result for this code.'],
    ['failing', redRun(), /Tests: they FAIL, 1 failure \(.*\)\. Mend that first\./],
    ['passing', greenRun(), 'Tests: they pass on this code ('],
  ] as const)('test status: %s', async (_name, past, words) => {
    const p = project();
    for (const payload of past) await p.sends(payload);
    expect(await starts(p, 'implementer')).toEqual(
      typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
    );
  });

  test('test status: passing before the last change', async () => {
    const p = project();
    for (const payload of greenRun()) await p.sends(payload);
    p.write('app/src/a.ts', 'export const b = 2;\n');
    expect(await starts(p, 'implementer')).toMatch(/Tests: they passed .*, and the code has changed since/);
  });

  test('verification protocol: the evidence that the gates ask for, as the policy asks it', async () => {
    const free = await starts(project(), 'implementer');
    expect(free).toContain('Run all tests of the project with the Bash tool');
    expect(free).toContain('docket prove: NOTE');
    expect(free).not.toContain('a commit');
    const p = agentProject({ ...ON, guard: { mode: 'enforce' } });
    const bound = await starts(p, 'implementer');
    expect(bound).toContain('a commit is held up without a pass of just that code');
    expect(bound).toContain('A commit waits for a person who saw it');
  });
});

describe('seed 001, subagent-start.sh: Guardian', () => {
  test('gets plan update rules: only at phase boundaries', async () => {
    const said = await starts(project(), 'guardian');
    expect(said).toContain('change MASTER_PLAN.md only where a merge completes a phase');
  });

  test('gets the test status', async () => {
    const p = project();
    for (const payload of redRun()) await p.sends(payload);
    expect(await starts(p, 'guardian')).toContain('Tests: they FAIL');
  });
});

describe('seed 001, subagent-start.sh: Planner', () => {
  test('gets the status of the research log', async () => {
    const p = project();
    expect(await starts(p, 'planner')).toContain('Research log: none yet (RESEARCH.md or docs/research)');
    p.write('app/RESEARCH.md', '# Research\n\n## Carts\n\ntext\n\n## Taxes\n\ntext\n');
    expect(await starts(p, 'planner')).toContain('Research log: 2 entries');
  });

  test('and hears of no tests', async () => {
    expect(await starts(project(), 'planner')).not.toContain('Tests:');
  });
});

test.each(['Bash', 'Explore'])(
  'seed 001, subagent-start.sh: lightweight agents get minimal context: %s',
  async (type) => {
    const p = project();
    p.write('app/src/new.ts', '\n');
    p.git('app', 'worktree', 'add', '-q', '../cart', '-b', 'cart');
    const lines = (await starts(p, type)).split('\n');
    expect(lines).toEqual([
      '[docket] For this subagent:',
      '- Git: on branch main; 1 uncommitted file; 1 linked worktree.',
      '- Plan: MASTER_PLAN.md, no phases.',
    ]);
  },
);

describe('subagent-start', () => {
  test('short, where the policy says so, as standard does', async () => {
    const full = await starts(project(), 'implementer');
    const short = await starts(project({ detail: 'short' }), 'implementer');
    expect(short.length).toBeLessThan(full.length / 1.4);
    expect(short).toContain(WARNING);
    expect(short).toContain('run the whole tests');
  });

  test('agents of other names, by the policy', async () => {
    const p = project({}, { agents: { implementer: ['dev-*'], light: ['implementer'] } });
    expect(await starts(p, 'dev-web')).toContain(WARNING);
    expect(await starts(p, 'implementer')).not.toContain(WARNING);
  });

  test('a changed policy counts at once', async () => {
    const p = project();
    await p.sends(prompts('begin'));
    const gates = { 'subagent-start': { mode: 'enforce' } };
    p.write('app/docket.config.json', JSON.stringify({ preset: 'observe', gates, agents: { planner: ['sage'] } }));
    expect(await starts(p, 'sage')).toContain('Research log');
  });

  test('the one that still runs is not told twice; one that was started again after its end is', async () => {
    const p = project();
    expect(contextIn(await p.sends(agentStarts('implementer', 'a1')))).not.toBe('');
    expect(contextIn(await p.sends(agentStarts('implementer', 'a1', { prompt_id: 'p2' })))).toBe('');
    await p.sends(agentEnds('implementer', 'Done.', 'a1'));
    expect(contextIn(await p.sends(agentStarts('implementer', 'a1', { prompt_id: 'p3' })))).not.toBe('');
  });

  test('the field of older clients: `subagent_type` without an id', async () => {
    const p = project();
    const payload = { hook_event_name: 'SubagentStart', subagent_type: 'planner' };
    expect(contextIn(await p.sends(payload))).toContain('Research log');
  });

  test('what has no type is a helper of the host, and gets nothing', async () => {
    const outcome = await project().sends(agentStarts(''));
    expect(outcome.answer).toBeNull();
    expect(outcome.verdicts).toEqual([]);
  });

  test.each([
    ['observe', 0],
    ['standard', 1],
    ['strict', 1],
  ] as const)('%s', async (preset, count) => {
    const s = scenario({ preset });
    const outcome = await s.when(agentStarts('implementer'));
    expect(rulesOf(outcome, 'subagent-start')).toHaveLength(count);
    expect(contextIn(outcome) !== '').toBe(count === 1);
  });

  test('a hostile plan and hostile names stay short', async () => {
    const p = project();
    p.write('app/MASTER_PLAN.md', `# P\n\n## Phase 1: ${'long '.repeat(5_000)}\n\n**Status:** in-progress\n`);
    for (let index = 0; index < 40; index += 1) p.write(`app/src/${'n'.repeat(100)}${index}.ts`, '\n');
    const said = await starts(p, `implementer${'x'.repeat(200)}`);
    expect(said.length).toBeLessThan(4_000);
    expect(said).toContain('41 uncommitted files');
  });
});
