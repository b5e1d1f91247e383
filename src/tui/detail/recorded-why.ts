import type { Envelope } from '../../events/envelope.ts';
import type { EventData, Verdict } from '../../events/schemas.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import { briefly } from '../think/briefly.ts';
import { decidingFirst } from '../think/deciding-first.ts';
import type { RowWhy, WhyVerdict } from '../think/row-why.ts';

/** What the row's own events say of the verdicts: all that is known until the rest is found out. */
export const recordedWhy = (events: readonly Envelope[]): RowWhy => {
  const verdicts = events.flatMap((event): WhyVerdict[] => {
    if (event.type !== 'GatesRuled' || !hasWholeData(event)) return [];
    const data = event.data as EventData<'GatesRuled'>;
    return data.verdicts.map((verdict) => recorded(verdict, data));
  });
  return {
    verdicts: decidingFirst(verdicts),
    silent: [],
    events: Object.fromEntries(events.map((event) => [event.id, briefly(event, event.cause)])),
    isWhole: false,
  };
};

const recorded = (verdict: Verdict, { event, preset, nobodyCanAnswer }: EventData<'GatesRuled'>): WhyVerdict => ({
  ...verdict,
  event,
  preset,
  undone: [],
  opens: [],
  opensAll: [],
  unseen: [],
  answered: null,
  nobodyCanAnswer: nobodyCanAnswer ?? null,
  hypothetical: false,
  unknown: [],
});
