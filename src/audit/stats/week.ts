const DAY = 86_400_000;

/** The ISO 8601 week (`2026-W48`) of a time in UTC; null where it is none. */
export const weekOf = (at: string): string | null => {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return null;
  // A week belongs to the year that its Thursday is in.
  const thursday = new Date(Math.floor(time / DAY) * DAY + (3 - mondayBased(time)) * DAY);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1;
  return `${year}-W${`${week}`.padStart(2, '0')}`;
};

/** 0 for Monday. */
const mondayBased = (time: number): number => (new Date(time).getUTCDay() + 6) % 7;

/** The Monday of a week, ISO 8601 date. */
const mondayOf = (week: string): number => {
  const [year, number] = week.split('-W').map(Number) as [number, number];
  const fourth = Date.UTC(year, 0, 4);
  return fourth + ((number - 1) * 7 - mondayBased(fourth)) * DAY;
};

/** The most weeks that are listed one by one; those before are left out. */
const MOST_WEEKS = 520;

/** All weeks from the first to the last of some, also those in which nothing was. */
export const weeksAcross = (weeks: readonly string[]): string[] => {
  const sorted = [...weeks].sort();
  const last = sorted.at(-1);
  if (last === undefined) return [];
  const end = mondayOf(last);
  const start = Math.max(mondayOf(sorted[0] as string), end - (MOST_WEEKS - 1) * 7 * DAY);
  return Array.from({ length: Math.round((end - start) / (7 * DAY)) + 1 }, (_, index) =>
    weekOf(new Date(start + index * 7 * DAY).toISOString()),
  ) as string[];
};
