import type { Envelope } from '../events/envelope.ts';
import { dataSchemas } from '../events/schemas.ts';

/** Whether an event's data is all that its type promises, to the last field of the last verdict: fit to be explained. */
export const hasWholeData = (event: Envelope): boolean => {
  const known = seen.get(event);
  if (known !== undefined) return known;
  const { type, data } = event;
  const isWhole =
    Object.hasOwn(dataSchemas, type) && dataSchemas[type as keyof typeof dataSchemas].safeParse(data).success;
  seen.set(event, isWhole);
  return isWhole;
};

/** A fact is looked at each time its call is judged again, and checking it costs as much as judging. */
const seen = new WeakMap<Envelope, boolean>();
