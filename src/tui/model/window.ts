/** Which of `length` rows are in sight: the first one, so that the cursor is, and no further than needed. */
export const scrolledTo = (top: number, cursor: number, height: number, length: number): number => {
  if (cursor < top) return cursor;
  if (cursor >= top + height) return cursor - height + 1;
  return Math.max(0, Math.min(top, length - height));
};

/** A cursor that stays among `length` rows. */
export const clampTo = (cursor: number, length: number): number => Math.max(0, Math.min(cursor, length - 1));
