import { getNodeValue, type Node } from 'jsonc-parser';
import { isOwnHandler } from './hook-command.ts';
import { type Draft, draftOf, edited, type TextEdit, withItem, without, withProperty } from './json-edit.ts';
import { child, items, nodeAt, objectEntries } from './json-nodes.ts';
import type { SettingsHook } from './matcher.ts';
import { type Outcome, success } from './outcome.ts';
import type { HookHandler, Registration } from './registration.ts';
import { checkHooks, checkJsonObject, isBlank } from './settings-check.ts';

/** A settings text after an edit. */
export interface EditedSettings {
  readonly text: string;
  /** The edits that give the text before, in order. */
  readonly undo: readonly TextEdit[];
}

/**
 * Adds docket's entries to the text of a settings file (empty for a missing one): one group without a matcher for each
 * event of the registration. Entries of docket that are there already are brought up to date in place, extra or
 * outdated ones go. Every other byte stays. Adding what is there already gives the same text.
 */
export const addRegistration = (text: string, registration: Registration): Outcome<EditedSettings> => {
  const problem = checkJsonObject(text, 'hooks') ?? checkHooks(text);
  if (problem !== null) return { ok: false, problem };
  const start = withContent(draftOf(text));
  if (nodeAt(start.text, ['hooks']) === undefined) {
    if (Object.keys(registration).length === 0) return success(draftOf(text));
    const hooks = Object.fromEntries(Object.entries(registration).map(([event, group]) => [event, [group]]));
    return success(withProperty(start, [], 'hooks', hooks));
  }
  const events = new Set([...Object.keys(registration), ...ownEntries(text).map((entry) => entry.event)]);
  const wanted = new Map(Object.entries(registration));
  return success([...events].reduce((draft, event) => withEvent(draft, event, wanted.get(event)?.hooks[0]), start));
};

/**
 * Takes docket's entries out again, with the groups, events and the `hooks` object that hold nothing else.
 * `emptyBefore` names what was empty before docket came and therefore stays: events, and `hooks` itself as ''.
 */
export const removeRegistration = (text: string, emptyBefore: readonly string[] = []): Outcome<EditedSettings> => {
  const problem = checkJsonObject(text, 'hooks');
  if (problem !== null) return { ok: false, problem };
  return success(
    ownEntries(text)
      .reverse()
      .reduce((draft, entry) => withoutEntry(draft, entry, emptyBefore), draftOf(text)),
  );
};

/** A hook that was taken out of a settings file: what is needed to put it back. */
export interface TakenHook {
  readonly event: string;
  /** What its group holds beside its hooks: a matcher. */
  readonly group: Readonly<Record<string, unknown>>;
  readonly handler: Readonly<Record<string, unknown>>;
}

/** Takes hooks out that are not docket's, with what holds nothing else. Every other byte stays. */
export const takeHooks = (
  text: string,
  isWanted: (hook: SettingsHook) => boolean,
): Outcome<EditedSettings & { readonly taken: readonly TakenHook[] }> => {
  const problem = checkJsonObject(text, 'hooks') ?? checkHooks(text);
  if (problem !== null) return { ok: false, problem };
  const found = entriesIn(text).filter(({ event, value, shared }) => {
    const { matcher } = shared as { matcher?: unknown };
    return isWanted({ event, matcher: typeof matcher === 'string' ? matcher : undefined, handler: value });
  });
  const taken = found.map(({ event, shared, value }) => ({ event, group: shared, handler: value }));
  const draft = [...found].reverse().reduce((before, entry) => withoutEntry(before, entry, []), draftOf(text));
  return success({ ...draft, taken });
};

/** Puts such hooks back, each behind what its event has by now; one that is there already is left. */
export const putBackHooks = (text: string, taken: readonly TakenHook[]): Outcome<EditedSettings> => {
  const problem = taken.length === 0 ? null : (checkJsonObject(text, 'hooks') ?? checkHooks(text));
  if (problem !== null) return { ok: false, problem };
  return success(taken.reduce(withTaken, taken.length === 0 ? draftOf(text) : withContent(draftOf(text))));
};

/** The events with an empty list in a settings text, and '' when `hooks` itself is an empty object. */
export const emptyHooks = (text: string): string[] => {
  const events = objectEntries(nodeAt(text, ['hooks']));
  if (nodeAt(text, ['hooks'])?.type === 'object' && events.length === 0) return [''];
  return events.filter(([, list]) => list.type === 'array' && list.children?.length === 0).map(([event]) => event);
};

/** How many entries of docket a settings text holds. */
export const countOwnEntries = (text: string): number => ownEntries(text).length;

interface Entry {
  readonly event: string;
  readonly group: number;
  readonly handler: number;
  /** Whether its group runs for everything. */
  readonly isUnmatched: boolean;
  /** The handler. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The rest of its group. */
  readonly shared: Readonly<Record<string, unknown>>;
}

const withTaken = (draft: Draft, { event, group, handler }: TakenHook): Draft => {
  const wanted = JSON.stringify([event, group, handler]);
  const isThere = entriesIn(draft.text).some((entry) => {
    return JSON.stringify([entry.event, entry.shared, entry.value]) === wanted;
  });
  return isThere ? draft : withGroup(draft, event, { ...group, hooks: [handler] });
};

const withContent = (draft: Draft): Draft => {
  if (!isBlank(draft.text)) return draft;
  const bom = draft.text.startsWith('\uFEFF') ? 1 : 0;
  return edited(draft, { offset: bom, length: draft.text.length - bom, content: '{}\n' });
};

/** Brings one event to exactly one handler of docket, or to none. */
const withEvent = (draft: Draft, event: string, wanted: HookHandler | undefined): Draft => {
  const entries = ownEntries(draft.text).filter((entry) => entry.event === event);
  const kept = wanted && entries.find((entry) => entry.isUnmatched);
  const cleaned = entries
    .filter((entry) => entry !== kept)
    .reverse()
    .reduce((before, entry) => withoutEntry(before, entry, []), draft);
  if (wanted === undefined) return cleaned;
  if (kept === undefined) return withGroup(cleaned, event, { hooks: [wanted] });
  const own = ownEntries(cleaned.text).find((entry) => entry.event === event);
  return own === undefined ? cleaned : withHandler(cleaned, own, wanted);
};

const withGroup = (draft: Draft, event: string, group: object): Draft => {
  if (nodeAt(draft.text, ['hooks', event]) !== undefined) return withItem(draft, ['hooks', event], group);
  return nodeAt(draft.text, ['hooks']) === undefined
    ? withProperty(draft, [], 'hooks', { [event]: [group] })
    : withProperty(draft, ['hooks'], event, [group]);
};

/** Sets the fields docket decides, where they differ; what a person added to the handler stays. */
const withHandler = (draft: Draft, entry: Entry, wanted: HookHandler): Draft => {
  const path = ['hooks', entry.event, entry.group, 'hooks', entry.handler];
  const existing = nodeAt(draft.text, [...path, 'args']);
  const start = existing !== undefined && wanted.args === undefined ? without(draft, [...path, 'args']) : draft;
  return Object.entries(wanted).reduce((before, [key, value]) => {
    const node = nodeAt(before.text, [...path, key]);
    const isSame = node !== undefined && JSON.stringify(getNodeValue(node)) === JSON.stringify(value);
    return isSame ? before : withProperty(before, path, key, value);
  }, start);
};

const withoutEntry = (draft: Draft, entry: Entry, emptyBefore: readonly string[]): Draft => {
  const { event, group, handler } = entry;
  const groupPath = ['hooks', event, group];
  const cleared = without(draft, [...groupPath, 'hooks', handler]);
  if (childCount(cleared, [...groupPath, 'hooks']) > 0) return cleared;
  const ungrouped = without(cleared, groupPath);
  if (childCount(ungrouped, ['hooks', event]) > 0 || emptyBefore.includes(event)) return ungrouped;
  const unlisted = without(ungrouped, ['hooks', event]);
  return childCount(unlisted, ['hooks']) > 0 || emptyBefore.includes('') ? unlisted : without(unlisted, ['hooks']);
};

const childCount = (draft: Draft, path: (string | number)[]): number => nodeAt(draft.text, path)?.children?.length ?? 0;

const ownEntries = (text: string): Entry[] => entriesIn(text).filter(({ value }) => isOwnHandler(value));

const entriesIn = (text: string): Entry[] =>
  objectEntries(nodeAt(text, ['hooks'])).flatMap(([event, list]) =>
    items(list).flatMap((groupNode, group) => {
      const { hooks: _, ...shared } = objectIn(groupNode);
      const matcher = shared['matcher'] ?? '';
      return items(child(groupNode, 'hooks')).map((node, handler) => {
        const isUnmatched = matcher === '' || matcher === '*';
        return { event, group, handler, isUnmatched, value: objectIn(node), shared };
      });
    }),
  );

const objectIn = (node: Node): Readonly<Record<string, unknown>> =>
  node.type === 'object' ? (getNodeValue(node) as Record<string, unknown>) : {};
