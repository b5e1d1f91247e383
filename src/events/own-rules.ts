import { isJsonObject } from './json-object.ts';
import { compilePattern, type LinearPattern } from './linear-pattern.ts';
import { PatternError } from './pattern-syntax.ts';
import { TEXT_RULES, type TextRule } from './redact-text.ts';
import type { Span } from './redaction-spans.ts';

/** What a project adds to docket's rules and takes from them. */
export interface OwnRules {
  readonly rules: readonly TextRule[];
  /** Names of docket's rules that do not hold. */
  readonly off: ReadonlySet<string>;
}

/** `redaction` of a policy file. */
export interface RedactionSettings {
  readonly rules?:
    | readonly { readonly name: string; readonly pattern: string; readonly flags?: string | undefined }[]
    | undefined;
  readonly off?: readonly string[] | undefined;
}

const LONGEST_PATTERN = 1000;
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The rules of policy files. One that cannot be used is left out; all others hold. */
export const ownRulesOf = (policyTexts: readonly string[]): OwnRules => {
  const settings = policyTexts.map(settingsIn);
  return {
    rules: settings.flatMap(({ rules = [] }) => rules.map(compileRule)).filter((rule) => typeof rule !== 'string'),
    off: new Set(settings.flatMap(({ off = [] }) => off)),
  };
};

/** What is wrong with the settings of one file, each with what to do. */
export const redactionProblems = ({ rules = [], off = [] }: RedactionSettings): readonly string[] => [
  ...rules.map(compileRule).filter((rule) => typeof rule === 'string'),
  ...off
    .filter((name) => !TEXT_RULES.some((rule) => rule.name === name))
    .map((name) => `redaction.off names a rule "${name}" that does not exist; docs/redaction.md lists them`),
];

const compileRule = ({
  name,
  pattern,
  flags = '',
}: NonNullable<RedactionSettings['rules']>[number]): TextRule | string => {
  const problem = (reason: string): string => `the redaction rule "${name}" does not hold: ${reason}`;
  if (!NAME.test(name)) return problem('its name must be of lower-case letters, digits and dashes');
  if (pattern.length > LONGEST_PATTERN) return problem(`its pattern is longer than ${LONGEST_PATTERN} characters`);
  if (flags !== '' && flags !== 'i') return problem('its flags may only be "i"');
  try {
    return {
      name: `user/${name}`,
      mayBeIn: () => true,
      spansIn: besideMarkers(compilePattern(pattern, flags === 'i')),
    };
  } catch (error) {
    if (error instanceof PatternError) return problem(`its pattern cannot be used, ${error.message}`);
    throw error;
  }
};

/** What a marker says is no text to look at: a rule that is about its words would mark it again and again. */
const besideMarkers =
  (find: LinearPattern): LinearPattern =>
  (text) => {
    const spans = find(text);
    if (spans.length === 0 || !text.includes('[redacted:')) return spans;
    const markers = [...text.matchAll(/\[redacted:[a-z0-9/-]{1,80}\]/g)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    }));
    const beside: Span[] = [];
    let next = 0;
    for (const span of spans) {
      let { start } = span;
      for (; next < markers.length; next += 1) {
        const marker = markers[next] as Span;
        if (marker.start >= span.end) break;
        if (marker.start > start) beside.push({ start, end: marker.start });
        start = Math.max(start, marker.end);
        if (marker.end > span.end) break;
      }
      if (start < span.end) beside.push({ start, end: span.end });
    }
    return beside;
  };

const settingsIn = (text: string): RedactionSettings => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isJsonObject(value) && isJsonObject(value['redaction']) ? readSettings(value['redaction']) : {};
  } catch {
    // In the middle of an edit, or damaged: what can be read holds, so that no secret slips through meanwhile.
    return {
      rules: readRules(
        [...text.matchAll(/\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:\s*"(?:[^"\\\n]|\\.)*"\s*(?:,\s*)?)+\}/g)].map(([rule]) =>
          parsed(rule),
        ),
      ),
    };
  }
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json.replace(/,\s*\}$/, '}'));
  } catch {
    return null;
  }
};

const readSettings = ({ rules, off }: Record<string, unknown>): RedactionSettings => ({
  rules: Array.isArray(rules) ? readRules(rules) : [],
  off: Array.isArray(off) ? off.filter((name) => typeof name === 'string') : [],
});

const readRules = (rules: readonly unknown[]): NonNullable<RedactionSettings['rules']> =>
  rules.flatMap((rule) => {
    if (!isJsonObject(rule)) return [];
    const { name, pattern, flags } = rule;
    if (typeof name !== 'string' || typeof pattern !== 'string') return [];
    return [{ name, pattern, ...(typeof flags === 'string' ? { flags } : {}) }];
  });
