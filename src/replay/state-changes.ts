import { isJsonObject } from '../events/json-object.ts';
/** One place in a state that an event changed. What was not there, or is not there any more, is absent. */
export interface StateChange {
  /** `tests.status`, `changes.files[2].path` */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface StateChanges {
  /** In the order of the state's fields. */
  readonly changes: readonly StateChange[];
  /** How many more there are. */
  readonly more: number;
}

/** As much as fits a screen. */
const MOST_CHANGES = 40;

/** States nest no deeper; what does is one value. */
const DEEPEST = 12;

/** Which deliveries of host events were seen is no state that anybody judges by. */
const UNSEEN_FIELDS: ReadonlySet<string> = new Set(['deliveries']);

/**
 * What differs between two states of a session, as seen before and after an event. States share what did not change, so
 * that this costs as much as what did.
 */
export const stateChanges = (before: object, after: object, most = MOST_CHANGES): StateChanges => {
  const changes: StateChange[] = [];
  let more = 0;
  for (const name of fieldsOf(before, after)) {
    if (UNSEEN_FIELDS.has(name)) continue;
    walk(name, fieldOf(before, name), fieldOf(after, name), 1, (change) => {
      if (changes.length < most) changes.push(change);
      else more += 1;
    });
  }
  return { changes, more };
};

const ABSENT = Symbol('absent');

type Note = (change: StateChange) => void;

const walk = (path: string, before: unknown, after: unknown, depth: number, note: Note): void => {
  if (before === after) return;
  if (depth < DEEPEST && Array.isArray(before) && Array.isArray(after)) walkItems(path, before, after, depth, note);
  else if (depth < DEEPEST && isJsonObject(before) && isJsonObject(after)) {
    for (const name of fieldsOf(before, after)) {
      walk(`${path}.${name}`, fieldOf(before, name), fieldOf(after, name), depth + 1, note);
    }
  } else if (!isSame(before, after, depth)) note(changed(path, before, after));
};

/** A list mostly grows at its end or loses items at its beginning: what stayed is looked for from both ends. */
const walkItems = (
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  depth: number,
  note: Note,
): void => {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start], depth)) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end), depth)) end += 1;
  const gone = before.slice(start, before.length - end);
  const come = after.slice(start, after.length - end);
  const shift = start === 0 && end === 0 ? shiftBetween(gone, come, depth) : null;
  const place = (index: number): string => `${path}[${start + index}]`;
  if (shift === null && gone.length === come.length) {
    for (const [index, item] of gone.entries()) walk(place(index), item, come[index], depth + 1, note);
    return;
  }
  const { first, stayed } = shift ?? { first: gone.length, stayed: 0 };
  for (const [index, item] of gone.slice(0, first).entries()) note(changed(place(index), item, ABSENT));
  for (const [index, item] of come.slice(stayed).entries()) note(changed(place(stayed + index), ABSENT, item));
};

/** Where a list that is full lost its first items and got others: how many went, and how many stayed. */
const shiftBetween = (
  before: readonly unknown[],
  after: readonly unknown[],
  depth: number,
): { readonly first: number; readonly stayed: number } | null => {
  const first = before.findIndex((item) => isSame(item, after[0], depth));
  if (first < 1) return null;
  const rest = before.slice(first);
  const isShift = rest.length <= after.length && rest.every((item, index) => isSame(item, after[index], depth));
  return isShift ? { first, stayed: rest.length } : null;
};

const changed = (path: string, before: unknown, after: unknown): StateChange => ({
  path,
  ...(before === ABSENT ? {} : { before }),
  ...(after === ABSENT ? {} : { after }),
});

const isSame = (one: unknown, other: unknown, depth: number): boolean => {
  if (one === other) return true;
  if (depth > DEEPEST) return JSON.stringify(one) === JSON.stringify(other);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index], depth + 1));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  return fieldsOf(one, other).every((name) => isSame(fieldOf(one, name), fieldOf(other, name), depth + 1));
};

const fieldsOf = (one: object, other: object): string[] => [...new Set([...Object.keys(one), ...Object.keys(other)])];

const fieldOf = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : ABSENT;
