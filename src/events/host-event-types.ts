import { HOST_EVENT_NAMES, HOST_EVENT_TYPES } from './host-event-names.ts';
import type { HostEventName } from './host-events.ts';

/** The type of a host event docket does not know; `data.hook_event_name` then names it. */
export const UNKNOWN_HOST_EVENT = 'HostEventReceived';

/** The event type for a host's event name. */
export const hostEventType = (name: string): string =>
  HOST_EVENT_TYPES[(HOST_EVENT_NAMES as readonly string[]).indexOf(name)] ?? UNKNOWN_HOST_EVENT;

/** The host's event name for an event type, or undefined for docket's own events. */
export const hostEventName = (type: string): HostEventName | undefined =>
  HOST_EVENT_NAMES[HOST_EVENT_TYPES.indexOf(type)];
