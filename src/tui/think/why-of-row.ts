import { presetPolicy } from '../../cli/preset-policy.ts';
import type { LogLine } from '../../events/log-reader.ts';
import type { EventData } from '../../events/schemas.ts';
import { DEFAULT_PRESET } from '../../gates/presets.ts';
import { causeChain } from '../../replay/causes.ts';
import { type Explained, type Explanation, explainRuling, explainUnjudged } from '../../replay/explain.ts';
import { briefly } from './briefly.ts';
import { decidingFirst } from './deciding-first.ts';
import type { KnownLog } from './known-log.ts';
import type { RowWhy, WhyEvent, WhyVerdict } from './row-why.ts';
import { silentOnRow } from './silent-on-row.ts';

/**
 * Why the gates came to what they ruled on the events of a row, and why others said nothing. Where nothing was ruled, what
 * today's gates would have said: under the policy of then, or where there was none under the one of docket without any.
 */
export const whyOfRow = (log: KnownLog, lines: readonly LogLine[]): RowWhy => {
  const events: Record<string, WhyEvent> = {};
  const explained = explainedOn(log, lines);
  for (const each of explained) note(events, each);
  const verdicts = explained.flatMap(verdictsOf);
  const { silent, session } = silentOnRow(log, lines, new Set(verdicts.map(({ gate }) => gate)));
  const named = silent.flatMap(({ conditions }) => conditions.flatMap(({ because }) => because));
  noteChains(events, session, named);
  return { verdicts: decidingFirst(verdicts), silent, events, isWhole: true };
};

const explainedOn = ({ folder, ...known }: KnownLog, lines: readonly LogLine[]): Explained[] => {
  // Another delivery of the event was given the same ruling again.
  const rulings = lines.filter(({ event: { type, data } }) => type === 'GatesRuled' && data['repeatOf'] === undefined);
  if (rulings.length > 0) return rulings.flatMap((ruling) => explainRuling(folder, ruling, (all) => all, known) ?? []);
  const policy = presetPolicy(DEFAULT_PRESET);
  return lines.flatMap((line) => {
    const supposed = explainUnjudged(folder, line, (all) => all, { ...known, policy });
    return 'explanations' in supposed ? [supposed] : [];
  });
};

const verdictsOf = ({ explanations, ruling }: Explained): WhyVerdict[] => {
  const said = ruling === null ? null : (ruling.event.data as EventData<'GatesRuled'>);
  return explanations.map(({ position: _, policy, ...rest }: Explanation) => ({
    ...rest,
    preset: policy.preset,
    nobodyCanAnswer: said?.nobodyCanAnswer ?? null,
  }));
};

/** Every event that an explanation names, with what led to it. */
const note = (events: Record<string, WhyEvent>, { explanations, session, trigger }: Explained): void =>
  noteChains(events, session, [
    trigger.event.id,
    ...explanations.flatMap(({ conditions, limits, undone, unseen }) => [
      ...[...conditions, ...limits].flatMap(({ because }) => because),
      ...undone.flatMap(({ since, by }) => [since, by]),
      ...unseen,
    ]),
  ]);

const noteChains = (events: Record<string, WhyEvent>, session: Explained['session'], ids: readonly string[]): void => {
  for (const id of ids) {
    const line = session.byId.get(id);
    if (line === undefined || id in events) continue;
    const chain = causeChain(session, line);
    for (const [step, each] of chain.entries()) {
      events[each.event.id] ??= briefly(each.event, chain[step + 1]?.event.id ?? null);
    }
  }
};
