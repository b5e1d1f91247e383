/** The fields of a line as they were parsed: of an older version, not yet an envelope of today. */
export type RawEvent = Readonly<Record<string, unknown>>;

/** Says of an event of one version what the next version would have said. Pure, and total over what was ever written. */
export type Upcaster = (event: RawEvent) => RawEvent;

/**
 * By version: how an event of that version becomes one of the next. Empty while there is only one. An entry is never
 * changed once a version with it was released (docs/decisions/0007). `v`, `id` and `stream` are searched for in the
 * bytes and so keep their names and meaning in every version.
 */
export const UPCASTERS: Readonly<Record<number, Upcaster>> = {};
