import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, composeEdits, type Edit } from '../../src/events/text-edits.ts';

/** Edits of a text of this length, sorted, none in another. */
const editsOf = (length: number, rule: string, ends: readonly number[]): Edit[] => {
  const offsets = [...new Set(ends.map((end) => end % (length + 1)))].sort((a, b) => a - b);
  return offsets.flatMap((start, at) => {
    const end = offsets[at + 1];
    return at % 2 === 0 && end !== undefined ? [{ start, end, rule }] : [];
  });
};

const isOutsideMarkers = (text: string, { start, end }: Edit): boolean =>
  [...text.matchAll(/\[redacted:[a-z]+\]/g)].every(
    ({ index, 0: { length } }) => end <= index || start >= index + length,
  );

const text = fc.string({ minLength: 1, maxLength: 60, unit: fc.constantFrom('a', 'b', 'c', ' ') });
const ends = fc.array(fc.nat(200), { maxLength: 8 });

describe('edits after edits', () => {
  it('are one list that does the same', () => {
    fc.assert(
      fc.property(text, ends, ends, (original, before, after) => {
        const first = editsOf(original.length, 'one', before);
        const between = applyEdits(original, first);
        const second = editsOf(between.length, 'two', after).filter((edit) => isOutsideMarkers(between, edit));
        expect(applyEdits(original, composeEdits(first, second))).toBe(applyEdits(between, second));
      }),
      { numRuns: 1000 },
    );
  });

  it('take the whole of what a marker they touch stands for, and stay sorted and apart', () => {
    fc.assert(
      fc.property(text, ends, ends, (original, before, after) => {
        const first = editsOf(original.length, 'one', before);
        const between = applyEdits(original, first);
        const composed = composeEdits(first, editsOf(between.length, 'two', after));
        for (const [at, { start, end }] of composed.entries()) {
          expect(start).toBeGreaterThanOrEqual(composed[at - 1]?.end ?? 0);
          expect(end).toBeLessThanOrEqual(original.length);
        }
        // What was removed stays removed.
        for (const edit of first) {
          expect(composed.some(({ start, end }) => start <= edit.start && end >= edit.end)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
