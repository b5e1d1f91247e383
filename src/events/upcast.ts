import { FORMAT_VERSION } from './envelope.ts';
import { type RawEvent, UPCASTERS } from './upcasters.ts';

/**
 * What a parsed line says in today's version, by the upcaster of each version on the way. The same object when it is of
 * today's version, no event, or of a version that nobody can read. Never throws: what an upcaster fails on comes back
 * as it was.
 */
export const upcast = (value: unknown): unknown => {
  try {
    let event = value as RawEvent;
    for (let version = versionOf(value); version !== null && version < FORMAT_VERSION; version += 1) {
      const upcaster = UPCASTERS[version];
      if (upcaster === undefined) return value;
      event = { ...upcaster(event), v: version + 1 };
    }
    return event;
  } catch {
    return value;
  }
};

/** Whether a parsed line is an event of a later version than this program knows: kept, and not interpreted. */
export const isNewer = (value: unknown): boolean => (versionOf(value) ?? 0) > FORMAT_VERSION;

const versionOf = (value: unknown): number | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { v, id } = value as RawEvent;
  return Number.isInteger(v) && typeof id === 'string' ? (v as number) : null;
};
