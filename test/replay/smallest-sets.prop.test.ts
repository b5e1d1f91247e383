import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallestSets } from '../../src/replay/smallest-sets.ts';

const ITEMS = ['a', 'b', 'c', 'd', 'e'] as const;
type Item = (typeof ITEMS)[number];

const allSets = ([first, ...others]: readonly Item[]): Item[][] => {
  if (first === undefined) return [[]];
  const without = allSets(others);
  return without.concat(without.map((set) => [first, ...set]));
};

const within = (one: readonly Item[], other: readonly Item[]): boolean => one.every((item) => other.includes(item));
const sorted = (sets: readonly (readonly Item[])[]) => sets.map((set) => [...set].sort().join('')).sort();

/** What opens a gate: any of these sets, and whatever holds one. */
const doors = fc.array(fc.subarray([...ITEMS], { minLength: 1 }), { maxLength: 4 });

const openedBy = (keys: readonly (readonly Item[])[]) => (set: readonly Item[]) =>
  keys.some((key) => within(key, set)) ? 'open' : null;

describe('smallestSets', () => {
  it('finds exactly the sets that open and of which no part does', () => {
    fc.assert(
      fc.property(doors, (keys) => {
        const opens = openedBy(keys);
        const open = allSets(ITEMS).filter((set) => opens(set) !== null);
        const minimal = open.filter((set) => !open.some((other) => other !== set && within(other, set)));
        const found = smallestSets(ITEMS, opens, { mostItems: 5, mostTries: 1000 });
        expect(sorted(found.map(({ items }) => items))).toEqual(sorted(minimal));
        expect(found.map(({ items }) => items.length)).toEqual(
          found.map(({ items }) => items.length).sort((a, b) => a - b),
        );
      }),
    );
  });

  it('with few tries finds only sets from which nothing can be left out, and one wherever all together open', () => {
    fc.assert(
      fc.property(doors, fc.integer({ min: 1, max: 4 }), (keys, mostItems) => {
        const opens = openedBy(keys);
        const found = smallestSets(ITEMS, opens, { mostItems, mostTries: 50 });
        expect(found.length > 0).toBe(opens(ITEMS) !== null);
        for (const { items } of found) {
          for (const item of items) expect(opens(items.filter((other) => other !== item))).toBeNull();
        }
      }),
    );
  });

  it('gives what trying a set came to', () => {
    expect(smallestSets(['x', 'y'], (set) => (set.includes('y') ? set.length : null))).toEqual([
      { items: ['y'], result: 1 },
    ]);
  });

  it('stops trying', () => {
    let tries = 0;
    const many = Array.from({ length: 60 }, (_, index) => index);
    const found = smallestSets(many, () => {
      tries += 1;
      return null;
    });
    expect(found).toEqual([]);
    expect(tries).toBeLessThan(300);
  });
});
