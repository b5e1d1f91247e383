import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startDurations } from '../../../src/audit/stats/durations.ts';

describe('durations', () => {
  it('have no spread where there are none', () => {
    expect(startDurations().spread()).toBeNull();
  });

  it('have the percentiles of the sorted list, by the nearest rank', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), (list) => {
        const durations = startDurations();
        for (const one of list) durations.add(one);
        const sorted = [...list].sort((a, b) => a - b);
        const at = (part: number): number => sorted[Math.ceil(part * list.length) - 1] as number;
        expect(durations.spread()).toEqual({
          n: list.length,
          p50: at(0.5),
          p90: at(0.9),
          p99: at(0.99),
          max: sorted.at(-1),
        });
      }),
    );
  });
});
