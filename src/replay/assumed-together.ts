import type { Envelope, EventDraft } from '../events/envelope.ts';

/** Facts of which the last one about something counts, and of which several ways out tell. */
const TOLD_ANEW: ReadonlySet<string> = new Set([
  'CommandUnderstood',
  'FileObserved',
  'GitObserved',
  'PathsObserved',
  'PlanObserved',
]);

/**
 * What several ways out assume, tried together. Each tells a fact anew with its own change alone: the last of them would take back what
 * the others changed.
 */
export const assumedTogether = (drafts: readonly EventDraft[], facts: readonly Envelope[]): EventDraft[] => {
  const together = new Map<unknown, EventDraft>();
  for (const draft of drafts) {
    const { type, data } = draft;
    const key = TOLD_ANEW.has(type) ? `${type} ${String(data['about'])}` : draft;
    const before = together.get(key);
    const fact = facts.findLast((each) => each.type === type && each.data['about'] === data['about']);
    const isFirst = before === undefined || fact === undefined;
    together.set(key, isFirst ? draft : { ...draft, data: changedBoth(fact.data, before.data, data) });
  }
  return [...together.values()];
};

type Data = EventDraft['data'];

const changedBoth = (was: Data, one: Data, other: Data): Data => {
  const changed: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const value = valueOfBoth(was[key], one[key], other[key]);
    if (value !== undefined) changed[key] = value;
  }
  return changed;
};

/** Lists of the same length are told item by item: the acts of a command. */
const valueOfBoth = (was: unknown, one: unknown, other: unknown): unknown => {
  if (isSame(was, other)) return one;
  if (!Array.isArray(was) || !Array.isArray(one) || !Array.isArray(other)) return other;
  if (one.length !== was.length || other.length !== was.length) return other;
  return was.map((item, index) => valueOfBoth(item, one[index], other[index]));
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
