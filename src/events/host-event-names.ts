import { HOST_EVENTS, type HostEventName } from './host-events.ts';

// The build evaluates this module: two lists cost a hook less than a table of objects.

/** The host's events, as the host calls them. */
export const HOST_EVENT_NAMES = Object.keys(HOST_EVENTS) as readonly HostEventName[];

/** The same as the log calls them, in the same order. */
export const HOST_EVENT_TYPES: readonly string[] = Object.values(HOST_EVENTS).map(({ type }) => type);
