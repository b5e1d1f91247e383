import { presetPolicy } from '../../cli/preset-policy.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { readSession } from '../../events/read-sessions.ts';
import type { EventData } from '../../events/schemas.ts';
import { DEFAULT_PRESET } from '../../gates/presets.ts';
import { causeChain, type Session, sessionOf } from '../../replay/causes.ts';
import { type Explained, type Explanation, explainRuling, explainUnjudged } from '../../replay/explain.ts';
import { type RecordedCall, recordedCalls } from '../../replay/recorded-calls.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import { briefly } from './briefly.ts';
import { decidingFirst } from './deciding-first.ts';
import type { KnownLog } from './known-log.ts';
import type { RowWhy, WhyEvent, WhyVerdict } from './row-why.ts';
import { silentOn } from './silent-on.ts';

/**
 * Why the gates came to what they ruled on the events of a row, and why others said nothing. Where nothing was ruled, what
 * today's gates would have said: under the policy of then, or where there was none under the one of docket without any.
 */
export const whyOfRow = (log: KnownLog, lines: readonly LogLine[]): RowWhy => {
  const session = sessionOf(sessionLines(log, lines));
  const calls = callsOf(session, new Set(lines.map(({ event }) => event.id)));
  const explained = explainedOf(log, calls);
  const verdicts = explained.flatMap(verdictsOf);
  const silent = silentOn(log, session.lines, calls, new Set(verdicts.map(({ gate }) => gate)));
  const events: Record<string, WhyEvent> = {};
  for (const each of explained) noteChains(events, each.session, namedIn(each));
  const judged = calls.map(({ trigger }) => trigger.event.id);
  noteChains(events, session, [
    ...judged,
    ...silent.flatMap(({ conditions }) => conditions.flatMap((each) => each.because)),
  ]);
  return { verdicts: decidingFirst(verdicts), silent, events, isWhole: true };
};

const sessionLines = ({ folder, index }: KnownLog, [first]: readonly LogLine[]): LogLine[] =>
  first === undefined ? [] : [...readSession(folder, first.event.stream, index)];

/** What gates may judge of some events: they themselves, or what a ruling among them is about. */
const callsOf = (session: Session, ids: ReadonlySet<string>): RecordedCall[] =>
  [...recordedCalls(session.lines)].flatMap(({ call }) =>
    call !== null && (ids.has(call.trigger.event.id) || (call.ruling !== null && ids.has(call.ruling.event.id)))
      ? [call]
      : [],
  );

const explainedOf = ({ folder, ...known }: KnownLog, calls: readonly RecordedCall[]): Explained[] => {
  const all: Parameters<typeof explainRuling>[2] = (verdicts) => verdicts;
  const rulings = calls.flatMap(({ ruling }) => (ruling !== null && hasWholeData(ruling.event) ? [ruling] : []));
  if (rulings.length > 0) return rulings.flatMap((ruling) => explainRuling(folder, ruling, all, known) ?? []);
  const policy = presetPolicy(DEFAULT_PRESET);
  return calls.flatMap(({ trigger }) => {
    const supposed = explainUnjudged(folder, trigger, all, { ...known, policy });
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

/** Every event that explanations name. */
const namedIn = ({ explanations }: Explained): string[] =>
  explanations.flatMap(({ conditions, limits, undone, unseen }) => [
    ...[...conditions, ...limits].flatMap(({ because }) => because),
    ...undone.flatMap(({ since, by }) => [since, by]),
    ...unseen,
  ]);

/** Events with what led to them. */
const noteChains = (events: Record<string, WhyEvent>, session: Session, ids: readonly string[]): void => {
  for (const id of ids) {
    const line = session.byId.get(id);
    if (line === undefined || id in events) continue;
    const chain = causeChain(session, line);
    for (const [step, each] of chain.entries()) {
      events[each.event.id] ??= briefly(each.event, chain[step + 1]?.event.id ?? null);
    }
  }
};
