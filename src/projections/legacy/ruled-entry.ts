import type { Data } from '../../events/envelope.ts';
import type { EventData } from '../../events/schemas.ts';

const MOST_CHARS = 200;

/** What a trail says of a ruling: `gate_deny` and why; null for what is not worth a line. */
export const ruledEntry = (data: Data): readonly [string, string] | null => {
  const { decision, verdicts, repeatOf } = data as EventData<'GatesRuled'>;
  if (repeatOf !== undefined || (decision !== 'deny' && decision !== 'ask')) return null;
  const decisive = verdicts.find((verdict) => verdict.decision === decision && verdict.mode === 'enforce');
  return decisive === undefined ? null : [`gate_${decision}`, `${decisive.rule}: ${decisive.reason}`];
};

/** `2026-01-01T12:00:00|event|detail`, UTC (seed 001, `append_audit`). */
export const trailLine = (at: string, [name, detail]: readonly [string, unknown]): string =>
  [at.slice(0, 19), name, oneField(detail)].join('|');

/** What is too long for a line of the log is not text any more. */
const oneField = (text: unknown): string => {
  const flat = (typeof text === 'string' ? text : '…').replace(/[\s|]+/g, ' ').trim();
  return flat.length <= MOST_CHARS ? flat : `${flat.slice(0, MOST_CHARS - 1)}…`;
};
