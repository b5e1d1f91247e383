import type { Run } from './run.ts';

/** A replacement by position, in UTF-16 units, end exclusive. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Edits of a run's words as edits of the original text. None when the words do not stand there, or when one of them comes
 * from a variable, braces or output: what stands there is then something else than what would be replaced.
 */
export const editsInText = ({ offset, args }: Run, edits: readonly Edit[]): Edit[] => {
  if (offset === null) return [];
  const touchesExpanded = args.some(
    (word) => word.expanded && edits.some(({ start, end }) => start < word.end && end > word.start),
  );
  return touchesExpanded
    ? []
    : edits.map(({ start, end, text }) => ({ start: start + offset, end: end + offset, text }));
};
