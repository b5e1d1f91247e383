const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII = ['.', ':', '-', '=', '+', '*', '#', '@'];

/** Numbers as bars, a column each, the largest the highest; blank for zero. */
export const barsOf = (counts: readonly number[], isAscii: boolean): string => {
  const most = Math.max(1, ...counts);
  const signs = isAscii ? ASCII : BLOCKS;
  return counts
    .map((count) => (count === 0 ? ' ' : (signs[Math.ceil((count / most) * signs.length) - 1] ?? ' ')))
    .join('');
};
