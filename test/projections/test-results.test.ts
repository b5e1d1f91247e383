import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { resultsIn, TERMINAL, testsOf } from '../../src/projections/test-results.ts';
import { testsProjection } from '../../src/projections/tests.ts';
import { stateAfter, testsFinished, wrote } from './given.ts';

const stateOf = (...events: readonly Envelope[]) => stateAfter(testsProjection, ...events);

describe('a run of some tests', () => {
  const some = (status: 'pass' | 'fail', code?: string) =>
    testsFinished(status, {}, { partial: true, ...(code === undefined ? {} : { tree: { code, docs: null } }) });
  const all = (status: 'pass' | 'fail' | 'unknown', code?: string) =>
    testsFinished(status, {}, code === undefined ? {} : { tree: { code, docs: null } });

  it('that pass takes back no failure of all of them', () => {
    const red = all('fail');
    expect(stateOf(red, some('pass'))).toMatchObject({ status: 'fail', because: [red.id], partial: false });
  });

  it('that pass takes back a failure of some', () => {
    expect(stateOf(some('fail'), some('pass'))).toMatchObject({ status: 'pass', partial: true });
  });

  it('that fail is a failure, of all of them where all failed before', () => {
    expect(stateOf(some('fail'))).toMatchObject({ status: 'fail', partial: true });
    expect(stateOf(all('pass'), some('fail'))).toMatchObject({ status: 'fail', partial: true });
    expect(stateOf(all('fail'), some('fail'))).toMatchObject({ status: 'fail', partial: false });
  });

  it.each([
    ['the same code', 'c1', 'c1', false],
    ['code that git did not know then', undefined, 'c1', false],
    ['code that git does not know now', 'c1', undefined, false],
    ['other code', 'c1', 'c2', true],
  ] as const)('that pass says less than a pass of all, of %s', (_what, before, now, replaces) => {
    expect(stateOf(all('pass', before), some('pass', now)).partial).toBe(replaces);
  });

  it('that pass says something after a write, or where nobody knew how all went', () => {
    expect(stateOf(all('pass'), wrote('/work/shop/src/cart.ts'), some('pass'))).toMatchObject({
      partial: true,
      changedBy: null,
    });
    expect(stateOf(all('unknown'), some('pass'))).toMatchObject({ status: 'pass', partial: true });
    expect(stateOf(some('pass', 'c1'), some('pass', 'c1'))).toMatchObject({ status: 'pass', partial: true });
  });
});

describe('tests of a package', () => {
  const of = (folder: string, status: 'pass' | 'fail' | 'unknown', data = {}) =>
    testsFinished(status, {}, { folder, ...data });
  const resultsAfter = (...events: readonly Envelope[]) =>
    resultsIn(stateOf(...events)).map(({ folder, status }) => `${folder} ${status}`);

  it('are known beside those of others, each by its newest result', () => {
    const results = [of('a', 'fail'), of('b', 'pass'), of('a', 'pass')];
    expect(resultsAfter(...results)).toEqual(['b pass', 'a pass']);
    expect(resultsAfter(of('a', 'pass'), of('b', 'pass'), of('a', 'fail'))).toEqual(['b pass', 'a fail']);
  });

  it('are told by a pass of all, or of the folder that holds them, and by no failure of these', () => {
    const parts = [of('a/b', 'fail'), of('ab', 'fail')];
    expect(resultsAfter(...parts, of('', 'pass'))).toEqual([' pass']);
    expect(resultsAfter(...parts, of('a', 'pass'))).toEqual(['ab fail', 'a pass']);
    expect(resultsAfter(...parts, of('', 'fail'))).toEqual(['a/b fail', 'ab fail', ' fail']);
  });

  it('are not told by some tests of the folder that holds them', () => {
    expect(resultsAfter(of('a/b', 'fail'), of('a', 'pass', { partial: true }))).toEqual(['a/b fail', 'a pass']);
    const some = { partial: true };
    expect(resultsAfter(of('a/b', 'fail', some), of('a', 'pass', some))).toEqual(['a pass']);
  });

  it('that say nothing certain hide no failure of another package', () => {
    const red = of('a', 'fail');
    expect(stateOf(red, of('b', 'unknown'))).toMatchObject({ because: [red.id] });
  });

  it('speak first where they fail', () => {
    const state = stateOf(of('a', 'fail'), of('b', 'pass'));
    expect(testsOf(state, 's1')).toMatchObject({ folder: 'a', status: 'fail' });
    expect(testsOf(stateOf(of('a', 'pass'), of('b', 'pass')), 's1')?.folder).toBe('b');
    expect(testsOf(state, 's2')).toBeNull();
  });

  it('are remembered with 31 others, the newest', () => {
    const many = Array.from({ length: 34 }, (_, at) => of(`p${at}`, 'pass'));
    expect(resultsAfter(...many)).toEqual(many.slice(2).map((_, at) => `p${at + 2} pass`));
  });
});

describe('a result that a person told at a terminal', () => {
  const terminal = { stream: TERMINAL };

  it('speaks for every session, and a session’s own result for it', () => {
    const told = stateOf(testsFinished('fail'), testsFinished('pass', terminal));
    expect(resultsIn(told)).toHaveLength(1);
    expect(testsOf(told, 's1')).toMatchObject({ status: 'pass', stream: TERMINAL });
    expect(testsOf(told, 's2')).toMatchObject({ status: 'pass' });
    const again = testsProjection.evolve(told, testsFinished('fail', { stream: 's2' }));
    expect(resultsIn(again)).toMatchObject([{ status: 'fail', stream: 's2' }]);
  });
});
