import type { ShellWord } from '../simple-command.ts';
import { mayNameOwn } from './own-names.ts';

// What an act is about becomes one line of the log, and each path costs a look at the disk.
const MOST_PATHS = 64;

/**
 * The paths of an act, those that can lead far away first, and those that lie deep or are many left out: a null then says
 * that there are more. Whatever stands for a whole system is short.
 */
export const pathsOf = (words: readonly (ShellWord | null)[]): (ShellWord | null)[] => {
  if (words.length <= MOST_PATHS) return [...words];
  const ranked = words.map((word) => ({ word, rank: rankOf(word) })).sort((one, other) => one.rank - other.rank);
  return [...ranked.slice(0, MOST_PATHS - 1).map(({ word }) => word), null];
};

/** Unknown ones and what may be docket's, then absolute ones and those that climb, then those that stay where they are. */
const rankOf = (word: ShellWord | null): number => {
  const value = word?.value ?? word?.glob ?? null;
  if (word === null || value === null || mayNameOwn(word)) return 0;
  const far = /^[/~]|(?:^|\/)\.\.?(?:\/|$)|^\*/.test(value);
  return value.split('/').length + (far ? 0 : 1_000);
};
