import { shortDigest } from '../../../events/digest.ts';

/**
 * How many percent of the words of an original intent are still there in another text: in any order and any case, each
 * counted once. Null where there were none.
 */
export const intentKept = (before: string, after: string): number | null => {
  const words = wordsOf(before);
  if (words.size === 0) return null;
  const there = wordsOf(after);
  const kept = [...words].filter((word) => there.has(word)).length;
  return Math.floor((100 * kept) / words.size);
};

/** Scripts that put no spaces between words count by the character. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu;

/** Words that carry meaning; of a text without any, all. */
const wordsOf = (text: string): ReadonlySet<string> => {
  const words = text.toLowerCase().match(WORD) ?? [];
  const long = words.filter((word) => word.length > SHORT || /\P{ASCII}/u.test(word));
  return new Set(long.length > 0 ? long : words);
};

/** Letters of `the`, `and`, `for`. */
const SHORT = 3;

/** UTF-16 units of an original intent that are kept. */
const LONGEST_INTENT = 2_000;

/** An intent as it is recorded. */
export const recordedIntent = (text: string): { digest: string; text: string } => ({
  digest: shortDigest(text),
  text: text.slice(0, LONGEST_INTENT).replace(/[\ud800-\udbff]$/, ''),
});
