import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../../src/events/log-fs.ts';
import { logFolder } from '../../../src/events/segments.ts';
import type { HookDeps } from '../../../src/hooks/deps.ts';
import { loadState } from '../../../src/hooks/load-state.ts';
import type { ObserveInput } from '../../../src/hooks/observers/observe-input.ts';
import { awaitedRun } from '../../../src/hooks/observers/summary/awaited-run.ts';
import { type RunnerProject, runnerProject, wroteFile } from '../../kit/runner-project.ts';
import { SESSION, stops } from '../../kit/scenario.ts';

/** The end of a turn right after a write, without what else would hold it or be said. */
const ended = async (p: RunnerProject, words = 'So far.'): Promise<string> =>
  String((await p.hook(stops({ last_assistant_message: words })))?.['systemMessage']);

const quiet = (): RunnerProject => {
  const p = runnerProject({ more: { 'stop-guard': { mode: 'off' }, surface: { mode: 'off' } } });
  p.write('app/src/a.ts', 'export const a = 1;\n');
  return p;
};

const writeA = (p: RunnerProject) => p.hook(wroteFile(join(p.path, 'src/a.ts')));

// Seed 001, session-summary.sh: "waits briefly for in-flight async test-runner".
describe('the summary at the end of a turn', () => {
  it('waits for a run that is about to end, and tells its result', async () => {
    const p = quiet();
    p.plan({ waits: true });
    await writeA(p);
    await p.pids('tests');
    setTimeout(p.go, 200);
    expect(await ended(p)).toMatch(/The tests pass\. Next: review the changes\./);
  });

  it('tells the result of one that ended after the hook had read the log', async () => {
    const p = quiet();
    p.plan({ waits: true });
    await writeA(p);
    await p.pids('tests');
    const root = join(p.path, '.docket');
    const state = loadState(logFolder(root, nodeLogFs), root, null).fold.view(SESSION, p.path);
    p.go();
    const [finished] = await p.until('TestRunFinished');
    await p.idle();
    const place = { worktree: p.path } as ObserveInput['place'];
    const input = { root, state, place, deps: { fs: nodeLogFs } as HookDeps } as ObserveInput;
    expect(await awaitedRun(input)).toMatchObject({ result: { event: finished?.id, status: 'pass' } });
  });

  it('does not wait for one that goes on, and says so', async () => {
    const p = quiet();
    p.plan({ waits: true });
    await writeA(p);
    await p.pids('tests');
    expect(await ended(p)).toMatch(/The tests are still running\. Next: wait for the tests\./);
    p.go();
    await p.until('TestRunFinished');
    expect(await ended(p, 'So it is.')).toMatch(/The tests pass\./);
  });

  it('does not wait for one whose runner was killed', async () => {
    const p = quiet();
    p.plan({ waits: true });
    await writeA(p);
    await p.pids('tests');
    process.kill(p.worker(), 'SIGKILL');
    await p.idle();
    expect(await ended(p)).toMatch(/The tests did not run\./);
  });
});
