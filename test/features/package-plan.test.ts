import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventData } from '../../src/events/schemas.ts';
import { annotated, planOf, SURFACE_ALONE } from '../kit/decisions.ts';
import { type GitProject, gitProject } from '../kit/git-project.ts';
import { linesOf, WHOLE_PLAN } from '../kit/plans.ts';
import { completes, type Outcome, type Payload, requests, stops } from '../kit/scenario.ts';

const POLICY = {
  preset: 'observe',
  gates: {
    ...SURFACE_ALONE,
    ...{ surface: { mode: 'enforce' }, 'plan-check': { mode: 'enforce' }, 'plan-validate': { mode: 'enforce' } },
  },
};

/** A repository of several packages, in one of which the host was started. */
const packages = (folder = 'packages/shop') => {
  const p = gitProject({ policy: POLICY });
  p.git('app', 'switch', '-q', '-c', 'feature');
  p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
  p.write('app/packages/shop/src/a.ts', 'export {};\n');
  p.write('app/packages/other/src/b.ts', annotated('DEC-OTHER-001'));
  commit(p);
  return { ...p, ...startedIn(p, folder) };
};

const startedIn = (p: GitProject, folder: string) => {
  const cwd = join(p.path, folder);
  mkdirSync(cwd, { recursive: true });
  const env = { ...p.scenario.deps.env, HOME: p.outer, CLAUDE_PROJECT_DIR: cwd, DOCKET_DIR: p.scenario.root };
  const PATH = process.env['PATH'] ?? '';
  const sends = (payload: Payload) => p.scenario.when({ cwd, ...payload }, { cwd, env: { ...env, PATH } });
  let calls = 0;
  return {
    sends,
    asks: () => sends(requests('Write', { file_path: 'src/new.ts', content: linesOf(20) })),
    writesPlan: (content: string) => {
      p.write(`app/${folder}/MASTER_PLAN.md`, content);
      calls += 1;
      return sends(
        completes('Write', { file_path: 'MASTER_PLAN.md', content }, {}, { tool_use_id: `${folder} ${calls}` }),
      );
    },
  };
};

const commit = (p: GitProject): void => {
  p.git('app', 'add', '-A');
  p.git('app', 'commit', '-q', '-m', 'work');
};

const seen = <Type extends 'PlanObserved' | 'DecisionsAudited'>({ events }: Outcome, type: Type) =>
  events.findLast((event) => event.type === type)?.data as EventData<Type> | undefined;

describe('a plan in the folder of a package that the host was started in', () => {
  it('is the one that the reason asks for, and is checked as it is written', async () => {
    const p = packages();
    expect((await p.asks()).decision).toBe('deny');
    const bad = await p.writesPlan(WHOLE_PLAN.replace('in-progress', 'soon'));
    expect(JSON.stringify(bad.answer)).toContain('plan-validate/phase-status');
    expect((await p.writesPlan(WHOLE_PLAN)).decision).toBe('none');
    const asked = await p.asks();
    expect(asked.decision).toBe('none');
    expect(seen(asked, 'PlanObserved')).toMatchObject({
      path: 'packages/shop/MASTER_PLAN.md',
      part: 'packages/shop',
      worktree: p.path,
    });
  });

  it('grows old by the code of the package', async () => {
    const p = packages();
    await p.writesPlan(WHOLE_PLAN);
    commit(p);
    p.write('app/packages/other/src/b.ts', 'export const b = 1;\n');
    expect(seen(await p.asks(), 'PlanObserved')?.since).toMatchObject({ changed: 0, tracked: 1, churn: 0 });
    p.write('app/packages/shop/src/a.ts', 'export const a = 1;\n');
    expect((await p.asks()).decision).toBe('deny');
  });

  it('is held against the decisions of the package', async () => {
    const p = packages();
    await p.writesPlan(planOf(['DEC-SHOP-001: one']));
    const decided = [2, 3, 4, 5, 6].map((at) => `DEC-SHOP-00${at}`);
    p.write('app/packages/shop/src/a.ts', decided.map((id) => annotated(id)).join(''));
    const audit = seen(await p.sends(stops()), 'DecisionsAudited');
    expect(audit).toMatchObject({
      ...{ part: 'packages/shop', total: 5 },
      ...{ unplanned: decided, unimplemented: ['DEC-SHOP-001'] },
    });
    expect((await p.asks()).decision).toBe('deny');
    // The audit of one package says nothing about the plan of another.
    const other = startedIn(p, 'packages/other');
    await other.writesPlan(planOf([]));
    expect((await other.asks()).decision).toBe('none');
  });

  it('has an intent of its own', async () => {
    const p = packages();
    await p.writesPlan(WHOLE_PLAN);
    const intent = 'People should be able to buy tea from our warehouse without calling anybody.';
    const other = startedIn(p, 'packages/other');
    expect((await other.writesPlan(WHOLE_PLAN.replace(intent, ''))).decision).toBe('none');
    expect((await other.writesPlan(WHOLE_PLAN.replace(intent, 'A blog.'))).decision).toBe('none');
    expect((await other.writesPlan(WHOLE_PLAN.replace(intent, 'Something quite different, in colour.'))).decision).toBe(
      'deny',
    );
  });

  it('comes before that of the worktree, which holds where the package has none', async () => {
    const p = packages();
    p.write('app/MASTER_PLAN.md', WHOLE_PLAN);
    const whole = seen(await p.asks(), 'PlanObserved');
    expect([whole?.path, whole?.part]).toEqual(['MASTER_PLAN.md', undefined]);
    await p.writesPlan(WHOLE_PLAN);
    expect(seen(await p.asks(), 'PlanObserved')?.path).toBe('packages/shop/MASTER_PLAN.md');
  });

  it('is none for a session of the whole repository', async () => {
    const p = packages('');
    p.write('app/packages/shop/MASTER_PLAN.md', WHOLE_PLAN);
    expect((await p.asks()).decision).toBe('deny');
  });
});
