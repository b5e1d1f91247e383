import { cleanTexts } from './clean-texts.ts';
import type { Data } from './envelope.ts';
import { type OwnRules, ownRulesOf } from './own-rules.ts';
import { redactString as redactTextBy, TEXT_RULES } from './redact-text.ts';
import { type Found, isHostType, keyRules, lookedForIn, lookFor } from './redaction-scope.ts';
import { areAllPlaceholders, authorizationScheme } from './redaction-spans.ts';
import { isSecretValue, marker, namesSecret } from './secret-names.ts';
import { secretScreen } from './secret-screen.ts';

/** A text without its secrets, and the names of the rules that removed them, sorted, each once. */
export interface RedactedText {
  readonly text: string;
  readonly hits: string[];
}

/** Data without its secrets: the same object when it held none. */
export interface RedactedData {
  readonly data: Data;
  readonly hits: string[];
}

/** Data nested deeper than this becomes the text of its JSON. */
export const DEPTH_LIMIT = 200;

/**
 * Replaces every secret in a text by `[redacted:RULE]`, which tells nothing of its length. Names, schemes and users
 * beside it stay. Redacting again changes nothing.
 * `policyTexts` are the policy files that have rules of their own; `type` is the event's, where it is an event's data.
 */
export const redactText = (text: string, policyTexts: readonly string[] = NO_TEXTS): RedactedText => {
  const found = lookFor(text, ownRules(policyTexts));
  const redacted = redactString(text, found);
  return { text: redacted, hits: sorted(found.hits) };
};

/**
 * The same for all texts in data, keys included; and removes what is stored under a name that names a secret, whatever
 * it looks like, unless it is a placeholder.
 */
export const redactData = (
  data: Data,
  policyTexts: readonly string[] = NO_TEXTS,
  type: string | null = null,
): RedactedData => {
  const found = lookFor(jsonOf(data), ownRules(policyTexts), type !== null && !isHostType(type));
  const redacted = redactFields(data, found, 0);
  return { data: redacted, hits: sorted(found.hits) };
};

/** How to find what is secret in many events. */
export interface BulkRedaction {
  readonly redactData: typeof redactData;
  /** Whether a text, or the values in a JSON text, can hold what `redactData` would change. */
  readonly mayHoldSecret: (text: string) => boolean;
}

/**
 * `redactData` for many events, which remembers texts that it found clean. Gives what `redactData` gives: with rules of a project, which
 * know nothing of this, by asking it.
 */
export const bulkRedaction = (): BulkRedaction => {
  const mayHoldSecret = secretScreen();
  const clean = cleanTexts(mayHoldSecret);
  const redactBulk: typeof redactData = (data, policyTexts = NO_TEXTS, type = null) => {
    const { rules, off } = ownRules(policyTexts);
    if (rules.length > 0 || off.size > 0) return redactData(data, policyTexts, type);
    const found: Found = { rules: TEXT_RULES, mayBeNamed: true, off, hits: new Set(), clean };
    const redacted = redactFields(data, found, 0);
    return { data: redacted, hits: sorted(found.hits) };
  };
  return { redactData: redactBulk, mayHoldSecret };
};

const NO_TEXTS: readonly string[] = [];

/** Compiled once for all events of a call. */
const ownRules = (policyTexts: readonly string[]): OwnRules => {
  const known = compiled.get(policyTexts);
  if (known !== undefined) return known;
  const own = ownRulesOf(policyTexts);
  compiled.set(policyTexts, own);
  return own;
};

const compiled = new WeakMap<readonly string[], OwnRules>();

/** Anchors survive JSON; null for data that is nested too deeply for it. */
const jsonOf = (data: Data): string | null => {
  try {
    return JSON.stringify(data);
  } catch {
    return null;
  }
};

const redactString = (text: string, { rules, hits, clean }: Found): string => {
  if (clean?.has(text) === true) return text;
  const redacted = redactTextBy(text, rules, hits);
  if (redacted === text) clean?.add(text);
  return redacted;
};

const redactValue = (value: unknown, found: Found, depth: number): unknown => {
  if (typeof value === 'string') return redactString(value, found);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_LIMIT) return redactDeep(value, found);
  return Array.isArray(value) ? redactItems(value, found, depth) : redactFields(value, found, depth);
};

const redactItems = (items: readonly unknown[], found: Found, depth: number): readonly unknown[] =>
  mapItems(items, (item, index) => {
    const option = items[index - 1];
    const isArgument = isSecretOption(option) && typeof item === 'string' && !item.startsWith('-');
    return isArgument ? redactNamed(option, item, found, depth + 1) : redactValue(item, found, depth + 1);
  });

/** The same array when nothing in it changed. */
const mapItems = (items: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] => {
  const changed = items.map(change);
  return changed.every((item, index) => Object.is(item, items[index])) ? items : changed;
};

const redactFields = <Fields extends object>(fields: Fields, found: Found, depth: number): Fields | Data => {
  const entries: [string, unknown][] = Object.entries(fields);
  const label = labelOf(entries);
  let isChanged = false;
  const redacted = entries.map(([key, value]): [string, unknown] => {
    const name = key === 'value' && label !== null ? label : key;
    const newValue =
      found.mayBeNamed && namesSecretField(name)
        ? redactNamed(name, value, found, depth + 1)
        : redactValue(value, lookedForIn(key, found), depth + 1);
    const newKey = redactString(key, keyRules(key, found, depth));
    isChanged ||= newKey !== key || !Object.is(newValue, value);
    return [newKey, newValue];
  });
  if (!isChanged) return fields;
  const counts = new Map<string, number>();
  return Object.fromEntries(redacted.map(([key, value]) => [distinct(key, counts), value]));
};

/** The name in `{ name: 'TOKEN', value: '…' }`, as lists of headers and of environment variables are written. */
const labelOf = (entries: readonly (readonly [string, unknown])[]): string | null => {
  const label = entries.find(([key]) => key === 'name' || key === 'key')?.[1];
  return typeof label === 'string' && namesSecretField(label) ? label : null;
};

/** Two keys that held different secrets of one kind must not become one. */
const distinct = (key: string, counts: Map<string, number>): string => {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count === 1 ? key : `${key} (${count})`;
};

const redactNamed = (name: string, value: unknown, found: Found, depth: number): unknown => {
  if (Array.isArray(value) && depth < DEPTH_LIMIT) {
    return mapItems(value, (item) => redactNamed(name, item, found, depth + 1));
  }
  if (
    typeof value === 'number' &&
    value >= 1000 &&
    /(?:passw(?:or)?d|passcode|pwd)$/i.test(name) &&
    !found.off.has('named-secret')
  ) {
    found.hits.add('named-secret');
    return marker('named-secret');
  }
  if (typeof value !== 'string') return redactValue(value, found, depth);
  const text = redactString(value, found);
  const scheme = /authorization$/i.test(name) ? authorizationScheme(text) : '';
  if (isCookieName(name) ? areAllPlaceholders(text) : !isSecretValue(name, text.slice(scheme.length))) return text;
  const rule = isCookieName(name) ? 'cookie' : /authorization$/i.test(name) ? 'authorization' : 'named-secret';
  if (found.off.has(rule)) return text;
  found.hits.add(rule);
  return scheme + marker(rule);
};

const redactDeep = (value: object, found: Found): string => {
  try {
    const json = JSON.stringify(value, (key, item: unknown) =>
      namesSecretField(key) && (typeof item === 'string' || Array.isArray(item))
        ? redactNamed(key, item, found, 0)
        : item,
    );
    return redactString(json, found);
  } catch {
    // Too deep for JSON as well: nobody could read it.
    return '[nested too deeply]';
  }
};

const namesSecretField = (name: string): boolean =>
  namesSecret(name) || isCookieName(name) || /authorization$/i.test(name);

const isCookieName = (name: string): boolean => /cookies?$/i.test(name);

const isSecretOption = (value: unknown): value is string =>
  typeof value === 'string' && /^--?[\w-]{2,64}$/.test(value) && namesSecret(value);

const sorted = (hits: ReadonlySet<string>): string[] => [...hits].sort();
