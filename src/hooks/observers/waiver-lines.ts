import { longestWaiver } from '../../projections/waivers-steps.ts';
import { docketLines, noteIn } from './prompt-lines.ts';

/** What a line of a prompt says of a rule: that it is waived, for so many milliseconds, or is no more. */
export type WaiverLine =
  | { readonly says: 'waived'; readonly rule: string; readonly reason: string; readonly length: number }
  | { readonly says: 'revoked'; readonly rule: string };

/**
 * The lines of a prompt that waive a rule or take that back: `docket waive RULE: REASON`, `docket waive RULE --for 2h: REASON`
 * and `docket waive --revoke RULE`, in any case, from the beginning of a line to its end. Without a reason it says nothing.
 */
export const waiverLines = (prompt: string): WaiverLine[] =>
  docketLines(prompt).flatMap((line) => lineSays(line) ?? []);

const lineSays = (line: string): WaiverLine | null => {
  const revoked = /^docket waive --revoke ([\w/-]+)[\s.]*$/i.exec(line)?.[1];
  if (revoked !== undefined) return { says: 'revoked', rule: revoked };
  const [, rule, length, said] = /^docket waive ([\w/-]+)(?: +(?:--)?for +(\w+))? *:(.*)$/i.exec(line) ?? [];
  const reason = noteIn(said);
  const lasts = waiverLength(length ?? DEFAULT_LENGTH);
  return rule === undefined || reason === '' || lasts === null ? null : { says: 'waived', rule, reason, length: lasts };
};

/** How long a rule is waived where nobody says for how long. */
export const DEFAULT_LENGTH = '1h';

/** The milliseconds in `30m`, `2h`, `1d`: at least a minute, at most 30 days; null for all else. */
export const waiverLength = (text: string): number | null => {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/i.exec(text) ?? [];
  const length = Number(count) * (UNITS[unit?.toLowerCase() ?? ''] ?? Number.NaN);
  return length <= longestWaiver() ? length : null;
};

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 };
