/** Pairs of positions in two lists that hold the same digest, ascending in both. */
export interface Match {
  readonly actual: number;
  readonly expected: number;
}

/** Equal digests are torn lines with the same bytes, or copies; more of them would make the search slow, not better. */
const MOST_CANDIDATES = 16;

/** The longest series of equal digests that keeps the order of both lists (Hunt and Szymanski, 1977). */
export const matchLines = (actual: readonly string[], expected: readonly string[]): Match[] => {
  const places = new Map<string, number[]>();
  expected.forEach((digest, index) => {
    const known = places.get(digest);
    if (known === undefined) places.set(digest, [index]);
    else if (known.length < MOST_CANDIDATES) known.unshift(index);
  });
  // ends[k]: the series of k + 1 matches that ends earliest in `expected`.
  const ends: Node[] = [];
  actual.forEach((digest, index) => {
    for (const place of places.get(digest) ?? []) {
      const at = firstNotBelow(ends, place);
      if (ends[at]?.expected !== place) ends[at] = { actual: index, expected: place, before: ends[at - 1] ?? null };
    }
  });
  const matches: Match[] = [];
  for (let node = ends.at(-1) ?? null; node !== null; node = node.before) matches.push(node);
  return matches.reverse();
};

interface Node extends Match {
  readonly before: Node | null;
}

const firstNotBelow = (ends: readonly Node[], place: number): number => {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] as Node).expected < place) low = middle + 1;
    else high = middle;
  }
  return low;
};
