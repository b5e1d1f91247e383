/** `14:02:11`. What is no time is not shown as one: anything may stand in a log. */
export const clockOf = (at: string): string => (isTime(at) ? at.slice(11, 19) : UNKNOWN);

/** `2026-01-31 14:02:11 UTC` */
export const dayAndClock = (at: string): string =>
  isTime(at) ? `${at.slice(0, 10)} ${at.slice(11, 19)} UTC` : UNKNOWN;

/** The clock, with the day where it is another one than that of `from`. */
export const timeSince = (from: string, at: string): string =>
  isTime(at) && at.slice(0, 10) !== from.slice(0, 10) ? `${at.slice(0, 10)} ${clockOf(at)}` : clockOf(at);

const isTime = (at: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(at);

const UNKNOWN = 'no time';
