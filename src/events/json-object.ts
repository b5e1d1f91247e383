/** What data that nobody vouches for may hold where an object is expected. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value that came out of JSON is an object, and no list. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same object; an empty one in the place of anything else. */
export const jsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
