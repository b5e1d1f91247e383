import type { Data } from './envelope.ts';
import { REDACTION_RULES, type RedactionRule } from './redaction-rules.ts';
import { areAllPlaceholders, authorizationScheme } from './redaction-spans.ts';
import { isSecretValue, marker, namesSecret } from './secret-names.ts';

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
 * Whether a text, or the values in a JSON text, can hold a secret at all. Runs on every line in the hook's hot path, so
 * it only looks for the rules' anchors. Never false for what `redactText` or `redactData` would change.
 */
export const mayHoldSecret = (text: string): boolean => {
  const folded = text.toLowerCase();
  return REDACTION_RULES.some((rule) => holdsAnchor(rule, text, folded));
};

/**
 * Replaces every secret in a text by `[redacted:RULE]`, which tells nothing of its length. Names, schemes and users
 * beside it stay. Redacting again changes nothing.
 */
export const redactText = (text: string): RedactedText => {
  const hits = new Set<string>();
  const redacted = redactString(text, hits);
  return { text: redacted, hits: sorted(hits) };
};

/**
 * The same for all texts in data, keys included; and removes what is stored under a name that names a secret, whatever
 * it looks like, unless it is a placeholder.
 */
export const redactData = (data: Data): RedactedData => {
  const hits = new Set<string>();
  const redacted = redactFields(data, hits, 0);
  return { data: redacted, hits: sorted(hits) };
};

const holdsAnchor = ({ anchors, isAnyCase }: RedactionRule, text: string, folded: string): boolean => {
  const searched = isAnyCase ? folded : text;
  return anchors.some((anchor) => searched.includes(anchor));
};

/**
 * Goes over a text until nothing changes: behind what a late rule removed, an early one may see where a secret begins.
 */
const redactString = (text: string, hits: Set<string>): string => {
  let result = text;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const redacted = redactOnce(result, hits);
    if (redacted === result) break;
    result = redacted;
  }
  return result;
};

/** No text that people or machines write needs more than two. */
const PASSES = 5;

const redactOnce = (text: string, hits: Set<string>): string => {
  const folded = text.toLowerCase();
  let result = text;
  for (const rule of REDACTION_RULES) {
    if (holdsAnchor(rule, text, folded)) result = applyRule(rule, result, hits);
  }
  return result;
};

const applyRule = (rule: RedactionRule, text: string, hits: Set<string>): string => {
  const pattern = rule.pattern();
  let result = '';
  let done = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const span = rule.secretIn(match);
    if (span === null) continue;
    result += text.slice(done, span.start) + marker(rule.name);
    done = span.end;
    pattern.lastIndex = span.end;
  }
  if (done === 0) return text;
  hits.add(rule.name);
  return result + text.slice(done);
};

const redactValue = (value: unknown, hits: Set<string>, depth: number): unknown => {
  if (typeof value === 'string') return redactString(value, hits);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_LIMIT) return redactDeep(value, hits);
  return Array.isArray(value) ? redactItems(value, hits, depth) : redactFields(value, hits, depth);
};

const redactItems = (items: readonly unknown[], hits: Set<string>, depth: number): readonly unknown[] =>
  mapItems(items, (item, index) => {
    const option = items[index - 1];
    const isArgument = isSecretOption(option) && typeof item === 'string' && !item.startsWith('-');
    return isArgument ? redactNamed(option, item, hits, depth + 1) : redactValue(item, hits, depth + 1);
  });

/** The same array when nothing in it changed. */
const mapItems = (items: readonly unknown[], change: (item: unknown, index: number) => unknown): readonly unknown[] => {
  const changed = items.map(change);
  return changed.every((item, index) => Object.is(item, items[index])) ? items : changed;
};

const redactFields = <Fields extends object>(fields: Fields, hits: Set<string>, depth: number): Fields | Data => {
  const entries: [string, unknown][] = Object.entries(fields);
  const label = labelOf(entries);
  let isChanged = false;
  const counts = new Map<string, number>();
  const redacted = entries.map(([key, value]): [string, unknown] => {
    const name = key === 'value' && label !== null ? label : key;
    const newValue = namesSecretField(name)
      ? redactNamed(name, value, hits, depth + 1)
      : redactValue(value, hits, depth + 1);
    const newKey = distinct(redactString(key, hits), counts);
    isChanged ||= newKey !== key || !Object.is(newValue, value);
    return [newKey, newValue];
  });
  return isChanged ? Object.fromEntries(redacted) : fields;
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

const redactNamed = (name: string, value: unknown, hits: Set<string>, depth: number): unknown => {
  if (Array.isArray(value) && depth < DEPTH_LIMIT) {
    return mapItems(value, (item) => redactNamed(name, item, hits, depth + 1));
  }
  if (typeof value !== 'string') return redactValue(value, hits, depth);
  const text = redactString(value, hits);
  const scheme = /authorization$/i.test(name) ? authorizationScheme(text) : '';
  if (isCookieName(name) ? areAllPlaceholders(text) : !isSecretValue(name, text.slice(scheme.length))) return text;
  const rule = isCookieName(name) ? 'cookie' : /authorization$/i.test(name) ? 'authorization' : 'named-secret';
  hits.add(rule);
  return scheme + marker(rule);
};

const redactDeep = (value: object, hits: Set<string>): string => {
  try {
    const json = JSON.stringify(value, (key, item: unknown) =>
      namesSecretField(key) && (typeof item === 'string' || Array.isArray(item))
        ? redactNamed(key, item, hits, 0)
        : item,
    );
    return redactString(json, hits);
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
