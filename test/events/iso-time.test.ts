import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoTime } from '../../src/events/iso-time.ts';

it('prints what Date prints, for every millisecond from 1970 to 9999', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) }), (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }),
    { numRuns: 2000 },
  );
});

it.each([
  0,
  Date.UTC(2024, 1, 29),
  Date.UTC(2100, 1, 28, 23, 59, 59, 999),
  Date.UTC(2100, 2, 1),
  Date.UTC(2000, 11, 31),
])('is right at the edge %d', (ms) => {
  expect(isoTime(ms)).toBe(new Date(ms).toISOString());
});
