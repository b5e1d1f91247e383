import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateChanges } from '../../src/replay/state-changes.ts';

describe('what changed between two states', () => {
  it.each([
    ['a value', { tests: { status: null } }, { tests: { status: 'fail' } }, ['tests.status: null -> "fail"']],
    ['a field that is new', { a: {} }, { a: { b: 1 } }, ['a.b: - -> 1']],
    ['a field that is gone', { a: { b: 1 } }, { a: {} }, ['a.b: 1 -> -']],
    ['a state that began', { a: null }, { a: { b: 1 } }, ['a: null -> {"b":1}']],
    ['a list that grew', { a: { b: [1] } }, { a: { b: [1, 2] } }, ['a.b[1]: - -> 2']],
    ['an item inside', { a: [{ n: 1 }, { n: 2 }] }, { a: [{ n: 1 }, { n: 3 }] }, ['a[1].n: 2 -> 3']],
    ['an item that went', { a: ['x', 'y', 'z'] }, { a: ['x', 'z'] }, ['a[1]: "y" -> -']],
    ['a full list that shifted', { a: [1, 2, 3] }, { a: [2, 3, 4] }, ['a[0]: 1 -> -', 'a[2]: - -> 4']],
    ['a list that is another one', { a: [1, 2] }, { a: [3, 4] }, ['a[0]: 1 -> 3', 'a[1]: 2 -> 4']],
    ['a copy with the same content', { a: { b: [{ c: 1 }] } }, { a: { b: [{ c: 1 }] } }, []],
    ['the memory of deliveries', { deliveries: { n: 1 } }, { deliveries: { n: 2 } }, []],
    ['a list that became an object', { a: [] }, { a: {} }, ['a: [] -> {}']],
  ])('names %s', (_, before, after, said) => {
    expect(words(before, after)).toEqual(said);
  });

  it('is no longer than asked for, and says how many are not shown', () => {
    const before = { a: Array.from({ length: 100 }, (_, n) => n) };
    const { changes, more } = stateChanges(before, { a: [] }, 3);
    expect({ shown: changes.length, more }).toEqual({ shown: 3, more: 97 });
  });

  it('is nothing exactly where two states say the same, whatever they share', () => {
    const states = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(states, states, (one, other) => {
        const isSame = canonical(one) === canonical(other);
        expect(stateChanges(one, other).changes.length === 0).toBe(isSame);
        expect(stateChanges(one, structuredClone(one)).changes).toEqual([]);
      }),
    );
  });

  it('ends on states that nest without end', () => {
    const nested = (depth: number, leaf: number): object => (depth === 0 ? { leaf } : { in: nested(depth - 1, leaf) });
    expect(stateChanges(nested(500, 1), nested(500, 2)).changes).toHaveLength(1);
  });
});

const words = (before: object, after: object): string[] =>
  stateChanges(before, after).changes.map(
    (change) => `${change.path}: ${side(change, 'before')} -> ${side(change, 'after')}`,
  );

const side = (change: object, name: 'before' | 'after'): string =>
  name in change ? JSON.stringify((change as Record<string, unknown>)[name]) : '-';

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
