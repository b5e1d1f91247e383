import type { PlacedDamage } from './report.ts';

/** JSON has none in it: what ends a line with one is a program that changes line ends. */
export const CARRIAGE_RETURN = 0x0d;

/**
 * Names lines once that are not what they were and end in CR LF: git, an editor or a copy changed the ends of all of them, and each for itself
 * says nothing. `name` is what the file is called in the words that undo it.
 */
export const withoutLineEnds = (
  damage: readonly PlacedDamage[],
  isCrLf: (one: PlacedDamage) => boolean,
  name = 'FILE',
): PlacedDamage[] => {
  const ended = damage.filter((one) => one.kind === 'flipped' && isCrLf(one));
  const [first] = ended;
  if (first === undefined) return [...damage];
  const lines = ended.length === 1 ? 'one line ends' : `${ended.length} lines end`;
  const detail = `${lines} in CR LF, and docket writes LF: a program changed the ends, as git does with core.autocrlf, and editors. Nothing is proven of these lines. Take it back, sed -i 's/\\r$//' ${name}, and verify again: that shows whether anything else was changed`;
  const rest = damage.filter((one) => !ended.includes(one));
  return [{ ...first, kind: 'line-ends', detail }, ...rest];
};
