import type { Data } from './envelope.ts';

/** More than this of one event is not kept: finding the secrets in it would outlast the hook. UTF-16 units of JSON. */
export const KEPT_LIMIT = 4 * 1024 * 1024;

/** The same where a project has rules of its own, which may cost more. */
export const KEPT_BY_OWN_RULES = 1024 * 1024;

const LONG_TEXT = 512 * 1024;
const SHORT_TEXT = 16 * 1024;
const TAIL = 32 * 1024;
/** More than the longest secret that is known by its beginning and its end. UTF-16 units. */
const MARGIN = 16 * 1024;
/** A marker may be longer as JSON than what it replaces. */
const MOST_GROWTH = 256 * 1024;

/** Removes the secrets from a text. */
type Redact = (text: string) => string;

/**
 * Cuts what is too large to be kept, longest texts first, and says so in their place. What gates judge was taken from
 * the original by then. Returns the same object when its JSON is within the limit.
 */
export const boundData = (data: Data, jsonLength: number, redact: Redact, limit: number = KEPT_LIMIT): Data => {
  if (jsonLength <= limit) return data;
  for (const longest of [LONG_TEXT, SHORT_TEXT]) {
    const size = JSON.stringify(cutTexts(data, longest, (text) => text)).length;
    if (size <= limit - MOST_GROWTH) return cutTexts(data, longest, redact) as Data;
  }
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => {
      const json = JSON.stringify(value) ?? 'null';
      return [key, json.length > SHORT_TEXT ? cutText(json, SHORT_TEXT, redact) : value];
    }),
  );
};

const cutTexts = (value: unknown, longest: number, redact: Redact): unknown => {
  if (typeof value === 'string') return value.length > longest + TAIL ? cutText(value, longest, redact) : value;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, longest, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutTexts(item, longest, redact)]));
};

/**
 * The beginning and the end of a text, both at line ends. Both are redacted with a margin that then goes, so that no half
 * of a secret, which nobody would know for one, is left where the text was cut.
 */
const cutText = (text: string, longest: number, redact: Redact): string => {
  const before = redact(text.slice(0, longest + MARGIN));
  const head = before.slice(0, Math.max(0, Math.min(longest, before.length - MARGIN)));
  const kept = head.slice(0, Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' '), 0));
  const behind = redact(text.slice(-TAIL - MARGIN));
  const tail = withoutHalfKey(behind.slice(Math.max(MARGIN, behind.length - TAIL)));
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
