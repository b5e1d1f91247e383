/** The words of a search, in lower case; what stands in double quotes is one. */
export const searchWords = (search: string): string[] =>
  [...search.toLowerCase().matchAll(/"([^"]+)"?|[^\s"]+/g)].map(([whole, quoted]) => quoted ?? whole);

/** Whether a text, in lower case, holds all the words. */
export const holdsWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => text.includes(word));

/** Where the words stand in a text, as pairs of beginning and end, in order and apart from each other. */
export const placesOf = (text: string, words: readonly string[]): [number, number][] => {
  const lower = text.toLowerCase();
  // Few characters are longer in lower case; then places would be wrong.
  if (lower.length !== text.length) return [];
  const found: [number, number][] = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + word.length)) {
      found.push([at, at + word.length]);
    }
  }
  found.sort(([a], [b]) => a - b);
  return found.filter(([from], index) => index === 0 || from >= (found[index - 1]?.[1] ?? 0));
};
