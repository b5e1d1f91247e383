/** A value of a state in a few words, on one line, and not longer than somebody reads. */
export const valueWords = (value: unknown): string => {
  if (value === undefined) return 'none';
  const json = JSON.stringify(value) ?? 'none';
  return json.length <= LONGEST ? json : `${json.slice(0, LONGEST)}…`;
};

const LONGEST = 400;
