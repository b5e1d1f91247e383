import { timesOf } from './filters.ts';
import { UsageError } from './io.ts';

/** A stretch of time, both ends in milliseconds since the epoch and part of it. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A time of day, UTC: the newest day on which there is something at that time is meant. */
export interface TimeOfDay {
  /** `14:02`, or with seconds: what the time of an event begins with behind its date. */
  readonly clock: string;
}

/** The interval between the times of `--since` and `--until`, in the words of all filters. Throws `UsageError`. */
export const intervalBetween = (since: string | undefined, until: string | undefined, now: number): Interval => {
  const times = timesOf({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }, now);
  return { from: times.since ?? Number.NEGATIVE_INFINITY, to: times.until ?? Number.POSITIVE_INFINITY };
};

/**
 * What `--at` says: as long as it is exact, so `14:02` is a minute and `14:02:11` a second. A time of day is UTC, as docket
 * prints them all; so is a date with a time where no zone is named. Throws `UsageError`.
 */
export const intervalAt = (text: string): Interval | TimeOfDay => {
  const clock = /^([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.exec(text);
  if (clock !== null) return { clock: text };
  const [, date, time, fraction = '', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(\.\d{1,3})?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?$/.exec(text) ?? [];
  const from = Date.parse(`${date}T${time}${fraction}${zone === 'UTC' ? 'Z' : zone}`);
  if (Number.isNaN(from)) {
    throw new UsageError(`--at takes a time like 14:02, 14:02:11 or 2026-01-31T14:02 (UTC); not "${text}".`);
  }
  const length = fraction !== '' ? 1 : time?.length === 5 ? 60_000 : 1000;
  return { from, to: from + length - 1 };
};
