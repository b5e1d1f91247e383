import { REDACTION_RULES, type RedactionRule } from './redaction-rules.ts';

// The build evaluates this module and puts its values into the hook, which so needs none of the rules to know that a
// line holds no secret.

const anchorsOf = (matches: (rule: RedactionRule) => boolean): readonly string[] => [
  ...new Set(REDACTION_RULES.filter(matches).flatMap(({ anchors }) => anchors)),
];

/** What many anchors have in common: a line without it has none of them, which one search tells. */
const STEMS = ['pass', 'key', 't-'];

const stemOf = (anchor: string): string => STEMS.find((stem) => anchor.includes(stem)) ?? anchor;

/** Anchors, those with a stem in one list behind it. */
type AnchorsByStem = readonly (string | readonly [stem: string, ...anchors: string[]])[];

const byStem = (anchors: readonly string[]): AnchorsByStem =>
  [...new Set(anchors.map(stemOf))].map((stem) => {
    const own = anchors.filter((anchor) => stemOf(anchor) === stem);
    return own.length === 1 ? (own[0] as string) : [stem, ...own];
  });

/** Texts of which one is in every text that a rule could change, by what they have in common. */
export const EXACT_ANCHORS = byStem(anchorsOf(({ isAnyCase, isAlone }) => !isAnyCase && !isAlone));

/** The same, where no word goes on. */
export const ALONE_ANCHORS = anchorsOf(({ isAlone }) => isAlone);

/** The same as the first, lower case, for rules that hold in any case. */
export const ANY_CASE_ANCHORS = byStem(anchorsOf(({ isAnyCase }) => isAnyCase));
