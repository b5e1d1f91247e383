import { REDACTION_RULES, type RedactionRule } from './redaction-rules.ts';

// The build evaluates this module and puts its values into the hook, which so needs none of the rules to know that a
// line holds no secret.

const anchorsOf = (matches: (rule: RedactionRule) => boolean): readonly string[] => [
  ...new Set(REDACTION_RULES.filter(matches).flatMap(({ anchors }) => anchors)),
];

/**
 * What several anchors have in common: a line without it has none of them, which one search tells. Those that ids, paths
 * and docket's own words seldom hold, the best ones first: a line is searched some 75 times instead of 120.
 */
const STEMS = ['pass', 'ke', 'gl', 't_', 'gh', 'ig', 'v1', 'pi', 'hp', 'k_', 'uth', 'hv', 'x', 'ss'];

const stemOf = (anchor: string): string => STEMS.find((stem) => anchor.includes(stem)) ?? anchor;

/** Texts to look for: stems, and behind them the anchors that have none. Of each stem, its anchors as lines. */
interface Anchors {
  readonly looks: readonly string[];
  readonly behind: readonly string[];
}

const byStem = (anchors: readonly string[]): Anchors => {
  const ownOf = (stem: string): readonly string[] => anchors.filter((anchor) => stemOf(anchor) === stem);
  const stems = STEMS.filter((stem) => ownOf(stem).length > 1);
  const alone = anchors.filter((anchor) => !stems.includes(stemOf(anchor)));
  return { looks: [...stems, ...alone], behind: stems.map((stem) => ownOf(stem).join('\n')) };
};

/** Texts of which one is in every text that a rule could change, by what they have in common. */
export const EXACT_ANCHORS = byStem(anchorsOf(({ isAnyCase, isAlone }) => !isAnyCase && !isAlone));

/** The same, where no word goes on. */
export const ALONE_ANCHORS = anchorsOf(({ isAlone }) => isAlone);

/** The same as the first, lower case, for rules that hold in any case. */
export const ANY_CASE_ANCHORS = byStem(anchorsOf(({ isAnyCase }) => isAnyCase));
