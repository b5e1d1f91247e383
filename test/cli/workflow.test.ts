import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loggedEvents, runDocket } from '../kit/hook-process.ts';
import { type Payload, prompts, type Scenario, type ScenarioOptions, scenario, stops } from '../kit/scenario.ts';
import { APPROVAL, asksFor, executed, planned, WITH_FEATURE, worksAs } from '../kit/workflow.ts';
import { widest } from './sessions.ts';

const project = async (past: readonly Payload[] = [], options: ScenarioOptions = { policy: WITH_FEATURE }) => {
  const s = scenario(options);
  await s.given(prompts('build it'), ...past);
  const docket = (...args: readonly string[]) => runDocket(args, s.project);
  const json = (...args: readonly string[]) => {
    const { stdout, stderr, status } = docket(...args, '--json');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  return { s, docket, json };
};

const as = (session: string, payloads: readonly Payload[]) =>
  payloads.map((each) => ({ ...each, session_id: session }));

const decision = async (s: Scenario, type: string, session = 's1') =>
  (await s.when({ ...asksFor(type), session_id: session })).decision;

describe('docket workflow', () => {
  it('lists the workflows of the policy, and where they are here', async () => {
    const { docket, json } = await project(planned());
    for (const args of [['workflow'], ['workflow', 'list']]) {
      const { stdout, status } = docket(...args);
      expect(status).toBe(0);
      expect(stdout).toContain('feature  analysis → planning → approval → execution → verification');
      expect(stdout).toContain('  in approval: session s1');
      expect(json(...args)).toMatchObject([{ workflow: 'feature', runs: [{ session: 's1', phase: 'approval' }] }]);
    }
  });

  it('says how to declare one where there is none', async () => {
    const { docket, json } = await project([], { preset: 'strict' });
    expect(docket('workflow').stdout).toContain('"workflows": { "feature": {} } in docket.config.json');
    expect(json('workflow', 'list')).toEqual([]);
  });

  it('lists what the policy declares before there is a log, and makes none; a run needs one', () => {
    const s = scenario({ policy: WITH_FEATURE });
    const { status, stdout, stderr } = runDocket(['workflow', 'list'], s.project);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('feature  analysis → planning');
    expect(existsSync(join(s.project, '.docket'))).toBe(false);
    const shown = runDocket(['workflow', 'show', 'feature'], s.project);
    expect(shown.status).toBe(1);
    expect(shown.stderr).toContain('There is no log');
  });

  it.each(['show', 'start', 'approve', 'reset'])('%s: is told a name that is none', async (action) => {
    const { docket } = await project();
    const { status, stderr, stdout } = docket('workflow', action, 'featur');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('The policy declares no workflow "featur"; it declares feature.');
  });

  it.each(['approve', 'start', 'reset'])('%s: is refused to an agent', async (action) => {
    const { s } = await project(planned());
    const { status, stderr } = runDocket(['workflow', action, 'feature'], s.project, { env: { CLAUDECODE: '1' } });
    expect(status).toBe(2);
    expect(stderr).toContain('Ask the user to run it');
    expect(await decision(s, 'executor')).toBe('deny');
  });

  it.each(['list', 'show', 'start', 'approve', 'reset'])('%s --help explains itself with an example', (action) => {
    const { stdout, status } = runDocket(['workflow', action, '--help'], scenario().project);
    expect(status).toBe(0);
    expect(stdout).toContain(`$ docket workflow ${action}`);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });
});

describe('docket workflow approve', () => {
  it('opens execution, and the log names the person', async () => {
    const { s, docket } = await project(planned());
    const { stdout, status } = docket('workflow', 'approve', 'feature', 'as', 'discussed');
    expect(status).toBe(0);
    expect(stdout).toContain('feature: in execution, session s1');
    expect(stdout).toMatch(/approval done, on to execution, by a person: as\s+discussed/);
    const step = loggedEvents(s.project, ['--type', 'PhaseEntered']).at(-1);
    expect(step).toMatchObject({
      stream: 'terminal',
      provenance: 'person',
      data: { workflow: 'feature', session: 's1', from: 'approval', by: 'approval', reason: 'as discussed' },
    });
    expect(await decision(s, 'executor')).toBe('none');
  });

  it('of nothing is refused, with what comes first', async () => {
    const { docket } = await project(worksAs('analyzer'));
    const { status, stderr } = docket('workflow', 'approve', 'feature');
    expect(status).toBe(1);
    expect(stderr).toContain('In session s1: feature has nothing to approve yet: planning must be done first.');
  });

  it('a second time says that it is', async () => {
    const { docket } = await project([...planned(), APPROVAL]);
    expect(docket('workflow', 'approve', 'feature').stderr).toContain('feature is approved already');
  });

  it('finds the session that waits, and asks which where several do', async () => {
    const { s, docket } = await project([...planned(), ...as('s2', worksAs('analyzer'))]);
    expect(docket('workflow', 'approve', 'feature').stdout).toContain('session s1');
    await s.given(...as('s3', planned()), ...as('s4', planned()));
    const { status, stderr } = docket('workflow', 'approve', 'feature');
    expect(status).toBe(1);
    expect(stderr).toContain('Several runs of feature are in progress: s3 in approval, s4 in approval. Name one');
    expect(docket('workflow', 'approve', 'feature', '--session', 's4').status).toBe(0);
    expect(await decision(s, 'executor', 's4')).toBe('none');
    expect(await decision(s, 'executor', 's3')).toBe('deny');
  });
});

describe('docket workflow start', () => {
  it('begins a run of the session in a phase, as if those before it were done', async () => {
    const { s, docket } = await project();
    expect(docket('workflow', 'start', 'feature', '--phase', 'execution', 'small change').stdout).toContain(
      'in execution',
    );
    expect(await decision(s, 'executor')).toBe('none');
    expect(await decision(s, 'auditor')).toBe('deny');
    expect(await decision(s, 'executor', 's2')).toBe('deny');
  });

  it('begins one of the worktree, for all its sessions, where it is asked to or no session is live', async () => {
    const { s, docket } = await project([{ hook_event_name: 'SessionEnd', reason: 'exit' }]);
    expect(docket('workflow', 'start', 'feature', '--phase', 'execution').stdout).toContain(
      `the worktree ${s.project}`,
    );
    expect(await decision(s, 'executor', 's7')).toBe('none');
    expect(await decision(s, 'executor', 's8')).toBe('none');
    await s.given(...as('s7', worksAs('executor')), ...as('s8', worksAs('auditor', 'Audit: PASS')));
    expect(await decision(s, 'executor', 's9')).toBe('deny');
  });

  it('is refused while one is in progress there, and for a phase that is none', async () => {
    const { docket } = await project(planned());
    const running = docket('workflow', 'start', 'feature');
    expect({ status: running.status, said: running.stderr }).toEqual({
      status: 1,
      said: expect.stringContaining('feature is in progress already, in approval, in session s1.'),
    });
    const { status, stderr } = docket('workflow', 'start', 'feature', '--phase', 'polish');
    expect(status).toBe(2);
    expect(stderr).toContain('it has analysis, planning, approval, execution, verification');
  });
});

describe('docket workflow reset', () => {
  it('ends a run; what follows begins anew', async () => {
    const { s, docket, json } = await project([...planned(), APPROVAL]);
    expect(docket('workflow', 'reset', 'feature', 'another approach').stdout).toContain(
      'reset, by a person: another approach',
    );
    expect(await decision(s, 'executor')).toBe('deny');
    expect(json('workflow', 'show', 'feature')).toMatchObject({ phase: 'start', ended: { how: 'reset' } });
    expect(docket('workflow', 'reset', 'feature').status).toBe(1);
    await s.given(...worksAs('analyzer'));
    expect(json('workflow', 'show', 'feature')).toMatchObject({ phase: 'planning', ended: null });
  });
});

describe('docket workflow show', () => {
  it('tells how a run came where it is, failures and refused approvals included', async () => {
    const { json, docket } = await project([APPROVAL, ...executed(), ...worksAs('auditor', 'Audit: FAIL')]);
    const { history, phases } = json('workflow', 'show', 'feature') as {
      history: { what: string; who: string }[];
      phases: { phase: string; done: boolean }[];
    };
    expect(history.map(({ what }) => what)).toEqual([
      'approval that did not count',
      'analysis done, on to planning',
      'planning done, on to approval',
      'approval done, on to execution',
      'execution done, on to verification',
      'verification failed, back to execution',
    ]);
    expect(phases.filter(({ done }) => done).map(({ phase }) => phase)).toEqual([
      'analysis',
      'planning',
      'approval',
      'execution',
    ]);
    expect(widest(docket('workflow', 'show', 'feature').stdout)).toBeLessThanOrEqual(80);
  });

  it('shows a run that did not begin, and one that is complete', async () => {
    const { s, docket } = await project();
    expect(docket('workflow', 'show', 'feature').stdout).toContain('feature: not begun, session s1');
    await s.given(...executed(), ...worksAs('auditor', 'Audit: PASS'));
    expect(docket('workflow', 'show', 'feature').stdout).toMatch(/feature: complete since .*\n {2}✓ analysis/);
  });
});

describe('docket status', () => {
  it('says where each workflow is', async () => {
    const { s, docket, json } = await project([...executed(), ...worksAs('auditor', 'Audit: FAIL')]);
    expect(json('status')['workflow']).toMatchObject({
      feature: { phase: 'execution', failed: 'verification', session: 's1', ended: null },
    });
    expect(docket('status').stdout).toMatch(
      /^workflow {2}feature: in execution, since verification failed, done: analysis/m,
    );
    await s.given(...worksAs('auditor', 'Audit: PASS'));
    expect(json('status')['workflow']).toMatchObject({ feature: { phase: 'complete', done: [] } });
  });
});

describe('docket gates --assume workflow.NAME=PHASE', () => {
  const asked = (phase: string, type: string, ...more: readonly string[]) => {
    const input = JSON.stringify(asksFor(type));
    const args = ['gates', '--json', '-', ...(more.length === 0 ? ['--preset', 'strict'] : more)];
    return runDocket([...args, '--assume', `workflow.${phase}`], scenario().project, { input });
  };
  const said = (...given: Parameters<typeof asked>): string =>
    (JSON.parse(asked(...given).stdout) as { decision: string }).decision;

  it.each([
    ['feature=start', 'planner', 'deny'],
    ['feature=analysis', 'executor', 'deny'],
    ['feature=approval', 'executor', 'deny'],
    ['feature=execution', 'executor', 'none'],
    ['feature=execution', 'auditor', 'deny'],
    ['feature=VERIFICATION', 'auditor', 'none'],
    ['feature=verification', 'executor', 'none'],
    ['anything-else=approval', 'executor', 'deny'],
    ['feature=COMPLETE', 'executor', 'deny'],
    ['feature=User Approval', 'executor', 'deny'],
    ['feature=Execution', 'executor', 'none'],
  ])('%s: %s, in a project that declares nothing', (phase, type, expected) => {
    expect(said(phase, type)).toBe(expected);
  });

  it('takes the phases that the policy declares', () => {
    const s = scenario();
    const policy = s.write(
      'p.json',
      JSON.stringify({
        preset: 'strict',
        workflows: {
          bug: {
            phases: [
              { name: 'triage', agents: 't' },
              { name: 'fix', agents: 'fixer' },
            ],
          },
        },
      }),
    );
    expect(said('bug=triage', 'fixer', '--policy', policy)).toBe('deny');
    expect(said('bug=fix', 'fixer', '--policy', policy)).toBe('none');
    const { status, stderr } = asked('bug=analysis', 'fixer', '--policy', policy);
    expect(status).toBe(2);
    expect(stderr).toContain('it takes start, triage, fix, complete');
  });
});

describe('markers for older scripts', () => {
  const VIEWS = { policy: { ...WITH_FEATURE, views: true } };
  const MARKERS = ['analysis-done', 'plan-approved', 'execution-done', 'audit-passed', 'audit-failed', 'planning-done'];

  /** The hook of a scenario writes none: `docket views write` does what the hook's process would. */
  const markers = (s: Scenario): string[] => {
    runDocket(['views', 'write'], s.project);
    return MARKERS.filter((marker) => existsSync(join(s.project, `.feature-${marker}`)));
  };

  it('are there as the table of the seed says', async () => {
    const { s } = await project([], VIEWS);
    expect(markers(s)).toEqual([]);
    await s.given(...planned());
    expect(markers(s)).toEqual(['analysis-done']);
    const step = loggedEvents(s.project, ['--type', 'PhaseEntered'])[0];
    expect(readFileSync(join(s.project, '.feature-analysis-done'), 'utf8')).toBe(`${step?.['id']}\n`);
    await s.given(APPROVAL);
    expect(markers(s)).toEqual(['analysis-done', 'plan-approved']);
    await s.given(...worksAs('executor'));
    expect(markers(s)).toEqual(['analysis-done', 'plan-approved', 'execution-done']);
    await s.given(...worksAs('auditor', 'Audit: FAIL'));
    expect(markers(s)).toEqual(['analysis-done', 'plan-approved', 'execution-done', 'audit-failed']);
    await s.given(...worksAs('auditor', 'Audit: PASS'));
    expect(markers(s)).toEqual([]);
  });

  it('of a session that is over are gone, and those of a workflow that is not declared any more', async () => {
    const { s } = await project(planned(), VIEWS);
    expect(markers(s)).toEqual(['analysis-done']);
    s.write('docket.config.json', JSON.stringify({ preset: 'strict', views: true }));
    await s.given(stops());
    expect(markers(s)).toEqual([]);
    s.write('docket.config.json', JSON.stringify({ ...WITH_FEATURE, views: true }));
    await s.given(prompts('go on'));
    expect(markers(s)).toEqual(['analysis-done']);
    await s.given({ hook_event_name: 'SessionEnd', reason: 'exit' });
    expect(markers(s)).toEqual([]);
  });

  it('that somebody else put there are left', async () => {
    const { s } = await project([], VIEWS);
    s.write('.feature-analysis-done', 'mine');
    expect(markers(s)).toEqual(['analysis-done']);
  });
});
