/** A number of things for people to read: `1 entry`, `12,000 entries`. In what is recorded numbers stand without commas. */
export const counted = (count: number, what: string, many = `${what}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? what : many}`;
