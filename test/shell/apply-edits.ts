import type { Edit } from '../../src/shell/interpret.ts';

/** The text after all replacements, which are given by position in the original. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  let result = text;
  for (const { start, end, text: replacement } of [...edits].sort((a, b) => b.start - a.start)) {
    result = `${result.slice(0, start)}${replacement}${result.slice(end)}`;
  }
  return result;
};
