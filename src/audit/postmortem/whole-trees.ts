import type { Verdict } from '../../events/schemas.ts';
import { actualWords } from '../../replay/actual-words.ts';
import type { Session } from '../../replay/causes.ts';
import { type Explanation, explainRuling, explainUnjudged } from '../../replay/explain.ts';
import type { CauseReader } from './cause-tree.ts';
import type { Fired } from './firings.ts';
import type { Firing, FiringGroup } from './model.ts';
import type { Shown } from './shown.ts';
import { oneLine } from './texts.ts';
import type { PostmortemInput, Walked } from './walk.ts';

/** Of each group so many firings are explained whole: the first ones, and the last. */
const WHOLE_OF_A_GROUP = 6;
/** So many in all. */
const MOST_WHOLE = 60;
/** Each takes a walk over so many events of the session at most, and all together over so many. */
const EVENTS_LOOKED_AT = 5_000;
const MOST_EVENTS_LOOKED_AT = 150_000;

export interface WholeTrees {
  readonly firings: readonly Firing[];
  /** How many are told as recorded. */
  readonly recordedOnly: number;
}

interface WholeOptions {
  readonly groups: readonly FiringGroup[];
  readonly shown: Shown;
  readonly causeOf: CauseReader;
}

/**
 * Explains firings as `docket why` does: what undid their conditions, and what would have opened the gates, tried on the state
 * of then. That takes long where a session is long: the strongest groups first, and of each a few.
 */
export const withWholeTrees = (
  firings: readonly Firing[],
  fired: readonly Fired[],
  input: PostmortemInput,
  walked: Walked,
  { groups, shown, causeOf }: WholeOptions,
): WholeTrees => {
  const places = new Map(walked.session.lines.map(({ event }, place) => [event.id, place]));
  const all = [...firings];
  let looked = 0;
  let explained = 0;
  for (const place of chosen(groups)) {
    const one = fired[place];
    const firing = all[place];
    if (one === undefined || firing === undefined || explained >= MOST_WHOLE) break;
    const before = places.get(one.trigger.id) ?? 0;
    // The state before them is folded, which costs a third of looking at each.
    const cost = Math.min(EVENTS_LOOKED_AT, before) + before / 3;
    if (looked + cost > MOST_EVENTS_LOOKED_AT && looked > 0) continue;
    looked += cost;
    const explanation = explanationOf(one, input, walked);
    if (explanation === null) continue;
    explained += 1;
    all[place] = whole(firing, explanation, one, shown, causeOf);
  }
  return { firings: all, recordedOnly: all.length - explained };
};

const chosen = (groups: readonly FiringGroup[]): number[] =>
  groups
    .filter(({ decision }) => decision !== 'allow')
    .flatMap(({ firings }) => [...new Set([...firings.slice(0, WHOLE_OF_A_GROUP - 1), ...firings.slice(-1)])]);

const explanationOf = (
  { trigger, ruling, verdict }: Fired,
  { folder, index, today, onProgress }: PostmortemInput,
  { session, past }: Walked,
): Explanation | null => {
  const pick = (verdicts: readonly Verdict[]): readonly Verdict[] =>
    verdicts.filter(({ gate, rule }) => gate === verdict.gate && rule === verdict.rule);
  const options = { index, onProgress, known: { session, past, events: EVENTS_LOOKED_AT } };
  const line = session.byId.get((ruling ?? trigger).id);
  if (line === undefined) return null;
  const found =
    ruling === null
      ? explainUnjudged(folder, line, pick, { ...options, policy: today() })
      : explainRuling(folder, line, pick, options);
  return found !== null && 'explanations' in found ? (found.explanations[0] ?? null) : null;
};

const whole = (
  firing: Firing,
  { undone, opens, unknown }: Explanation,
  { trigger }: Fired,
  shown: Shown,
  causeOf: CauseReader,
): Firing => ({
  ...firing,
  tree: 'whole',
  undone: undone.map(({ condition, was, since, by }) => ({
    condition,
    was: oneLine(shown.words(trigger, [actualWords(was)])[0] ?? ''),
    since: causeOf(since),
    by: causeOf(by),
  })),
  opens: opens.slice(0, MOST_OPENINGS).map(({ todo }) => shown.words(trigger, todo)),
  unknownFacts: [...new Set([...firing.unknownFacts, ...unknown])],
});

const MOST_OPENINGS = 4;

/** Events of others that are named, which a session's own events do not include. */
export const foreignIn = (fired: readonly Fired[], { byId }: Session): string[] => {
  const named = fired.flatMap(({ verdict }) => [
    ...[...verdict.conditions, ...verdict.limits].flatMap(({ because, undone }) => [
      ...because.slice(0, 4),
      ...(undone === undefined ? [] : [undone.since, undone.by]),
    ]),
    ...(verdict.waived?.event == null ? [] : [verdict.waived.event]),
  ]);
  return [...new Set(named.filter((id) => !byId.has(id)))];
};
