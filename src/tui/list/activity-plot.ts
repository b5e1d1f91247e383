import type { Activity } from '../../events/activity.ts';

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII = ['.', ':', '-', '=', '+', '*', '#', '@'];

/** How much was done when, from the first call to the last: a column a part of the time, blank where nothing was. */
export const activityPlot = ({ counts }: Activity, isAscii: boolean): string => {
  const most = Math.max(1, ...counts);
  const signs = isAscii ? ASCII : BLOCKS;
  return counts
    .map((count) => (count === 0 ? ' ' : (signs[Math.ceil((count / most) * signs.length) - 1] ?? ' ')))
    .join('');
};
