import type { Envelope } from '../events/envelope.ts';
import { dataSchemas } from '../events/schemas.ts';

/** Whether an event's data is all that its type promises, to the last field of the last verdict: fit to be explained. */
export const hasWholeData = ({ type, data }: Envelope): boolean =>
  Object.hasOwn(dataSchemas, type) && dataSchemas[type as keyof typeof dataSchemas].safeParse(data).success;
