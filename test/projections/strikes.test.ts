import { describe, expect, it } from 'vitest';
import type { EventData } from '../../src/events/schemas.ts';
import { strikesProjection } from '../../src/projections/strikes.ts';
import { answered, ruled, stateAfter, testsFinished, verdict } from './given.ts';

const strikeEnds = ['TestRunFinished'];
const warning = (gate = 'test-gate'): EventData<'AnswerSent'>['verdicts'][number] => ({
  gate,
  rule: `${gate}/rule`,
  decision: 'advise',
  strikeEnds,
});

describe('a strike', () => {
  it('is a warning that was sent, by its gate', () => {
    const first = answered([warning()]);
    const second = answered([warning(), warning('mock-gate')]);
    expect(stateAfter(strikesProjection, first, second)).toEqual({
      'test-gate': { delivered: [first.id, second.id], monitored: [], endsWith: strikeEnds },
      'mock-gate': { delivered: [second.id], monitored: [], endsWith: strikeEnds },
    });
  });

  it.each([
    ['a warning that was never sent', ruled('advise', [verdict('test-gate', 'advise', { strikeEnds })])],
    ['the answer to another delivery', answered([warning()], { repeatOf: 'e1' })],
    ['advice of a gate that does not escalate', answered([{ gate: 'lint', rule: 'lint/rule', decision: 'advise' }])],
    ['a deny', answered([{ ...warning(), decision: 'deny' }])],
  ])('is not %s', (_what, event) => {
    expect(stateAfter(strikesProjection, event)).toBe(strikesProjection.initialState);
  });

  it('stays as it was after a result that ends none', () => {
    const state = stateAfter(strikesProjection, answered([{ ...warning(), strikeEnds: ['SessionEnded'] }]));
    expect(strikesProjection.evolve(state, testsFinished('pass'))).toBe(state);
  });

  it('is counted apart where the gate was only watched', () => {
    const watched = ruled('none', [verdict('test-gate', 'advise', { mode: 'monitor', strikeEnds })]);
    const again = ruled(
      'none',
      [verdict('test-gate', 'advise', { mode: 'monitor', strikeEnds })],
      {},
      { repeatOf: 'x' },
    );
    expect(stateAfter(strikesProjection, watched, again)).toEqual({
      'test-gate': { delivered: [], monitored: [watched.id], endsWith: strikeEnds },
    });
  });

  it.each(['pass', 'fail'] as const)('ends with a test result (%s), for the gates that say so', (status) => {
    const lint = { ...warning('lint'), strikeEnds: ['LintFinished'] };
    const state = stateAfter(strikesProjection, answered([warning(), lint]), testsFinished(status));
    expect(Object.keys(state)).toEqual(['lint']);
  });

  it("ends with a pass of docket's own run", () => {
    const passed = testsFinished('pass', {}, { source: 'runner' });
    expect(stateAfter(strikesProjection, answered([warning()]), passed)).toEqual({});
  });

  it.each([
    ['says nothing', testsFinished('unknown')],
    ['is only claimed', testsFinished('pass', {}, { source: 'claim' })],
    ["is red and docket's own", testsFinished('fail', {}, { source: 'runner' })],
  ])('does not end with a result that %s', (_what, result) => {
    const before = stateAfter(strikesProjection, answered([warning()]));
    expect(strikesProjection.evolve(before, result)).toBe(before);
  });

  it('is kept ten times at most', () => {
    const warnings = Array.from({ length: 12 }, () => answered([warning()]));
    const { delivered } = stateAfter(strikesProjection, ...warnings)['test-gate'] ?? { delivered: [] };
    expect(delivered).toEqual(warnings.slice(2).map(({ id }) => id));
  });
});
