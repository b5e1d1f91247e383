/** What is tried at most: trying is what takes time. */
export interface SetBounds {
  /** How many items a set has at most, where sets are tried one after the other. */
  readonly mostItems: number;
  readonly mostTries: number;
}

const BOUNDS: SetBounds = { mostItems: 3, mostTries: 256 };

/** A set of items, and what trying it came to. */
export interface FoundSet<Item, Result> {
  readonly items: readonly Item[];
  readonly result: Result;
}

/**
 * The smallest sets of items of which `tried` gives a result: no set found holds another one, and the smallest come
 * first. All sets up to a size are tried; where none of those does, all items together, made as small as that goes.
 * `tried` gives null where a set is not enough.
 */
export const smallestSets = <Item, Result>(
  items: readonly Item[],
  tried: (set: readonly Item[]) => Result | null,
  { mostItems, mostTries }: SetBounds = BOUNDS,
): FoundSet<Item, Result>[] => {
  const found: FoundSet<Item, Result>[] = [];
  let tries = 0;
  const isCovered = (set: readonly Item[]): boolean =>
    found.some(({ items: smaller }) => smaller.every((item) => set.includes(item)));

  for (let size = 1; size <= Math.min(mostItems, items.length); size += 1) {
    for (const set of setsOf(items, size)) {
      if (tries >= mostTries) break;
      if (isCovered(set)) continue;
      tries += 1;
      const result = tried(set);
      if (result !== null) found.push({ items: set, result });
    }
  }
  if (found.length > 0) return found;

  const all = items.length > mostItems ? shrunk(items, tried) : null;
  return all === null ? [] : [all];
};

/** A set from which nothing can be left out; null where even all of it is not enough. */
const shrunk = <Item, Result>(
  set: readonly Item[],
  tried: (set: readonly Item[]) => Result | null,
): FoundSet<Item, Result> | null => {
  const whole = tried(set);
  if (whole === null) return null;
  let smallest: FoundSet<Item, Result> = { items: set, result: whole };
  for (const item of set) {
    const without = smallest.items.filter((one) => one !== item);
    const result = without.length === 0 ? null : tried(without);
    if (result !== null) smallest = { items: without, result };
  }
  return smallest;
};

/** Every set of so many of the items, in their order. */
function* setsOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [index, first] of items.entries()) {
    for (const rest of setsOf(items.slice(index + 1), size - 1)) yield [first, ...rest];
  }
}
