import type { LogLine } from '../../events/log-reader.ts';
import type { EventData } from '../../events/schemas.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import { causeChain } from '../../replay/causes.ts';
import { type Explained, type Explanation, explainRuling } from '../../replay/explain.ts';
import { briefly } from './briefly.ts';
import { decidingFirst } from './deciding-first.ts';
import type { RowWhy, WhyEvent, WhyVerdict } from './row-why.ts';

/** Why the gates came to what they ruled on the events of a row, and why others said nothing. */
export const whyOfRow = (folder: LogFolder, lines: readonly LogLine[], index: StreamIndex): RowWhy => {
  const events: Record<string, WhyEvent> = {};
  const verdicts: WhyVerdict[] = [];
  for (const ruling of lines) {
    const { type, data } = ruling.event;
    // Another delivery of the event was given the same ruling again.
    if (type !== 'GatesRuled' || data['repeatOf'] !== undefined) continue;
    const explained = explainRuling(folder, ruling, (all) => all, { index });
    if (explained === null) continue;
    verdicts.push(...explained.explanations.map((explanation) => verdictOf(explanation, ruling)));
    note(events, explained);
  }
  return { verdicts: decidingFirst(verdicts), silent: [], events, isWhole: true };
};

const verdictOf = (explanation: Explanation, ruling: LogLine): WhyVerdict => {
  const { position: _, policy, opens, ...rest } = explanation;
  const { nobodyCanAnswer } = ruling.event.data as EventData<'GatesRuled'>;
  return {
    ...rest,
    preset: policy.preset,
    opens,
    opensAll: [],
    nobodyCanAnswer: nobodyCanAnswer ?? null,
    hypothetical: false,
    unknown: [],
  };
};

/** Every event that an explanation names, with what led to it. */
const note = (events: Record<string, WhyEvent>, { explanations, session, trigger }: Explained): void => {
  const named = explanations.flatMap(({ conditions, limits, undone, unseen }) => [
    ...[...conditions, ...limits].flatMap(({ because }) => because),
    ...undone.flatMap(({ since, by }) => [since, by]),
    ...unseen,
  ]);
  for (const id of [trigger.event.id, ...named]) {
    const line = session.byId.get(id);
    if (line === undefined || id in events) continue;
    const chain = causeChain(session, line);
    for (const [step, each] of chain.entries()) {
      events[each.event.id] ??= briefly(each.event, chain[step + 1]?.event.id ?? null);
    }
  }
};
