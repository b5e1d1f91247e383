import type { Policy } from '../../events/schemas.ts';

/** How docket's own lists call the reviewers of a kind (seed 000: the review skills, the precommit runner). */
const DEFAULTS: Readonly<Record<string, readonly string[]>> = {
  code: ['codex-review-fast'],
  doc: ['codex-review-doc'],
  precommit: ['precommit'],
};

const MOST = 3;

/**
 * How the reviews of a kind can be had here, for a remedy: what the policy names, else docket's own skill. One whose words
 * say of which kind its review is counts for every kind.
 */
export const reviewerNames = (kind: string, review: Policy['review']): string => {
  const named = (reviewers: Readonly<Record<string, string | null | false>> | undefined): string[] =>
    Object.entries(reviewers ?? {}).flatMap(([name, of]) => (of === kind || of === null ? [name] : []));
  const own = [
    ...named(review?.skills).map((name) => `/${name.replace(/^\//, '')}`),
    ...named(review?.commands).map((name) => `\`${name}\``),
    ...named(review?.agents).map((name) => `the agent ${name}`),
    ...named(review?.tools).map((name) => `the tool ${name}`),
  ];
  const known = (DEFAULTS[kind] ?? []).flatMap((name) => (review?.skills?.[name] === false ? [] : [`/${name}`]));
  return (own.length > 0 ? own : known).slice(0, MOST).join(' or ');
};
