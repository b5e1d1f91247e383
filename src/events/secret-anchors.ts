import { REDACTION_RULES, type RedactionRule } from './redaction-rules.ts';

// The build evaluates this module and puts its values into the hook, which so needs none of the rules to know that a
// line holds no secret.

const anchorsOf = (matches: (rule: RedactionRule) => boolean): readonly string[] => [
  ...new Set(REDACTION_RULES.filter(matches).flatMap(({ anchors }) => anchors)),
];

/** Texts of which one is in every text that a rule could change. */
export const EXACT_ANCHORS = anchorsOf(({ isAnyCase, isAlone }) => !isAnyCase && !isAlone);

/** The same, where no word goes on. */
export const ALONE_ANCHORS = anchorsOf(({ isAlone }) => isAlone);

/** The same, lower case, for rules that hold in any case. */
export const ANY_CASE_ANCHORS = anchorsOf(({ isAnyCase }) => isAnyCase);
