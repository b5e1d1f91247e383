import { presetPolicy } from '../../cli/preset-policy.ts';
import type { LogLine } from '../../events/log-reader.ts';
import type { EventData, Verdict } from '../../events/schemas.ts';
import { DEFAULT_PRESET } from '../../gates/presets.ts';
import { causeChain, type Session } from '../../replay/causes.ts';
import { type Explained, type Explanation, explainRuling, explainUnjudged } from '../../replay/explain.ts';
import { type RecordedCall, recordedCalls } from '../../replay/recorded-calls.ts';
import { openIn } from '../../replay/undone.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import { briefly } from './briefly.ts';
import { decidingFirst } from './deciding-first.ts';
import type { KnownLog } from './known-log.ts';
import type { RowWhy, WhyEvent, WhySilent, WhyVerdict } from './row-why.ts';
import type { SessionLines } from './session-lines.ts';
import { silentOn } from './silent-on.ts';

/**
 * Why the gates came to what they ruled on the events of a row, and why others said nothing. Where nothing was ruled, what
 * today's gates would have said: under the policy of then, or where there was none under the one of docket without any.
 */
export const whyOfRow = (log: KnownLog, lines: readonly LogLine[], onPart: (why: RowWhy) => void): RowWhy => {
  const [first] = lines;
  if (first === undefined) return { verdicts: [], silent: [], events: {}, isTried: true, isWhole: true };
  const known = log.sessionLines(first.event.stream);
  const near = known.whole(lines.map(({ event }) => event));
  const calls = callsOf(near, new Set(lines.map(({ event }) => event.id)));
  const early = explainedOf(log, known, calls, false);
  const spoke = new Set(early.flatMap(({ explanations }) => explanations.map(({ gate }) => gate)));
  const silent = silentOn(log, known.session.lines, calls, spoke);
  const told = rowWhy(known, calls, early, silent, !early.some(isUndoneSought));
  if (told.isWhole) return told;
  onPart(told);
  return rowWhy(known, calls, explainedOf(log, known, calls, true), silent, true);
};

/** Whether more may be known of what undid a condition: what was before is looked through for that. */
const isUndoneSought = ({ verdicts }: Explained): boolean => verdicts.some(seeksUndone);

const seeksUndone = (verdict: Verdict): boolean => verdict.decision !== 'pass' && openIn(verdict).length > 0;

const rowWhy = (
  { session, wholeEvent }: SessionLines,
  calls: readonly RecordedCall[],
  explained: readonly Explained[],
  silent: readonly WhySilent[],
  isWhole: boolean,
): RowWhy => {
  const verdicts = explained.flatMap(verdictsOf);
  const events: Record<string, WhyEvent> = {};
  for (const each of explained) noteChains(events, each.session, namedIn(each), wholeEvent);
  const judged = calls.map(({ trigger }) => trigger.event.id);
  noteChains(
    events,
    session,
    [...judged, ...silent.flatMap(({ conditions }) => conditions.flatMap((each) => each.because))],
    wholeEvent,
  );
  return { verdicts: decidingFirst(verdicts), silent, events, isTried: true, isWhole };
};

/** What gates may judge of some events: they themselves, or what a ruling among them is about. */
const callsOf = (near: readonly LogLine[], ids: ReadonlySet<string>): RecordedCall[] =>
  [...recordedCalls(near)].flatMap(({ call }) =>
    call !== null && (ids.has(call.trigger.event.id) || (call.ruling !== null && ids.has(call.ruling.event.id)))
      ? [call]
      : [],
  );

/** Further back it is looked along the evidence alone: judging all of a long session again would take minutes. */
const MOST_LOOKED_BACK = 20_000;

const explainedOf = (
  { folder, index, past, check }: KnownLog,
  { session }: SessionLines,
  calls: readonly RecordedCall[],
  isSeeking: boolean,
): Explained[] => {
  const known = {
    ...{ index, onProgress: check, known: { session, past, events: MOST_LOOKED_BACK } },
    seeksUndone: isSeeking ? seeksUndone : () => false,
  };
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
const noteChains = (
  events: Record<string, WhyEvent>,
  session: Session,
  ids: readonly string[],
  wholeEvent: SessionLines['wholeEvent'],
): void => {
  for (const id of ids) {
    const line = session.byId.get(id);
    if (line === undefined || id in events) continue;
    const chain = causeChain(session, line);
    for (const [step, each] of chain.entries()) {
      const cause = chain[step + 1]?.event.id ?? null;
      events[each.event.id] ??= briefly(wholeEvent(each), cause);
    }
  }
};
