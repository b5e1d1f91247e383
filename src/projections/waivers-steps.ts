import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Waiver, WaiversState } from './waivers.ts';

/** The state is kept with every snapshot. */
const MOST_WAIVERS = 64;

/** In UTF-16 units: one that somebody else wrote may be too long for a line. */
const LONGEST_REASON = 300;

/** The longest time a waiver can hold, in milliseconds: 30 days. */
export const longestWaiver = (): number => 30 * 24 * 3_600_000;

/** A person's word again for the same rule and session takes the place of the one before; what ended is forgotten. */
export const waiverGranted = (state: WaiversState, event: Envelope): WaiversState => {
  const { provenance, id, at } = event;
  const { rule, reason, until, session } = event.data as EventData<'WaiverGranted'>;
  if ((provenance !== 'person' && provenance !== 'prompt') || !isBounded(at, until)) return state;
  const words = typeof reason === 'string' ? reason.slice(0, LONGEST_REASON) : 'of a length that no line has room for';
  const granted: Waiver = { event: id, rule, reason: words, at, until, by: provenance, session };
  const others = state.granted.filter(
    (other) => !(other.rule === rule && other.session === session) && Date.parse(other.until) > Date.parse(at),
  );
  return { granted: [...others, granted].slice(-MOST_WAIVERS) };
};

/** What has no end, or one that is too far off, is no waiver: nobody here writes such. */
const isBounded = (at: string, until: string): boolean => Date.parse(until) - Date.parse(at) <= longestWaiver();

export const waiverRevoked = (state: WaiversState, { data, provenance }: Envelope): WaiversState => {
  if (provenance !== 'person' && provenance !== 'prompt') return state;
  const granted = state.granted.filter(({ event }) => event !== (data as EventData<'WaiverRevoked'>).waiver);
  return granted.length === state.granted.length ? state : { granted };
};
