import type { Policy } from '../../events/schemas.ts';
import { isWaivable, waiversInForce } from '../../gates/waived-verdict.ts';
import type { Waiver } from '../../projections/waivers.ts';
import { atTime, printable } from '../style.ts';

/** A waiver in force, as scripts read it. */
export interface ShownWaiver {
  /** The event that granted it; null where the policy says so. */
  readonly id: string | null;
  /** A rule, or a gate for all of its rules that can be waived. */
  readonly rule: string;
  readonly reason: string;
  /** `person`: at a terminal; `prompt`: in a prompt that a person typed; `policy`: a policy file. */
  readonly by: 'person' | 'prompt' | 'policy';
  /** Null where it has no end. */
  readonly until: string | null;
  /** The one session it is for; null for all of the project. */
  readonly session: string | null;
}

/** What is waived at a time, ISO 8601; the newest first, and what the policy waives last. */
export const shownWaivers = (granted: readonly Waiver[], policy: Policy | null, now: string): ShownWaiver[] =>
  waiversInForce(granted, policy, now, null).flatMap(({ event, rule, reason, by, until, session }) =>
    isWaivable(rule) ? [{ id: event, rule, reason, by, until, session }] : [],
  );

/** One of them for people, in a line. */
export const waiverWords = ({ id, rule, reason, by, until, session }: ShownWaiver): string => {
  const end = until === null ? '' : ` until ${atTime(until)}`;
  const where = session === null ? '' : `, in session ${session.slice(0, 8)}`;
  const who = [...(by === 'prompt' ? ['in a prompt'] : []), id ?? 'by the policy'].join(', ');
  return printable(`${rule}${end}${where}: ${reason} (${who})`);
};
