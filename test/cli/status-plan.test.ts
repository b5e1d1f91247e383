import { expect, it } from 'vitest';
import { runStatus } from '../../src/cli/status.ts';
import { gitProject } from '../kit/git-project.ts';
import { WHOLE_PLAN } from '../kit/plans.ts';
import { prompts } from '../kit/scenario.ts';

const withPlan = async (plan = WHOLE_PLAN) => {
  const p = gitProject({ policy: { preset: 'observe' } });
  p.write('app/MASTER_PLAN.md', plan);
  p.git('app', 'commit', '-q', '-a', '-m', 'plan');
  p.write('app/src/a.ts', 'export const a = 1;\n');
  p.write('app/RESEARCH.md', '# Research\n\n## Tea\n\n## Coffee\n');
  await p.sends(prompts('hello'));
  await p.scenario.given({
    type: 'DecisionsAudited',
    worktree: p.path,
    data: {
      worktree: p.path,
      unplanned: ['DEC-CODE-001'],
      unimplemented: ['DEC-CART-001'],
      missing: [],
      total: 1,
      sourceFilesChanged: 0,
      unaddressedP0: [],
      noGo: [],
      problem: null,
    },
  });
  const printed: string[] = [];
  const env = { ...process.env, HOME: p.outer, CLAUDE_PROJECT_DIR: p.path, DOCKET_DIR: p.scenario.root };
  const io = {
    ...{ env, cwd: p.path, width: 200, isTTY: false, color: false },
    stdout: (text: string) => void printed.push(text),
    stderr: () => undefined,
  };
  return { printed, io: io as unknown as Parameters<typeof runStatus>[1] };
};

it('status --json tells the plan as it is now', async () => {
  const { printed, io } = await withPlan();
  await runStatus({ json: true }, io);
  expect(JSON.parse(printed.join('')).plan).toMatchObject({
    exists: true,
    path: 'MASTER_PLAN.md',
    phases: { total: 2, planned: 0, inProgress: 1, completed: 1, current: 'Phase 2: Checkout' },
    requirements: { total: 4, p0: 1, noGo: 1 },
    churn: 100,
    commits: 0,
    drift: 2,
    unplanned: ['DEC-CODE-001'],
    research: { exists: true, entries: 2 },
  });
});

it('and status says it in a line', async () => {
  const { printed, io } = await withPlan();
  await runStatus({}, io);
  expect(printed.join('')).toMatch(/plan +MASTER_PLAN\.md: 1 of 2 phases completed, now Phase 2: Checkout; /);
});

it('tells apart what is still to come', async () => {
  const later = WHOLE_PLAN.replace('DEC-CART-001: the cart', 'DEC-CART-001 (planned): the cart');
  const json = await withPlan(later);
  await runStatus({ json: true }, json.io);
  expect(JSON.parse(json.printed.join('')).plan).toMatchObject({
    drift: 1,
    unimplemented: ['DEC-CART-001'],
    ahead: ['DEC-CART-001'],
  });
  const words = await withPlan(later);
  await runStatus({}, words.io);
  expect(words.printed.join('')).toContain('1 decision unplanned and 0 not implemented, 1 to come');
});
