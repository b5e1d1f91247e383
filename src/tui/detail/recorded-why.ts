import type { EventData, Verdict } from '../../events/schemas.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import { decidingFirst } from '../think/deciding-first.ts';
import type { RowWhy, WhyVerdict } from '../think/row-why.ts';
import type { Known } from './known.ts';

/** What the row's own events say of the verdicts, and what was read of their causes: all that is known at once. */
export const recordedWhy = ({ events, causes }: Pick<Known, 'events' | 'causes'>): RowWhy => {
  const verdicts = events.flatMap((event): WhyVerdict[] => {
    if (event.type !== 'GatesRuled' || !hasWholeData(event)) return [];
    const data = event.data as EventData<'GatesRuled'>;
    return data.verdicts.map((verdict) => recorded(verdict, data));
  });
  return {
    verdicts: decidingFirst(verdicts),
    silent: [],
    events: causes,
    isTried: false,
    isWhole: false,
  };
};

const recorded = (verdict: Verdict, { event, preset, nobodyCanAnswer }: EventData<'GatesRuled'>): WhyVerdict => ({
  ...verdict,
  event,
  preset,
  undone: verdict.conditions.flatMap(({ name, holds, undone }) =>
    holds || undone === undefined ? [] : [{ condition: name, ...undone }],
  ),
  opens: [],
  opensAll: [],
  unseen: [],
  answered: null,
  nobodyCanAnswer: nobodyCanAnswer ?? null,
  waived: verdict.waived ?? null,
  hypothetical: false,
  unknown: [],
});
