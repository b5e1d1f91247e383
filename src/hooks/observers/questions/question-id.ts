import { shortDigest } from '../../../events/digest.ts';
import { compilePattern } from '../../../events/linear-pattern.ts';
import { PatternError } from '../../../events/pattern-syntax.ts';
import type { Policy } from '../../../events/schemas.ts';

export type QuestionPolicy = NonNullable<Policy['questions']>;

/**
 * What a question is called: the first name of the policy whose pattern is in its header and text, else a digest of both,
 * capitals and white space aside.
 */
export const questionId = (header: string, text: string, { ids = {} }: QuestionPolicy): string => {
  const whole = `${header}\n${text}`;
  const named = Object.entries(ids).find(([, pattern]) => isIn(pattern, whole));
  return named?.[0] ?? `q-${shortDigest(whole.toLowerCase().replace(/\s+/g, ' ').trim())}`;
};

/** The first of some patterns that is in a text. */
export const firstIn = (patterns: readonly string[], text: string): string | null =>
  patterns.find((pattern) => isIn(pattern, text)) ?? null;

/** Whether a pattern is in a text, as it stands or as a regular expression; capitals do not matter. */
const isIn = (pattern: string, text: string): boolean => {
  if (text.toLowerCase().includes(pattern.toLowerCase())) return true;
  try {
    return compilePattern(pattern, true)(text).length > 0;
  } catch (error) {
    // The policy's problems tell of it.
    if (error instanceof PatternError) return false;
    throw error;
  }
};
