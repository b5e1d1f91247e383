/** Whether a text has another one in it: in any case, unless that has upper case itself. */
export const matcherFor = (wanted: string): ((text: string) => boolean) => {
  const placeIn = placeFinder(wanted);
  return (text) => placeIn(text, 0) >= 0;
};

/** The same, telling where from an offset on; below 0 where it is not. */
export const placeFinder = (wanted: string): ((text: string, from: number) => number) => {
  const isExact = wanted !== wanted.toLowerCase();
  if (isExact) return (text, from) => text.indexOf(wanted, from);
  // Lower case of a few characters is longer than they are: places in it would be other ones.
  return (text, from) => {
    const lower = text.toLowerCase();
    return lower.length === text.length ? lower.indexOf(wanted, from) : text.indexOf(wanted, from);
  };
};
