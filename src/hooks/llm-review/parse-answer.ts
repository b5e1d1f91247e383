import { isJsonObject } from '../../events/json-object.ts';
import { type LlmVerdict, NoAnswerError } from './reviewer.ts';

/** UTF-16 units; what a reviewer was asked for is shorter. */
const LONGEST_REASON = 1_000;
const LONGEST_KEPT = 240;

/**
 * Reads a reviewer's words, which were asked to be one JSON object with `safe`, `aligned` and `reason`. Anything else
 * (prose, a code fence, another key, another type, a reason with control characters) is no answer: whoever wrote the
 * command may have written what comes back. Throws `NoAnswerError`.
 */
export const parseVerdict = (text: string): LlmVerdict => {
  const value = parsedJson(text);
  if (!isJsonObject(value) || Object.keys(value).sort().join() !== 'aligned,reason,safe') {
    throw new NoAnswerError('unexpected answer');
  }
  const { safe, aligned, reason } = value;
  if (typeof safe !== 'boolean' || typeof aligned !== 'boolean' || typeof reason !== 'string') {
    throw new NoAnswerError('unexpected answer');
  }
  return { safe, aligned, reason: plainReason(reason) };
};

export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoAnswerError('not JSON');
  }
};

/** Control, format and private characters: they move cursors, turn text around and hide it. */
const UNPRINTABLE = /[^\P{C}\t\n\r]/u;

/** One line of plain text. It reaches a terminal and another model. */
const plainReason = (reason: string): string => {
  if (reason.length > LONGEST_REASON || UNPRINTABLE.test(reason)) throw new NoAnswerError('unexpected reason');
  const line = reason.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_KEPT ? line : `${line.slice(0, LONGEST_KEPT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
};
