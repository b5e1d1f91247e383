import { isRow } from './row.ts';

/** Clients repeat a message's usage on each of its lines, and it grows: the largest number counts, once. */
export const tokenCount = () => {
  const known = new Map<string, number>();
  return {
    /** How many output tokens a line adds, and whether it is of a message that was not seen before. */
    count: (id: string | null, usage: unknown): { readonly isNew: boolean; readonly tokens: number } => {
      const given = isRow(usage) ? usage['output_tokens'] : undefined;
      const out = typeof given === 'number' && given >= 0 ? given : 0;
      if (id === null) return { isNew: true, tokens: out };
      const before = known.get(id);
      known.delete(id);
      known.set(id, Math.max(out, before ?? 0));
      if (known.size > MOST_MESSAGES) known.delete(known.keys().next().value as string);
      return { isNew: before === undefined, tokens: Math.max(0, out - (before ?? 0)) };
    },
  };
};

/** Lines of one message stand near each other. */
const MOST_MESSAGES = 2048;
