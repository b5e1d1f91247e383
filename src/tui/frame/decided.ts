import type { TimelineRow } from '../source/timeline-row.ts';
import { decidingFirst } from '../think/deciding-first.ts';

/** What was decided on a row, or would have been: gates that only watch answer nothing. */
export interface Decided {
  readonly decision: string;
  readonly isWatched: boolean;
}

export const decidedOn = ({ fired, decision }: Pick<TimelineRow, 'fired' | 'decision'>): Decided | null => {
  const [first] = fired.length > 1 ? decidingFirst(fired) : fired;
  if (first === undefined) return null;
  return decision === undefined || decision === 'none'
    ? { decision: first.decision, isWatched: true }
    : { decision, isWatched: false };
};
