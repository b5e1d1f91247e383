import { type AnchorSearch, anchorSearch } from './anchor-search.ts';
import { base64Runs, undoEscapes } from './encoded-text.ts';
import { REDACTION_RULES, type RedactionRule } from './redaction-rules.ts';
import type { Span } from './redaction-spans.ts';
import { applyEdits, composeEdits, type Edit } from './text-edits.ts';

/** One kind of secret to look for in texts: docket's own or a user's. */
export interface TextRule {
  readonly name: string;
  /** Whether a text can hold one; `folded` is the text in lower case. */
  readonly mayBeIn: (text: string, folded: string) => boolean;
  /** Where they are, from left to right, none in another. */
  readonly spansIn: (text: string) => readonly Span[];
}

const textRule = (rule: RedactionRule): TextRule => ({
  name: rule.name,
  mayBeIn: (text, folded) => {
    const searched = rule.isAnyCase ? folded : text;
    return rule.anchors.some((anchor) => searched.includes(anchor));
  },
  spansIn: (text) => {
    if (rule.spansIn !== undefined) return rule.spansIn(text);
    if (rule.mayBeIn?.(text) === false) return [];
    const pattern = rule.pattern();
    const spans: Span[] = [];
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const span = rule.secretIn(match);
      if (span === null) continue;
      spans.push(span);
      pattern.lastIndex = span.end;
    }
    return spans;
  },
});

/** The rules that docket brings. */
export const TEXT_RULES: readonly TextRule[] = REDACTION_RULES.map(textRule);

/**
 * Whether a text can hold what a rule looks for, of many rules. A rule of docket's own that cannot is told from one pass over a long
 * text; in a short one a search for each is faster.
 */
export const mayFind = (text: string): ((rule: TextRule) => boolean) => {
  const folded = text.toLowerCase();
  if (text.length < LONG) return (rule) => rule.mayBeIn(text, folded);
  search ??= anchorSearch(REDACTION_RULES.map(({ anchors }) => anchors));
  const mentioned = search(text);
  const rules = new Set([...mentioned].map((index) => TEXT_RULES[index]));
  return (rule) => (OWN_RULES.has(rule) ? rules.has(rule) : true) && rule.mayBeIn(text, folded);
};

const LONG = 512;
const OWN_RULES: ReadonlySet<TextRule> = new Set(TEXT_RULES);
let search: AnchorSearch | undefined;

/** A text without what the rules find in it, as it stands and in each encoding; the names of those that did go to `hits`. */
export const redactString = (text: string, rules: readonly TextRule[], hits: Set<string>): string => {
  const edits = editsOf(text, rules, 0);
  if (edits.length === 0) return text;
  for (const { rule } of edits) hits.add(rule);
  return applyEdits(text, edits);
};

/**
 * Goes over a text until nothing changes: behind what a late rule removed, an early one may see where a secret begins.
 */
const editsOf = (text: string, rules: readonly TextRule[], depth: number): readonly Edit[] => {
  let edits: readonly Edit[] = [];
  let current = text;
  const edit = (more: readonly Edit[]): void => {
    if (more.length === 0) return;
    edits = composeEdits(edits, more);
    current = applyEdits(text, edits);
  };
  for (let pass = 0; pass < PASSES; pass += 1) {
    const before = current;
    const isThere = mayFind(before);
    for (const rule of rules) {
      if (!isThere(rule)) continue;
      edit(rule.spansIn(current).map(({ start, end }) => ({ start, end, rule: rule.name })));
    }
    if (depth < MOST_ENCODINGS) {
      edit(editsInEscapes(current, rules, depth));
      edit(editsInBase64(current, rules, depth));
    }
    if (current === before) break;
  }
  return edits;
};

/** No text that people or machines write needs more than two. */
const PASSES = 5;
/** How many encodings of one another are undone: base64 in an URL in JSON in a command. */
const MOST_ENCODINGS = 3;

const editsInEscapes = (text: string, rules: readonly TextRule[], depth: number): readonly Edit[] => {
  const decoded = undoEscapes(text);
  if (decoded === null) return [];
  const { offsets } = decoded;
  return editsOf(decoded.text, rules, depth + 1).map(({ start, end, rule }) => ({
    start: offsets[start] as number,
    end: offsets[end] as number,
    rule,
  }));
};

/** The whole stretch goes: what is left of base64 would be read from another place, and is no use without the rest. */
const editsInBase64 = (text: string, rules: readonly TextRule[], depth: number): readonly Edit[] =>
  base64Runs(text).flatMap(({ start, end, readings }) => {
    for (const reading of readings) {
      const [edit] = editsOf(reading, rules, depth + 1);
      if (edit !== undefined) return [{ start, end, rule: edit.rule }];
    }
    return [];
  });
