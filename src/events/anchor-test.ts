/** A text to look for in the case it is written in, or in any. */
export interface Anchor {
  readonly text: string;
  readonly isAnyCase: boolean;
  /** Whether it counts where it ends before an offset; everywhere where it is not given. */
  readonly isMeant?: (text: string, end: number) => boolean;
}

/**
 * Whether any of many texts is in a text, which is given with its bytes (`bytesOf`). Anchors are ASCII. Looks at every other place in a text alone: wherever an anchor of three
 * characters or more stands, it has two of them there, and most pairs of characters are in none. Shorter ones are searched for one by one.
 */
export const anchorTest = (anchors: readonly Anchor[]): ((text: string, bytes: Uint8Array) => boolean) => {
  const short = anchors.filter(({ text }) => text.length < SHORTEST_PAIRED).flatMap(inItsCases);
  const { table, places, before, behind } = pairTable(anchors.filter(({ text }) => text.length >= SHORTEST_PAIRED));

  const isAfterOne = (pair: number, bytes: Uint8Array, at: number): boolean =>
    at > 0 && before[(pair << 8) | (bytes[at - 1] as number)] === 1;

  const isBetween = (text: string, bytes: Uint8Array, start: number, end: number): boolean => {
    for (let at = start; at < end; at += 2) {
      const pair = table[pairAt(bytes, at)] as number;
      if (pair === 0) continue;
      const isLikely = behind[(pair << 8) | (bytes[at + 2] as number)] === 1 || isAfterOne(pair, bytes, at);
      if (isLikely && isOneAt(places[pair] as readonly Place[], text, bytes, at)) return true;
    }
    return false;
  };

  const holdsPaired = (text: string, bytes: Uint8Array): boolean => {
    const last = text.length - 1;
    let at = 0;
    // Four pairs at a time: a branch for each takes longer than looking it up.
    for (; at + 8 <= last; at += 8) {
      const some =
        (table[pairAt(bytes, at)] as number) |
        (table[pairAt(bytes, at + 2)] as number) |
        (table[pairAt(bytes, at + 4)] as number) |
        (table[pairAt(bytes, at + 6)] as number);
      if (some !== 0 && isBetween(text, bytes, at, at + 8)) return true;
    }
    return isBetween(text, bytes, at, last);
  };

  return (text, bytes) => holdsPaired(text, bytes) || short.some((anchor) => isAnywhere(anchor, text));
};

const pairAt = (bytes: Uint8Array, at: number): number => (bytes[at] as number) | ((bytes[at + 1] as number) << 8);

const SHORTEST_PAIRED = 3;

/** Whether an anchor stands where its pair was found. */
const isOneAt = (places: readonly Place[], text: string, bytes: Uint8Array, at: number): boolean => {
  for (let place = 0; place < places.length; place += 1) {
    const { anchor, lower, upper, offset } = places[place] as Place;
    const start = at - offset;
    const end = start + lower.length;
    if (start < 0 || end > text.length) continue;
    let same = 0;
    while (same < lower.length && (bytes[start + same] === lower[same] || bytes[start + same] === upper[same]))
      same += 1;
    if (same === lower.length && isMeantAt(anchor, text, start, end)) return true;
  }
  return false;
};

const isMeantAt = ({ text: anchor, isAnyCase, isMeant }: Anchor, text: string, start: number, end: number): boolean =>
  (isAnyCase || text.startsWith(anchor, start)) && isMeant?.(text, end) !== false;

const isAnywhere = ({ text: anchor, isMeant }: Anchor, text: string): boolean => {
  for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + 1)) {
    if (isMeant?.(text, at + anchor.length) !== false) return true;
  }
  return false;
};

/** Where in which anchor a pair of characters stands. */
interface Place {
  readonly anchor: Anchor;
  /** Its characters, in both cases where it holds in any. */
  readonly lower: Uint8Array;
  readonly upper: Uint8Array;
  readonly offset: number;
}

interface PairTable {
  /** For the bytes of a pair, the first one in the lower half, its place in `places`; 0 where it is in no anchor. */
  readonly table: Uint16Array;
  readonly places: readonly (readonly Place[])[];
  /** 1 for each pair, by its place, and byte that stands before it in an anchor; the same for one behind it, where one does. */
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
}

const pairTable = (anchors: readonly Anchor[]): PairTable => {
  const table = new Uint16Array(256 * 256);
  const places: Place[][] = [[]];
  for (const anchor of anchors) {
    const { text, isAnyCase } = anchor;
    const lower = Buffer.from(isAnyCase ? text.toLowerCase() : text, 'latin1');
    const upper = isAnyCase ? Buffer.from(text.toUpperCase(), 'latin1') : lower;
    for (const offset of rarestOffsets(text.toLowerCase())) {
      for (const { text: pair } of inItsCases({ text: text.slice(offset, offset + 2), isAnyCase })) {
        const code = pair.charCodeAt(0) | (pair.charCodeAt(1) << 8);
        if (table[code] === 0) table[code] = places.push([]) - 1;
        (places[table[code] as number] as Place[]).push({ anchor, lower, upper, offset });
      }
    }
  }
  return { table, places, ...neighbours(places) };
};

const neighbours = (places: readonly (readonly Place[])[]): Pick<PairTable, 'before' | 'behind'> => {
  const before = new Uint8Array(places.length << 8);
  const behind = new Uint8Array(places.length << 8);
  for (const [pair, found] of places.entries()) {
    for (const { lower, upper, offset } of found) {
      const hasNext = offset + 2 < lower.length;
      for (const characters of [lower, upper])
        (hasNext ? behind : before)[(pair << 8) | (characters[hasNext ? offset + 2 : offset - 1] as number)] = 1;
    }
  }
  return { before, behind };
};

/** Where the rarest pair of an anchor begins, at an even and at an odd offset: one of the two is looked at, wherever it stands. */
const rarestOffsets = (text: string): readonly number[] => {
  const offsets = Array.from({ length: text.length - 1 }, (_, offset) => offset);
  const rarity = (offset: number): number => rarityOf(text[offset]) + rarityOf(text[offset + 1]);
  return [0, 1].map((odd) =>
    offsets
      .filter((offset) => offset % 2 === odd)
      .reduce((best, offset) => (rarity(offset) > rarity(best) ? offset : best)),
  );
};

/** Characters of code and of English text, the most frequent first; any other is rarer. */
const FREQUENT = ' etrsnaoi.hldcump0f1gy2wb-_/vkxjqz';

const rarityOf = (character: string | undefined): number => {
  const rank = FREQUENT.indexOf(character ?? '');
  return rank < 0 ? FREQUENT.length : rank;
};

/** An anchor that holds in any case, as one for each way to write it. */
const inItsCases = (anchor: Anchor): readonly Anchor[] => {
  if (!anchor.isAnyCase) return [anchor];
  const spelled = [...anchor.text].reduce<readonly string[]>(
    (begun, character) =>
      [...new Set([character.toLowerCase(), character.toUpperCase()])].flatMap((one) =>
        begun.map((text) => text + one),
      ),
    [''],
  );
  return spelled.map((text) => ({ ...anchor, text, isAnyCase: false }));
};
