import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { claimOf, issueReference, LONGEST_TODO, MOST_TODOS } from '../../src/projections/todo-claims.ts';
import { todosProjection } from '../../src/projections/todos.ts';
import { happened, prompted, recorded, stateAfter } from './given.ts';

const added = (todo: string, text = 'round the total') => recorded('TodoAdded', { todo, text, session: null });
const claimed = (todo: string, session: string | null, more = {}) => recorded('TodoClaimed', { todo, session }, more);
const released = (todo: string, session: string | null) => recorded('TodoReleased', { todo, session });
const done = (todo: string) => recorded('TodoDone', { todo, session: null });
const started = (stream: string, source: string) => happened('SessionStarted', { source }, { stream });
const ended = (stream: string) => happened('SessionEnded', { reason: 'other' }, { stream });

const holders = (...events: readonly Envelope[]) => {
  const state = stateAfter(todosProjection, ...events);
  const at = events.at(-1)?.at ?? '';
  return state.claims.flatMap(({ todo }) => {
    const claim = claimOf(state, todo, at);
    return claim === null ? [] : [[todo, claim.session]];
  });
};

describe('to-dos', () => {
  it('are open until they are done', () => {
    const state = stateAfter(todosProjection, added('a'), added('b'), done('a'));
    expect(state.open.map(({ id }) => id)).toEqual(['b']);
    expect(state.claims).toEqual([]);
  });

  it('that were given the same id at once are both kept', () => {
    const second = added('a', 'the other one');
    const { open } = stateAfter(todosProjection, added('a'), second);
    expect(open.map(({ id }) => id)).toEqual(['a', second.id]);
  });

  it('stay few and short whatever is in the log', () => {
    const many = Array.from({ length: MOST_TODOS + 3 }, (_, n) => added(`t${n}`, 'x'.repeat(70_000)));
    const { open, forgotten } = stateAfter(todosProjection, ...many);
    expect([open.length, forgotten, open[0]?.id]).toEqual([MOST_TODOS, 3, 't0']);
    expect(open.every(({ text }) => text.length === LONGEST_TODO)).toBe(true);
    const claims = Array.from({ length: 200 }, (_, n) => claimed(`#${n + 1}`, 's1'));
    expect(stateAfter(todosProjection, ...claims).claims.length).toBe(64);
  });
});

describe('a claim', () => {
  it('is of the session that was first, until it gives it back', () => {
    expect(holders(claimed('#42', 's1'), claimed('#42', 's2'))).toEqual([['#42', 's1']]);
    expect(holders(claimed('#42', 's1'), released('#42', 's2'))).toEqual([['#42', 's1']]);
    expect(holders(claimed('#42', 's1'), released('#42', 's1'), claimed('#42', 's2'))).toEqual([['#42', 's2']]);
  });

  it('ends with what it is about', () => {
    expect(holders(added('a'), claimed('a', 's1'), done('a'))).toEqual([]);
    expect(holders(claimed('#42', 's1'), done('#42'))).toEqual([]);
  });

  it('is released when its session ends, and holds again when that is resumed', () => {
    expect(holders(claimed('#42', 's1'), ended('s1'))).toEqual([]);
    expect(holders(claimed('#42', 's1'), ended('s2'))).toEqual([['#42', 's1']]);
    expect(holders(claimed('#42', 's1'), ended('s1'), started('s1', 'resume'))).toEqual([['#42', 's1']]);
  });

  it('does not come back with the end of a turn that was late', () => {
    const late = happened('TurnEnded', {}, { stream: 's1' });
    expect(holders(claimed('#42', 's1'), ended('s1'), late)).toEqual([]);
    expect(holders(claimed('#42', 's1'), ended('s1'), late, prompted({ stream: 's1' }))).toEqual([['#42', 's1']]);
  });

  it('does not come back to a resumed session when another one has it', () => {
    const events = [claimed('#42', 's1'), ended('s1'), claimed('#42', 's2'), started('s1', 'resume')];
    expect(holders(...events)).toEqual([['#42', 's2']]);
  });

  it('of a session that died without a word holds nobody off a day later', () => {
    const at = (time: string) => ({ at: time });
    const first = claimed('#42', 's1', at('2026-01-01T10:00:00.000Z'));
    const turn = happened('TurnEnded', {}, { stream: 's1', ...at('2026-01-01T20:00:00.000Z') });
    const early = claimed('#42', 's2', at('2026-01-02T19:00:00.000Z'));
    const late = claimed('#42', 's2', at('2026-01-02T20:00:00.001Z'));
    expect(holders(first, turn, early)).toEqual([['#42', 's1']]);
    expect(holders(first, turn, late)).toEqual([['#42', 's2']]);
    expect(holders(first, early)).toEqual([['#42', 's2']]);
  });

  it('of a person holds until it is released', () => {
    const first = claimed('#42', null, { at: '2026-01-01T10:00:00.000Z' });
    expect(holders(first, claimed('#42', 's2', { at: '2026-03-01T10:00:00.000Z' }))).toEqual([['#42', null]]);
  });

  it('is held by one at most, whatever happens', () => {
    const who = fc.constantFrom('s1', 's2', 's3');
    const step = fc.oneof(
      fc.tuple(fc.constant(claimed), who).map(([make, session]) => make('#42', session)),
      who.map((session) => released('#42', session)),
      who.map((stream) => ended(stream)),
      who.map((stream) => started(stream, 'resume')),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (events) => {
        expect(stateAfter(todosProjection, ...events).claims.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('a reference to an issue', () => {
  it.each([
    ['#42', '#42'],
    ['#042', '#42'],
    ['acme/shop#7', 'acme/shop#7'],
    ['a.b/c-d_e#7', 'a.b/c-d_e#7'],
    ['42', null],
    ['#', null],
    ['#0', null],
    ['#12345678901', null],
    ['# 42', null],
    ['#42 ', null],
    ['#4x', null],
    ['shop#7', null],
    ['a/b/c#7', null],
    ['#fff', null],
  ])('%s is %s', (text, reference) => {
    expect(issueReference(text)).toBe(reference);
  });
});
