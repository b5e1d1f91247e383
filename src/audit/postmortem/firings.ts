import type { Envelope } from '../../events/envelope.ts';
import type { Condition, EventData, Verdict } from '../../events/schemas.ts';
import { actualWords } from '../../replay/actual-words.ts';
import { WEAKEST_FIRST } from '../../replay/openings.ts';
import { verdictsIn } from '../../replay/summary.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import type { CauseReader } from './cause-tree.ts';
import type { FiredCondition, Firing, FiringGroup } from './model.ts';
import type { Shown } from './shown.ts';
import { oneLine } from './texts.ts';
import type { OpenEntry, Timeline } from './timeline.ts';
import type { Item, Walked } from './walk.ts';

/** A verdict that a reader wants to know of, before its words are taken. */
export interface Fired {
  readonly trigger: Envelope;
  /** Null where nobody ruled. */
  readonly ruling: Envelope | null;
  /** As it stands in the ruling. */
  readonly verdict: Verdict;
  /** Its place among the verdicts of the ruling. */
  readonly place: number;
  readonly answered: boolean | null;
  readonly unknownFacts: readonly string[];
}

/** Every verdict of a session that is no pass, or one only since its rule was waived, in the order of the log. */
export const firedIn = ({ items, hypothetical }: Walked): Fired[] =>
  items.flatMap((item) => ('finding' in item || item.isRepeat ? [] : firedOf(item, hypothetical)));

const firedOf = ({ line, call }: Extract<Item, { line: unknown }>, hypothetical: Walked['hypothetical']): Fired[] => {
  const trigger = line.event;
  const ruling = call?.ruling?.event ?? null;
  const judged = hypothetical.get(trigger.id);
  if (judged !== undefined) {
    return judged.verdicts.flatMap((verdict, place) => {
      const unknownFacts = judged.unknown.find(({ gate }) => gate === verdict.gate)?.facts ?? [];
      return isTold(verdict) ? [{ trigger, ruling: null, verdict, place, answered: null, unknownFacts }] : [];
    });
  }
  if (ruling === null || !hasWholeData(ruling)) return [];
  const { verdicts, decision, repeatOf } = ruling.data as EventData<'GatesRuled'>;
  if (repeatOf !== undefined) return [];
  const isUnsaid = decision === 'none' || (decision === 'advise' && trigger.type === 'SubagentStopped');
  const answered = isUnsaid ? null : call?.answer !== null;
  return verdicts.flatMap((verdict, place) =>
    isTold(verdict) ? [{ trigger, ruling, verdict, place, answered, unknownFacts: [] }] : [],
  );
};

const isTold = ({ decision, waived }: Verdict): boolean => decision !== 'pass' || waived !== undefined;

/** Calls that a rule of guard is about, and let pass: its conditions held. */
export const vouchedFor = ({ items, hypothetical }: Walked): ReadonlySet<string> =>
  new Set(
    items.flatMap((item) => {
      if ('finding' in item || item.line.event.type !== 'ToolRequested') return [];
      const { id } = item.line.event;
      const verdicts = hypothetical.get(id)?.verdicts ?? verdictsIn(item.call?.ruling?.event.data ?? {});
      return verdicts.some(({ gate, rule, decision }) => gate === 'guard' && decision === 'pass' && rule !== READABLE)
        ? [id]
        : [];
    }),
  );

/** About every command: that it can be read says nothing of what it does. */
const READABLE = 'guard/unreadable-command';

export interface FiringsOptions {
  readonly timeline: Timeline;
  readonly shown: Shown;
  readonly causeOf: CauseReader;
}

/** What is said of each verdict, from what was recorded alone. Adds them to the rows they are about. */
export const firingsOf = (fired: readonly Fired[], { timeline, shown, causeOf }: FiringsOptions): Firing[] => {
  const firings: Firing[] = [];
  for (const one of fired) {
    const { trigger, ruling, answered, unknownFacts } = one;
    const place = timeline.entryOf(trigger);
    const entry = place === null ? undefined : timeline.entries[place];
    if (place === null || entry === undefined) continue;
    const verdict = shownVerdict(one, shown);
    const { gate, rule, mode, reason, waived } = verdict;
    const { nobodyCanAnswer } = (ruling?.data ?? {}) as Partial<EventData<'GatesRuled'>>;
    entry.firings.push(firings.length);
    firings.push({
      event: trigger.id,
      entry: place,
      ruling: ruling?.id ?? '',
      at: trigger.at,
      gate,
      rule,
      decision: waived?.would ?? verdict.decision,
      mode,
      reason,
      title: titleOf(entry, trigger),
      conditions: [
        ...verdict.conditions.map((each) => conditionOf(each, false, causeOf)),
        ...verdict.limits.map((each) => conditionOf(each, true, causeOf)),
      ],
      tree: 'recorded',
      undone: verdict.conditions.flatMap((condition) => recordedUndone(condition, causeOf)),
      opens: [],
      waived: waived === undefined ? null : { by: waived.by, reason: waived.reason, event: waived.event },
      answered,
      nobodyCouldAnswer: verdict.decision === 'ask' ? (nobodyCanAnswer ?? null) : null,
      hypothetical: ruling === null,
      unknownFacts,
    });
  }
  return firings;
};

/** Of an outcome: the call, and that it was over. */
const titleOf = ({ title, tool, kind }: OpenEntry, { type }: Envelope): string => {
  const words = tool === null || kind !== 'call' || title === tool ? title : `${tool} ${title}`;
  return oneLine(type === 'ToolCompleted' || type === 'ToolFailed' ? `${words} (after it ran)` : words);
};

const shownVerdict = ({ trigger, ruling, verdict, place }: Fired, shown: Shown): Verdict => {
  if (ruling === null) return shown.verdict(trigger, verdict);
  const left = shown.event(ruling).data['verdicts'];
  const own = Array.isArray(left) ? (left[place] as Partial<Verdict> | undefined) : undefined;
  return { ...verdict, ...own };
};

/** More of them are in the log. */
const MOST_CAUSES = 4;

const conditionOf = (
  { name, holds, actual, because, remedy }: Condition,
  isLimit: boolean,
  causeOf: CauseReader,
): FiredCondition => ({
  name,
  holds,
  isLimit,
  actual: oneLine(actualWords(actual), 400),
  remedy,
  because: because.slice(0, MOST_CAUSES).flatMap((id) => causeOf(id) ?? []),
});

const recordedUndone = ({ name, holds, undone }: Condition, causeOf: CauseReader): Firing['undone'][number][] =>
  holds || undone === undefined
    ? []
    : [
        {
          condition: name,
          was: oneLine(actualWords(undone.was)),
          since: causeOf(undone.since),
          by: causeOf(undone.by),
        },
      ];

/** Those together that say the same. The strongest first: what was enforced before what was only watched, what was waived behind both. */
export const groupsOf = (firings: readonly Firing[]): FiringGroup[] => {
  const groups = new Map<string, FiringGroup & { readonly firings: number[] }>();
  for (const [place, { gate, rule, decision, mode, waived, hypothetical }] of firings.entries()) {
    const key = JSON.stringify([rule, decision, mode, waived?.by ?? null, hypothetical]);
    const group = groups.get(key) ?? {
      ...{ gate, rule, decision, mode, hypothetical, waived: waived !== null },
      firings: [],
    };
    group.firings.push(place);
    groups.set(key, group);
  }
  const weight = ({ decision, mode, waived }: FiringGroup): number =>
    WEAKEST_FIRST.indexOf(decision) + (mode === 'enforce' ? 20 : 0) + (waived ? -0.5 : 0);
  return [...groups.values()].sort((a, b) => weight(b) - weight(a) || (a.firings[0] ?? 0) - (b.firings[0] ?? 0));
};
