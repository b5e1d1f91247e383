import type { Envelope } from '../events/envelope.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import { WEAKEST_FIRST } from '../replay/openings.ts';
import { hasWholeData } from '../replay/whole-data.ts';

/** Whether there is something to explain: an event without its promised data says nothing. */
export const isRuling = (event: Envelope): boolean => event.type === 'GatesRuled' && hasWholeData(event);

/** The verdict that decides: what was answered before what was only logged, and of those the strongest. */
export const decidingVerdict = (verdicts: readonly Verdict[]): readonly Verdict[] => {
  const [first, ...others] = verdicts;
  if (first === undefined) return [];
  return [others.reduce((best, verdict) => (weightOf(verdict) > weightOf(best) ? verdict : best), first)];
};

/** How much a verdict says: what was answered more than what was only logged, and of those the stronger one; of passes one that was waived. */
const weightOf = ({ decision, mode, waived }: Verdict): number =>
  WEAKEST_FIRST.indexOf(decision) +
  (mode === 'enforce' && decision !== 'pass' ? WEAKEST_FIRST.length : 0) +
  (waived === undefined ? 0 : 0.5);

/** The weight of the deciding verdict of a ruling; -1 where it has none. */
export const strengthOf = ({ data }: Envelope): number =>
  Math.max(-1, ...decidingVerdict((data as EventData<'GatesRuled'>).verdicts).map(weightOf));
