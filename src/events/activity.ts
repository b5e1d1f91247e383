/** How often something was, in equal parts of a time: at most `MOST_COUNTS`, which grow with the time. */
export interface Activity {
  /** Milliseconds since the epoch, when the first part begins; null while there was nothing. */
  readonly from: number | null;
  /** Milliseconds of a part. */
  readonly step: number;
  readonly counts: readonly number[];
}

export const MOST_COUNTS = 12;

type OpenActivity = { -readonly [Field in keyof Activity]: Activity[Field] } & { counts: number[] };

export const noActivity = (): OpenActivity => ({ from: null, step: 1000, counts: [] });

/** Counts one more at a time, in place. What was before the first counts as the first; what has no time does not count. */
export const addActivity = (activity: OpenActivity, at: number): void => {
  if (!Number.isFinite(at)) return;
  activity.from ??= at;
  const place = (): number => Math.max(0, Math.floor((at - (activity.from ?? at)) / activity.step));
  while (place() >= MOST_COUNTS) {
    const { counts } = activity;
    activity.counts = Array.from(
      { length: Math.ceil(counts.length / 2) },
      (_, index) => (counts[2 * index] ?? 0) + (counts[2 * index + 1] ?? 0),
    );
    activity.step *= 2;
  }
  const index = place();
  while (activity.counts.length <= index) activity.counts.push(0);
  activity.counts[index] = (activity.counts[index] ?? 0) + 1;
};
