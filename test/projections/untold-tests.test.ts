import { describe, expect, it } from 'vitest';
import { untoldTestsProjection } from '../../src/projections/untold-tests.ts';
import { answered, recorded, stateAfter, testsFinished } from './given.ts';

const own = (status: 'pass' | 'fail' | 'unknown', output?: unknown) =>
  testsFinished(status, { provenance: 'worker', cause: 'w1' }, { source: 'runner', run: 'r1', output });
const telling = (...tells: string[]) =>
  answered([{ gate: 'test-runner', rule: 'test-runner/result', decision: 'advise', tells }]);

describe("a result of docket's own", () => {
  it('is to be told until an answer that tells of it was sent', () => {
    const red = own('fail', 'one\n\n  two\n');
    const state = stateAfter(untoldTestsProjection, red);
    expect(state.result).toMatchObject({ event: red.id, cause: 'w1', status: 'fail', lines: ['one', '  two'] });
    expect(untoldTestsProjection.evolve(state, telling('another'))).toBe(state);
    expect(untoldTestsProjection.evolve(state, answered([{ gate: 'lint', rule: 'lint/x', decision: 'advise' }]))).toBe(
      state,
    );
    expect(untoldTestsProjection.evolve(state, telling(red.id)).result).toBeNull();
  });

  it('is the newest: an answer about an older one does not tell of it', () => {
    const older = own('fail');
    const newer = own('pass');
    const state = stateAfter(untoldTestsProjection, older, newer, telling(older.id));
    expect(state.result?.event).toBe(newer.id);
  });

  it('of a package that fails is not hidden by another package that passes', () => {
    const of = (status: 'pass' | 'fail' | 'unknown', folder?: string) =>
      testsFinished(status, { provenance: 'worker' }, { source: 'runner', run: 'r1', folder });
    const red = of('fail', 'packages/a');
    for (const newer of [of('pass', 'packages/b'), of('unknown', 'packages/a')]) {
      expect(stateAfter(untoldTestsProjection, red, newer).result?.event).toBe(red.id);
    }
    for (const newer of [of('pass'), of('pass', 'packages/a'), of('fail', 'packages/b')]) {
      expect(stateAfter(untoldTestsProjection, red, newer).result?.event).toBe(newer.id);
    }
  });

  it('that says nothing is not told when a newer run will say more', () => {
    const start = recorded('TestRunStarted', { runner: 'npm test', masked: false, run: 'r2' });
    expect(stateAfter(untoldTestsProjection, own('unknown'), start).result).toBeNull();
    expect(stateAfter(untoldTestsProjection, own('fail'), start).result?.status).toBe('fail');
  });

  it('keeps as much of the end of its output as can be told', () => {
    const long = Array.from({ length: 50 }, (_, i) => `${i} ${'x'.repeat(500)}`).join('\n');
    const { lines = [] } = stateAfter(untoldTestsProjection, own('fail', long)).result ?? {};
    expect(lines.length).toBe(15);
    expect(Math.max(...lines.map((line) => line.length))).toBe(160);
    const blob = { $blob: 'a', bytes: 9, head: 'head', tail: 'the\nend' };
    expect(stateAfter(untoldTestsProjection, own('fail', blob)).result?.lines).toEqual(['the', 'end']);
    expect(stateAfter(untoldTestsProjection, own('fail', { lines: 7 })).result?.lines).toEqual([]);
    expect(stateAfter(untoldTestsProjection, own('pass', long)).result?.lines).toEqual([]);
  });

  it('of another source is told by nobody: the agent saw it', () => {
    expect(stateAfter(untoldTestsProjection, testsFinished('fail')).result).toBeNull();
  });
});
