const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/**
 * Milliseconds since the epoch as UTC ISO 8601 with milliseconds, as `Date.prototype.toISOString` prints them for the
 * years 1970 to 9999. Ours because the first `toISOString` of a process loads locale data on the hook's hot path.
 */
export const isoTime = (epochMs: number): string => {
  const day = Math.floor(epochMs / 86_400_000);
  const ms = epochMs - day * 86_400_000;
  // Days to civil date: shift to an era beginning on 1 March, so that leap days fall at the end of a year.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  return (
    `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}T${pad(Math.floor(ms / 3_600_000), 2)}:` +
    `${pad(Math.floor(ms / 60_000) % 60, 2)}:${pad(Math.floor(ms / 1000) % 60, 2)}.${pad(ms % 1000, 3)}Z`
  );
};
