import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Waiver, WaiversState } from './waivers.ts';

/** The state is kept with every snapshot. */
const MOST_WAIVERS = 64;

/** The longest time a waiver can hold, in milliseconds: 30 days. */
export const longestWaiver = (): number => 30 * 24 * 3_600_000;

/** A person's word again for the same rule and session takes the place of the one before; what ended is forgotten. */
export const waiverGranted = (state: WaiversState, event: Envelope): WaiversState => {
  const { provenance, id, at } = event;
  const { rule, reason, until, session } = event.data as EventData<'WaiverGranted'>;
  if ((provenance !== 'person' && provenance !== 'prompt') || !isBounded(at, until)) return state;
  const granted: Waiver = { event: id, rule, reason, at, until, by: provenance, session };
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
