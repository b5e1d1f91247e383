import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchorSearch } from '../../src/events/anchor-search.ts';
import { anchorTest } from '../../src/events/anchor-test.ts';
import { bytesOf } from '../../src/events/text-bytes.ts';

const letters = (most: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', 'é', '\ud83d'), maxLength: most });

describe('a search for many texts at once', () => {
  it('finds what a search for each finds, in either case', () => {
    const anchor = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(fc.array(anchor, { maxLength: 4 }), { maxLength: 6 }), letters(40), (lists, text) => {
        const found = anchorSearch(lists)(text);
        const folded = text.toLowerCase();
        const wanted = lists.flatMap((anchors, at) => (anchors.some((one) => folded.includes(one)) ? [at] : []));
        expect([...found].sort((a, b) => a - b)).toEqual(wanted);
      }),
      { numRuns: 1000 },
    );
  });

  it('says whether any is there, in its own case or in any', () => {
    const anchor = fc.record({
      text: fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-'), minLength: 1, maxLength: 4 }),
      isAnyCase: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anchor, { maxLength: 6 }), letters(40), (anchors, text) => {
        const wanted = anchors.some((one) =>
          one.isAnyCase ? text.toLowerCase().includes(one.text.toLowerCase()) : text.includes(one.text),
        );
        expect(anchorTest(anchors)(text, bytesOf(text))).toBe(wanted);
      }),
      { numRuns: 1000 },
    );
  });
});
