import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { weekOf, weeksAcross } from '../../../src/audit/stats/week.ts';

describe('the ISO 8601 week of a time', () => {
  it.each([
    ['2026-11-28T23:59:59.999Z', '2026-W48'],
    ['2026-11-30T00:00:00.000Z', '2026-W49'],
    // The standard's own odd ones: years of 53 weeks, and days that belong to the year beside theirs.
    ['2026-12-31T12:00:00Z', '2026-W53'],
    ['2027-01-03T23:00:00Z', '2026-W53'],
    ['2027-01-04T00:00:00Z', '2027-W01'],
    ['2024-12-30T00:00:00Z', '2025-W01'],
    ['2021-01-01T00:00:00Z', '2020-W53'],
    ['2026-01-05T01:00:00+02:00', '2026-W01'],
  ])('of %s is %s', (at, week) => {
    expect(weekOf(at)).toBe(week);
  });

  it('is none of what is no time', () => {
    expect(weekOf('yesterday')).toBeNull();
  });

  it('lists every week between two, once and in order', () => {
    expect(weeksAcross(['2027-W01', '2026-W52'])).toEqual(['2026-W52', '2026-W53', '2027-W01']);
    expect(weeksAcross([])).toEqual([]);
    const day = fc.integer({ min: 0, max: 3000 }).map((days) => new Date(Date.UTC(2020, 0, 1) + days * 86_400_000));
    fc.assert(
      fc.property(day, day, (a, b) => {
        const [from, to] = [a, b].sort((one, other) => one.getTime() - other.getTime()) as [Date, Date];
        const all = new Set<string | null>();
        for (let time = from.getTime(); time <= to.getTime(); time += 86_400_000)
          all.add(weekOf(new Date(time).toISOString()));
        expect(weeksAcross([weekOf(b.toISOString()) ?? '', weekOf(a.toISOString()) ?? ''])).toEqual([...all]);
      }),
    );
  });
});
