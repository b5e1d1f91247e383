import { describe, expect, it } from 'vitest';
import { runnerProjection } from '../../src/projections/runner.ts';
import { recorded, stateAfter, testsFinished } from './given.ts';

const own = { provenance: 'worker' as const };
const started = (run: string, folder?: string) =>
  recorded('TestRunStarted', { runner: 'npm test', masked: false, run, folder }, own);
const finished = (run: string, status: 'pass' | 'fail' | 'unknown', folder?: string) =>
  testsFinished(status, own, { source: 'runner', run, folder });

describe("docket's own runs in a worktree", () => {
  it('are open until they end, and remember when the last one did', () => {
    const start = started('r1', 'packages/a');
    const open = stateAfter(runnerProjection, start);
    expect(open.open).toEqual({
      run: 'r1',
      runner: 'npm test',
      folder: 'packages/a',
      event: { id: start.id, stream: 's1', actor: { id: 'main' }, host: 'claude-code', turn: null },
    });
    const end = finished('r1', 'pass');
    expect(runnerProjection.evolve(open, end)).toMatchObject({ open: null, endedAt: end.at });
    const superseded = recorded('TestRunSuperseded', { run: 'r1', by: 'e1' }, own);
    expect(runnerProjection.evolve(open, superseded)).toMatchObject({ open: null, endedAt: superseded.at });
  });

  it('remember where they were red until that is green, or all is', () => {
    const red = stateAfter(
      runnerProjection,
      finished('r1', 'fail', 'packages/a'),
      finished('r2', 'fail', 'packages/b'),
      finished('r3', 'unknown', 'packages/b'),
      finished('r4', 'fail', 'packages/b'),
    );
    expect(red.red).toEqual(['packages/a', 'packages/b']);
    expect(runnerProjection.evolve(red, finished('r5', 'pass', 'packages/a')).red).toEqual(['packages/b']);
    expect(runnerProjection.evolve(red, finished('r5', 'fail')).red).toEqual(['packages/a', 'packages/b', '']);
    expect(runnerProjection.evolve(red, finished('r5', 'pass')).red).toEqual([]);
  });

  it('are no runs of others', () => {
    const before = stateAfter(runnerProjection, started('r1'));
    expect(runnerProjection.evolve(before, testsFinished('pass'))).toBe(before);
    const other = recorded('TestRunStarted', { runner: 'vitest', masked: false }, { call: 'c1' });
    expect(runnerProjection.evolve(before, other)).toBe(before);
  });

  it('that were not started are remembered with their session, until one is', () => {
    const skipped = recorded('TestRunSkipped', { reason: 'no-command', would: null });
    const state = stateAfter(runnerProjection, skipped);
    expect(state.skipped).toEqual({ reason: 'no-command', would: null, stream: 's1' });
    expect(runnerProjection.evolve(state, started('r1')).skipped).toBeNull();
  });
});
