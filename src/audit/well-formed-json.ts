/**
 * JSON that every reader takes. Texts of a log may hold halves of surrogate pairs, such as an emoji that a host cut in two;
 * readers that hold texts as UTF-8 refuse a file for one of their escapes, so U+FFFD stands in its place.
 */
export const wellFormedJson = (value: unknown): string =>
  // JSON.stringify writes halves as escapes, and whole pairs as they are.
  JSON.stringify(value).replace(/\\(?:\\|ud[89a-f][0-9a-f]{2})/g, (written) =>
    written === '\\\\' ? written : '\ufffd',
  );
