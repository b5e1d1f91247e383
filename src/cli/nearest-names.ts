/** The names that differ from a word least, three at most; none where all differ in more than a third of it: two of three letters are another word. */
export const nearestNames = (word: string, names: readonly string[]): string[] => {
  const near = names.flatMap((name) => {
    const apart = distance(word.toLowerCase(), name);
    return apart === null ? [] : [{ name, apart }];
  });
  const least = Math.min(...near.map(({ apart }) => apart));
  return near.flatMap(({ name, apart }) => (apart === least ? [name] : [])).slice(0, 3);
};

const mostEdits = (word: string, name: string): number => {
  const ofLength = Math.max(1, Math.floor(Math.max(word.length, name.length) / 3));
  return Math.min(ofLength, word.length - 1);
};

/**
 * Edits of one character, or two that changed places, that make one word of the other; null where it takes too many. A rule may be
 * named without its gate.
 */
const distance = (word: string, name: string): number | null => {
  const near = [...new Set([name, name.split('/').at(-1) ?? name])].flatMap((part) => {
    const apart = editsBetween(word, part.toLowerCase());
    return apart <= mostEdits(word, part) ? [apart] : [];
  });
  return near.length === 0 ? null : Math.min(...near);
};

const editsBetween = (from: string, to: string): number => {
  let above: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const changed = (row[j] as number) + (from[i] === to[j] ? 0 : 1);
      const isSwapped = j > 0 && from[i] === to[j - 1] && from[i - 1] === to[j];
      const swapped = isSwapped ? (above[j - 1] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    above = row;
    row = next;
  }
  return row.at(-1) as number;
};
