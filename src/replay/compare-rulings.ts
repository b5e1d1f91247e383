import type { Envelope } from '../events/envelope.ts';
import type { Condition, Decision, EventData, Verdict } from '../events/schemas.ts';
import type { FactRequest } from '../gates/facts.ts';
import { type Rejudged, rulingData } from './rejudge.ts';

/** What one side of a comparison says of a condition. */
export interface ConditionThen {
  readonly holds: boolean;
  readonly actual: unknown;
}

/** A condition that is another one now; null on the side where there is none of this name. */
export interface ChangedCondition {
  readonly name: string;
  readonly was: ConditionThen | null;
  readonly now: ConditionThen | null;
}

/** What of a verdict is another one: what is answered, what holds, or only what is said of it. */
export type DivergenceKind = 'decision' | 'conditions' | 'words';

/** The first difference between a ruling and what today's gates say of the same event. */
export interface Divergence {
  readonly kind: DivergenceKind;
  /** Null where no verdict differs but the ruling as a whole. */
  readonly gate: string | null;
  readonly rule: string | null;
  /** What the rule decided then; null where it had nothing to say. */
  readonly was: Decision | 'none' | null;
  readonly now: Decision | 'none' | null;
  readonly conditions: readonly ChangedCondition[];
  /** Where only words differ: around where they do. */
  readonly words: readonly { readonly field: string; readonly was: string; readonly now: string }[];
  /** What the gate would have looked at today, and nobody recorded. */
  readonly unknown: readonly FactRequest[];
}

export interface CompareOptions {
  /** Compares decisions, rules and which conditions hold, not what is said of them. */
  readonly withoutWords?: boolean;
}

/** Where a recorded ruling and its replay differ first, a decision before a condition before words; null where they do not. */
export const divergenceOf = (
  ruling: Envelope,
  rejudged: Rejudged,
  { withoutWords = false }: CompareOptions = {},
): Divergence | null => {
  const recorded = ruling.data as EventData<'GatesRuled'>;
  const replayed = rulingData(rejudged, recorded);
  const [before, after] = [JSON.stringify(recorded), JSON.stringify(replayed)];
  if (before === after) return null;
  const found = pairsOf(recorded.verdicts, replayed.verdicts).flatMap((pair) => differenceIn(pair, rejudged));
  if (recorded.decision !== replayed.decision) {
    found.push({ ...AS_A_WHOLE, kind: 'decision', was: recorded.decision, now: replayed.decision });
  }
  const ofKind = (kind: DivergenceKind) => found.find((divergence) => divergence.kind === kind);
  const first = ofKind('decision') ?? ofKind('conditions');
  if (first !== undefined || withoutWords) return first ?? null;
  return ofKind('words') ?? { ...AS_A_WHOLE, words: [{ field: 'ruling', ...whereTheyDiffer(before, after) }] };
};

/** A rule's verdict then and now; one of both is there. */
interface Pair {
  readonly was: Verdict | null;
  readonly now: Verdict | null;
}

/** A gate's passes are one verdict, under the rule that says most: where no other is left they are the same one. */
const pairsOf = (was: readonly Verdict[], now: readonly Verdict[]): Pair[] => {
  const left = [...now];
  const take = (matches: (verdict: Verdict) => boolean): Verdict | null => {
    const at = left.findIndex(matches);
    return at < 0 ? null : (left.splice(at, 1)[0] as Verdict);
  };
  const byRule = was.map((verdict) => ({ was: verdict, now: take(({ rule }) => rule === verdict.rule) }));
  const byGate = byRule.map((pair) => ({
    was: pair.was,
    now: pair.now ?? take(({ gate }) => gate === pair.was.gate),
  }));
  return [...byGate, ...left.map((verdict) => ({ was: null, now: verdict }))];
};

const differenceIn = ({ was, now }: Pair, { unknown }: Rejudged): Divergence[] => {
  if (JSON.stringify(was) === JSON.stringify(now)) return [];
  const { gate, rule } = (now ?? was) as Verdict;
  const isDecided = was?.decision === now?.decision && was?.mode === now?.mode && was?.rule === now?.rule;
  const conditions = changedConditions(was, now);
  const turned = conditions.filter((condition) => condition.was?.holds !== condition.now?.holds);
  const kind = !isDecided ? 'decision' : turned.length > 0 ? 'conditions' : 'words';
  return [
    {
      kind,
      gate,
      rule,
      was: was?.decision ?? null,
      now: now?.decision ?? null,
      // Where one of both is not there, all of the other's conditions would be new.
      conditions: was === null || now === null ? [] : turned.length > 0 ? turned : conditions,
      words: kind === 'words' && was !== null && now !== null ? changedWords(was, now) : [],
      unknown: unknown.find((entry) => entry.gate === gate)?.facts ?? [],
    },
  ];
};

/** Every verdict may be what it was, and the ruling not. */
const AS_A_WHOLE: Divergence = {
  kind: 'words',
  gate: null,
  rule: null,
  was: null,
  now: null,
  conditions: [],
  words: [],
  unknown: [],
};

const changedConditions = (was: Verdict | null, now: Verdict | null): ChangedCondition[] => {
  const before = conditionsOf(was);
  const after = conditionsOf(now);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const changed = { name, was: saidOf(before.get(name)), now: saidOf(after.get(name)) };
    return JSON.stringify(changed.was) === JSON.stringify(changed.now) ? [] : [changed];
  });
};

const conditionsOf = (verdict: Verdict | null): ReadonlyMap<string, Condition> =>
  new Map([...(verdict?.conditions ?? []), ...(verdict?.limits ?? [])].map((condition) => [condition.name, condition]));

const saidOf = (condition: Condition | undefined): ConditionThen | null =>
  condition === undefined ? null : { holds: condition.holds, actual: condition.actual };

/** The fields of a verdict that differ, shortened to where they do. */
const changedWords = (was: Verdict, now: Verdict): Divergence['words'] =>
  [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((field) => {
    const [one, other] = [was, now].map((verdict) => textOf(verdict[field as keyof Verdict])) as [string, string];
    return one === other ? [] : [{ field, ...whereTheyDiffer(one, other) }];
  });

const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const LONGEST_WORDS = 160;
const BEFORE_DIFFERENCE = 40;

const whereTheyDiffer = (was: string, now: string): { readonly was: string; readonly now: string } => {
  let same = 0;
  while (same < was.length && was[same] === now[same]) same += 1;
  const start = Math.max(0, same - BEFORE_DIFFERENCE);
  const cut = (text: string): string =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + LONGEST_WORDS)}${text.length > start + LONGEST_WORDS ? '…' : ''}`;
  return { was: cut(was), now: cut(now) };
};
