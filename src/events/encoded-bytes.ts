/**
 * What `holdsEncodedText` says of a text of a length, from a look at some of its bytes (`bytesOf`), which is several times as fast. May
 * only be true more often: another character may pass for one of base64.
 */
export const holdsEncodedBytes = (bytes: Uint8Array, length: number): boolean => {
  // In words and code no stretch is long enough: the end of one that might be is looked at first.
  for (let start = 0; start + SHORTEST <= length; ) {
    let at = start + SHORTEST - 1;
    while (at >= start && KINDS[bytes[at] as number] !== 0) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + SHORTEST;
    while (end < length && KINDS[bytes[end] as number] !== 0) end += 1;
    for (; start + SHORTEST <= end; start += 1) if (beginsHere(bytes, start)) return true;
    start = end + 1;
  }
  return false;
};

/** Characters that say 17 of ASCII, from the middle of a group of four on. */
const SHORTEST = 19;

// What each of the four characters for three of ASCII can be; the fourth is any.
const FIRST = 1;
const SECOND = 2;
const THIRD = 4;
const ANY = 8;

const GROUPS = 4;

/** Third, any, four times first to any, and one more first. */
const beginsHere = (bytes: Uint8Array, start: number): boolean => {
  const is = (offset: number, kind: number): boolean =>
    ((KINDS[bytes[start + offset] as number] as number) & kind) !== 0;
  if (!is(0, THIRD) || !is(SHORTEST - 1, FIRST)) return false;
  for (let group = 0, at = 2; group < GROUPS; group += 1, at += 4) {
    if (!is(at, FIRST) || !is(at + 1, SECOND) || !is(at + 2, THIRD)) return false;
  }
  return true;
};

/** What each byte can be in base64; 0 for what is none. */
const KINDS = Uint8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  const isOne = (pattern: RegExp, kind: number): number => (pattern.test(character) ? kind : 0);
  return (
    isOne(/[A-Za-f]/, FIRST) |
    isOne(/[AC-HQS-Xgi-nwyz0-3]/, SECOND) |
    isOne(/[ABEFIJMNQRUVYZcdghklopstwx014589]/, THIRD) |
    isOne(/[\w+/-]/, ANY)
  );
});
