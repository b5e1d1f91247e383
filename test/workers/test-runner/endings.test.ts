import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../src/events/envelope.ts';
import type { RunnerOrder } from '../../../src/hooks/test-runner/order.ts';
import { cleanEnv, DIST } from '../../kit/hook-process.ts';
import { patient } from '../../kit/patience.ts';
import { ended, isRunning, type RunnerProject, runnerProject, wroteFile } from '../../kit/runner-project.ts';
import { stops } from '../../kit/scenario.ts';

const writeA = (p: RunnerProject) => p.hook(wroteFile(join(p.path, 'src/a.ts')));

/** What the log says of runs, in order. */
const runsIn = (p: RunnerProject): Envelope[] => p.events().filter(({ type }) => type.startsWith('TestRun'));

const typesIn = (p: RunnerProject): string[] => runsIn(p).map(({ type }) => type);

/** A run that waits, with a process that does not end when it is asked to; and their ids. */
const waitingRun = async (p: RunnerProject) => {
  p.plan({ waits: true, stubborn: true });
  await writeA(p);
  const [tests] = await p.pids('tests');
  const [stubborn] = await p.pids('stubborn');
  const [started] = await p.until('TestRunStarted');
  return { tests: tests as number, stubborn: stubborn as number, run: started?.data['run'], started };
};

describe('a run under way', () => {
  it('is superseded by a write, and ends with all its children before the next one', async () => {
    const p = runnerProject();
    const { tests, stubborn, run } = await waitingRun(p);
    p.plan({});
    await writeA(p);
    const [superseded] = await p.until('TestRunSuperseded');
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
    const [, second] = await p.until('ToolCompleted', 2);
    expect(superseded).toMatchObject({ cause: second?.id, provenance: 'worker', data: { run, by: second?.id } });
    const [finished] = await p.until('TestRunFinished');
    expect(finished).toMatchObject({ cause: second?.id, data: { status: 'pass' } });
    expect(finished?.data['run']).not.toBe(run);
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunSuperseded', 'TestRunStarted', 'TestRunFinished']);
  });

  it('is ended when it takes too long, children included, and the log says so', async () => {
    // Both processes have to be there before the time is over.
    const timeout = patient(1_500) / 1_000;
    const p = runnerProject({ options: { timeout } });
    const { tests, stubborn, run } = await waitingRun(p);
    const [finished] = await p.until('TestRunFinished');
    const reason = `it did not end within ${timeout} seconds`;
    expect(finished?.data).toMatchObject({ status: 'unknown', reason, run, failures: null });
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
  });

  it('that something kills comes to no result', async () => {
    const p = runnerProject();
    const { tests, stubborn, run } = await waitingRun(p);
    process.kill(tests, 'SIGKILL');
    const [finished] = await p.until('TestRunFinished');
    expect(finished?.data).toMatchObject({ status: 'unknown', reason: 'it was ended by SIGKILL', run });
    expect(isRunning(stubborn)).toBe(false);
  });

  it('ends with its session', async () => {
    const p = runnerProject();
    const { tests, stubborn, run } = await waitingRun(p);
    await p.hook({ hook_event_name: 'SessionEnd', reason: 'other' });
    const [finished] = await p.until('TestRunFinished');
    expect(finished?.data).toMatchObject({ status: 'unknown', reason: 'the session ended', run });
    await p.idle();
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunFinished']);
  });

  it('goes on when another session ends', async () => {
    const p = runnerProject();
    await waitingRun(p);
    await p.hook({ hook_event_name: 'SessionEnd', reason: 'other', session_id: 's2' });
    p.go();
    const [finished] = await p.until('TestRunFinished');
    expect(finished?.data['status']).toBe('pass');
  });

  it('is ended by a write once the policy switched the gate off, and nothing is tested any more', async () => {
    const p = runnerProject();
    const { tests, stubborn, run } = await waitingRun(p);
    p.write('app/docket.config.json', JSON.stringify({ preset: 'standard' }));
    await writeA(p);
    const [finished] = await p.until('TestRunFinished');
    const reason = 'the policy switched test-runner off';
    expect(finished?.data).toMatchObject({ status: 'unknown', reason, run });
    await p.idle();
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunFinished']);
  });

  it('is superseded as before while the policy file is broken', async () => {
    const p = runnerProject();
    await waitingRun(p);
    p.plan({});
    p.write('app/docket.config.json', '{');
    await writeA(p);
    const [finished] = await p.until('TestRunFinished');
    expect(finished?.data['status']).toBe('pass');
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunSuperseded', 'TestRunStarted', 'TestRunFinished']);
  });

  it('during which code changes without a report passes nothing, and is made once more', async () => {
    const p = runnerProject();
    p.plan({ waits: true });
    await writeA(p);
    await p.pids('tests');
    p.write('app/src/b.ts', 'export const b = 1;\n');
    p.go();
    const [unknown, again] = await p.until('TestRunFinished', 2);
    expect(unknown?.data).toMatchObject({ status: 'unknown', reason: 'code changed while the tests ran' });
    expect(unknown?.data['tree']).toBeUndefined();
    expect(again).toMatchObject({ cause: unknown?.id, data: { status: 'pass' } });
    await p.idle();
    expect(runsIn(p)).toHaveLength(4);
  });

  it('that itself changes code each time is not made for ever', async () => {
    const p = runnerProject({ options: { command: 'date +%N >> src/made.ts; echo "# pass 1"' } });
    await writeA(p);
    await p.until('TestRunFinished', 2);
    await p.idle();
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunFinished', 'TestRunStarted', 'TestRunFinished']);
  });

  it('that cannot be started comes to no result', async () => {
    for (const command of ['no-such-program-here', ['no-such-program-here']]) {
      const p = runnerProject({ options: { command } });
      await writeA(p);
      const [finished] = await p.until('TestRunFinished');
      expect(finished?.data).toMatchObject({ status: 'unknown', failures: null });
      expect(finished?.data['reason']).toMatch(/could not be started|is not there/);
    }
  });

  it('leaves nothing behind that it started in the background', async () => {
    const p = runnerProject({ options: { command: 'sleep 300 & echo "# pass 1 $!"' } });
    await writeA(p);
    const [finished] = await p.until('TestRunFinished');
    const left = Number(/# pass 1 (\d+)/.exec(String(finished?.data['output']))?.[1]);
    expect(left).toBeGreaterThan(1);
    expect(isRunning(left)).toBe(false);
    expect(finished?.data['status']).toBe('pass');
  });
});

describe('a runner that was killed', () => {
  it('leaves no lock: the next write ends what it left, says so, and tests again', async () => {
    const p = runnerProject();
    const { tests, stubborn, run, started } = await waitingRun(p);
    process.kill(p.worker(), 'SIGKILL');
    await ended(p.worker());
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([true, true]);
    p.plan({});
    await writeA(p);
    const [killed, passed] = await p.until('TestRunFinished', 2);
    expect(killed).toMatchObject({
      cause: started?.id,
      stream: 's1',
      data: { status: 'unknown', reason: "docket's runner was killed", run },
    });
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
    expect(passed?.data['status']).toBe('pass');
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunFinished', 'TestRunStarted', 'TestRunFinished']);
  });

  it('is told of at the end of the turn, and what it was to test is tested', async () => {
    const p = runnerProject();
    const { run } = await waitingRun(p);
    process.kill(p.worker(), 'SIGKILL');
    await ended(p.worker());
    p.plan({});
    await p.hook(stops());
    const [killed, passed] = await p.until('TestRunFinished', 2);
    expect(killed?.data).toMatchObject({ status: 'unknown', run });
    expect(passed?.data['status']).toBe('pass');
  });

  it('is told of at the end of the session, and nothing is tested any more', async () => {
    const p = runnerProject();
    const { tests, stubborn, run } = await waitingRun(p);
    process.kill(p.worker(), 'SIGKILL');
    await ended(p.worker());
    await p.hook({ hook_event_name: 'SessionEnd', reason: 'other' });
    const [killed] = await p.until('TestRunFinished');
    expect(killed?.data).toMatchObject({ status: 'unknown', run });
    await p.idle();
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunFinished']);
  });

  it('by a signal that it can take ends its run and says so itself', async () => {
    const p = runnerProject();
    const { tests, stubborn, run } = await waitingRun(p);
    process.kill(p.worker(), 'SIGTERM');
    const [finished] = await p.until('TestRunFinished');
    expect(finished?.data).toMatchObject({ status: 'unknown', reason: "docket's runner was ended by SIGTERM", run });
    await p.idle();
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
  });
});

describe('a runner whose log is gone', () => {
  it('ends its run, and makes no log anew', async () => {
    const p = runnerProject();
    const { tests, stubborn } = await waitingRun(p);
    rmSync(join(p.path, '.docket'), { recursive: true });
    await p.idle();
    expect([isRunning(tests), isRunning(stubborn)]).toEqual([false, false]);
    expect(existsSync(join(p.path, '.docket'))).toBe(false);
  });

  it('ends its run also where there is a log again, and says nothing there of what it knows nothing of', async () => {
    const p = runnerProject();
    const { tests } = await waitingRun(p);
    const first = p.worker();
    process.kill(first, 'SIGSTOP');
    rmSync(join(p.path, '.docket'), { recursive: true });
    p.plan({});
    await writeA(p);
    await p.until('TestRunFinished');
    process.kill(first, 'SIGCONT');
    await p.idle();
    expect(isRunning(tests)).toBe(false);
    expect(typesIn(p)).toEqual(['TestRunStarted', 'TestRunFinished']);
    expect(p.worker()).not.toBe(first);
  });
});

describe('where nobody can claim a worktree', () => {
  it('no tests run, and the log says why: as the hook finds it', async () => {
    const p = runnerProject();
    p.write('app/.docket/workers', 'in the way');
    await writeA(p);
    const [failed] = await p.until('HookFailed');
    expect(failed?.data).toMatchObject({ stage: 'start tests', code: 'ENOTDIR' });
    expect(p.runners()).toEqual([]);
  });

  it('no tests run, and the log says why: as the runner finds it', async () => {
    const p = runnerProject({ mode: 'off' });
    await writeA(p);
    const [written] = await p.until('ToolCompleted');
    p.write('app/.docket/workers', 'in the way');
    const { id, stream, actor, host, turn } = written as Envelope;
    const root = join(p.path, '.docket');
    const order: RunnerOrder = {
      root,
      policyDir: p.path,
      worktree: p.path,
      event: { id, stream, actor, host, turn },
      position: '1:1',
    };
    execFileSync(process.execPath, [join(DIST, 'test-runner.cjs'), JSON.stringify(order)], { env: cleanEnv() });
    const [failed] = await p.until('HookFailed');
    expect(failed).toMatchObject({ cause: id, stream: 's1', data: { stage: 'test runner' } });
  });
});
