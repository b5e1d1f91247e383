import { describe, expect, it } from 'vitest';
import { testsOf } from '../../src/projections/test-results.ts';
import { testsProjection } from '../../src/projections/tests.ts';
import { happened, recorded, stateAfter, testsFinished, testsStarted, wrote } from './given.ts';

const edit = (path = '/work/shop/src/cart.ts') => wrote(path);
const otherSession = { stream: 's2' };

describe('a test result', () => {
  it('says red or green, how many, and which events say so', () => {
    const red = testsFinished('fail', { cause: 'c1' });
    expect(stateAfter(testsProjection, red)).toMatchObject({
      status: 'fail',
      failures: 1,
      passed: 4,
      runner: 'vitest',
      stream: 's1',
      at: red.at,
      because: [red.id, 'c1'],
      changedBy: null,
    });
    const green = testsFinished('pass', { cause: 'c2' });
    expect(stateAfter(testsProjection, red, green)).toMatchObject({
      status: 'pass',
      failures: 0,
      because: [green.id, 'c2'],
    });
  });

  it('that says nothing does not hide a failure', () => {
    const red = testsFinished('fail');
    const state = stateAfter(testsProjection, red, testsFinished('unknown'));
    expect(state).toMatchObject({ status: 'fail', because: [red.id] });
  });

  it('that says nothing ends its own run all the same', () => {
    const state = stateAfter(
      testsProjection,
      testsFinished('fail'),
      testsStarted('a'),
      testsFinished('unknown', { call: 'a' }),
    );
    expect(state.status).toBe('fail');
    expect(state.running).toEqual({});
  });

  it('that says nothing replaces a pass: the tests ran again, and nobody knows how', () => {
    expect(stateAfter(testsProjection, testsFinished('pass'), testsFinished('unknown')).status).toBe('unknown');
  });

  it('is the newest in the worktree, and names the session whose run it was', () => {
    const state = stateAfter(testsProjection, testsFinished('fail'), testsFinished('pass', otherSession));
    expect(state).toMatchObject({ status: 'pass', stream: 's2' });
  });

  it('that the agent only claims changes nothing', () => {
    const before = stateAfter(testsProjection, testsFinished('fail'), testsStarted('a'));
    const claim = testsFinished('pass', { call: 'a' }, { source: 'claim' });
    expect(testsProjection.evolve(before, claim)).toBe(before);
  });
});

describe('code that is written', () => {
  it('after a result makes it one about older code, by the first write', () => {
    const first = edit();
    const state = stateAfter(testsProjection, testsFinished('pass'), first, edit('/work/shop/test/cart.test.ts'));
    expect(state).toMatchObject({ status: 'pass', changedBy: first.id });
    expect(stateAfter(testsProjection, testsFinished('pass'), first, testsFinished('pass')).changedBy).toBeNull();
  });

  it('before any result makes nothing older', () => {
    expect(stateAfter(testsProjection, edit()).changedBy).toBeNull();
  });

  it('during a run leaves its pass unknown, and names the write', () => {
    const write = edit();
    const green = testsFinished('pass', { call: 'a', cause: 'c' });
    const state = stateAfter(testsProjection, testsStarted('a'), write, edit(), green);
    expect(state).toMatchObject({
      status: 'unknown',
      reason: 'code was written while the tests ran',
      because: [green.id, 'c', write.id],
    });
    expect(state.running).toEqual({});
  });

  it('during a run does not take back its failure', () => {
    const state = stateAfter(testsProjection, testsStarted('a'), edit(), testsFinished('fail', { call: 'a' }));
    expect(state).toMatchObject({ status: 'fail', failures: 1 });
  });

  it('during a run whose pass would end a failure leaves the failure', () => {
    const red = testsFinished('fail');
    const state = stateAfter(testsProjection, red, testsStarted('a'), edit(), testsFinished('pass', { call: 'a' }));
    expect(state).toMatchObject({ status: 'fail', because: [red.id] });
  });

  it('during one of two runs touches the runs under way, not those that begin later', () => {
    const write = edit();
    const state = stateAfter(testsProjection, testsStarted('a'), write, testsStarted('b'));
    expect(state.running).toMatchObject({ a: { changedBy: write.id }, b: { changedBy: null } });
    const green = [testsFinished('pass', { call: 'b' })];
    expect(stateAfter(testsProjection, testsStarted('a'), write, testsStarted('b'), ...green).status).toBe('pass');
  });

  it.each([
    ['a test', '/work/shop/test/cart.test.ts', true],
    ['what decides how code is built or tested', '/work/shop/package.json', true],
    ['a document', '/work/shop/README.md', false],
    ['a picture', '/work/shop/logo.png', false],
    ['an output', '/work/shop/dist/cart.js', false],
  ])('is also %s: %s', (_what, path, counts) => {
    expect(stateAfter(testsProjection, testsFinished('pass'), edit(path)).changedBy !== null).toBe(counts);
  });

  it('is not what a tool failed to write', () => {
    const failed = happened('ToolFailed', { tool_name: 'Edit', tool_input: { file_path: '/work/shop/src/cart.ts' } });
    expect(stateAfter(testsProjection, testsFinished('pass'), failed).changedBy).toBeNull();
  });
});

describe('a run under way', () => {
  it('is known by its call, once, and not without one', () => {
    const start = testsStarted('a');
    const state = stateAfter(testsProjection, start, testsStarted('a'), testsStarted('b', { call: null }));
    expect(state.running).toEqual({
      a: { event: start.id, stream: 's1', runner: 'vitest', masked: false, digest: null, changedBy: null },
    });
  });

  it('ends with its session, not with another', () => {
    const runs = [testsStarted('a'), testsStarted('b', otherSession)];
    const state = stateAfter(testsProjection, ...runs, happened('SessionEnded', {}, otherSession));
    expect(Object.keys(state.running)).toEqual(['a']);
  });

  it('is forgotten behind sixteen others', () => {
    const runs = Array.from({ length: 18 }, (_, i) => testsStarted(`c${i}`));
    const { running } = stateAfter(testsProjection, ...runs);
    expect(Object.keys(running)).toEqual(Array.from({ length: 16 }, (_, i) => `c${i + 2}`));
  });
});

describe('results of several sessions in one worktree', () => {
  it('are each kept for its own, whatever another one says', () => {
    const red = testsFinished('fail');
    const state = stateAfter(
      testsProjection,
      red,
      testsFinished('unknown', otherSession),
      testsFinished('pass', otherSession),
    );
    expect(testsOf(state, 's1')).toMatchObject({ status: 'fail', because: [red.id] });
    expect(state.status).toBe('pass');
  });

  it('are kept also where one says nothing certain and another session’s failed', () => {
    const state = stateAfter(testsProjection, testsFinished('fail'), testsFinished('unknown', otherSession));
    expect(testsOf(state, 's2')?.status).toBe('unknown');
  });

  it('are all aged by a write of code, each by the first one since', () => {
    const [old, first, second] = [edit(), edit(), edit()];
    const results = [testsFinished('pass', otherSession), old, testsFinished('fail', { stream: 's3' })];
    const state = stateAfter(testsProjection, ...results, testsFinished('pass'), first, second);
    expect(testsOf(state, 's2')).toMatchObject({ status: 'pass', changedBy: old.id });
    expect(testsOf(state, 's3')).toMatchObject({ status: 'fail', changedBy: first.id });
    expect(testsOf(state, 's1')).toMatchObject({ status: 'pass', changedBy: first.id });
  });

  it.each([
    ['a write where nothing ran', [], edit()],
    ['a second write', [testsFinished('pass'), edit()], edit()],
    [
      'the end of a session without a run',
      [testsFinished('pass'), testsStarted('a')],
      happened('SessionEnded', {}, otherSession),
    ],
  ])('are the same after %s', (_what, past, event) => {
    const state = stateAfter(testsProjection, ...past);
    expect(testsProjection.evolve(state, event)).toBe(state);
  });

  it('are not aged by a file of another worktree', () => {
    const state = stateAfter(testsProjection, testsFinished('pass'), wrote('/work/other/src/a.ts'));
    expect(state.changedBy).toBeNull();
  });
});

describe("a run of docket's own", () => {
  const own = { provenance: 'worker' as const };
  const started = (run: string) =>
    recorded('TestRunStarted', { runner: 'npm test', masked: false, run, tree: { code: 'd1', docs: null } }, own);

  it('is under way by its id until it is over', () => {
    const first = started('r1');
    const state = stateAfter(testsProjection, first, started('r2'));
    expect(state.running).toMatchObject({ r1: { event: first.id, digest: 'd1' }, r2: {} });
    const superseded = recorded('TestRunSuperseded', { run: 'r1', by: 'e9' }, own);
    const finished = testsFinished('pass', own, { source: 'runner', run: 'r2', tree: { code: 'd1', docs: null } });
    const over = [superseded, finished].reduce(testsProjection.evolve, state);
    expect(over).toMatchObject({ status: 'pass', digest: 'd1', stream: 's1' });
    expect(over.running).toEqual({});
  });

  it('passes nothing when code was written meanwhile', () => {
    const written = edit();
    const state = stateAfter(
      testsProjection,
      started('r1'),
      written,
      testsFinished('pass', own, { source: 'runner', run: 'r1' }),
    );
    expect(state.status).toBe('unknown');
    expect(state.running).toEqual({});
    expect(state.because).toContain(written.id);
  });
});
