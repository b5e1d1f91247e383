import type { Envelope } from '../../events/envelope.ts';
import { summaryOf } from '../../replay/summary.ts';
import type { WhyEvent } from './row-why.ts';

/** An event as it is told of where it is named. */
export const briefly = (event: Envelope, cause: string | null): WhyEvent => ({
  id: event.id,
  type: event.type,
  at: event.at,
  session: event.stream,
  actor: event.actor.id === 'main' ? null : (event.actor.type ?? event.actor.id),
  summary: summaryOf(event).slice(0, LONGEST_SUMMARY),
  cause,
});

const LONGEST_SUMMARY = 400;
