/** The names that differ from a word least, three at most; none where all differ in more than a third of it. */
export const nearestNames = (word: string, names: readonly string[]): string[] => {
  const near = names
    .map((name) => ({ name, apart: distance(word.toLowerCase(), name.split('/').at(-1) ?? name, name) }))
    .filter(({ name, apart }) => apart <= Math.max(2, Math.ceil(Math.max(word.length, name.length) / 3)));
  const least = Math.min(...near.map(({ apart }) => apart));
  return near.flatMap(({ name, apart }) => (apart === least ? [name] : [])).slice(0, 3);
};

/** Edits of one character that make one word of the other; a rule may be named without its gate. */
const distance = (word: string, ...others: readonly string[]): number =>
  Math.min(...others.map((other) => editsBetween(word, other.toLowerCase())));

const editsBetween = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j += 1) {
      const changed = (row[j] as number) + (character === to[j] ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] as number) + 1, (next[j] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
};
