/** A text of the log: whole, or the beginning and the end of one that is kept beside it. */
export interface KeptText {
  readonly text: string;
  /** Characters, where it is not whole. */
  readonly cutFrom: number | null;
}

/** The text in a field of the log; null where it is none. */
export const keptText = (value: unknown): KeptText | null => {
  if (typeof value === 'string') return { text: value, cutFrom: null };
  if (typeof value !== 'object' || value === null) return null;
  const { head, tail, bytes } = value as { head?: unknown; tail?: unknown; bytes?: unknown };
  if (typeof head !== 'string') return null;
  const end = typeof tail === 'string' ? tail : '';
  return { text: `${head}\n…\n${end}`, cutFrom: typeof bytes === 'number' ? bytes : head.length + end.length };
};
