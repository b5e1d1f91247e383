/** What a `TreeObserved` is about that was made as a review began, and whose review: a call id, or a subagent's. */
export const aboutReview = (key: string): string => `${REVIEW}${key}`;

/** What all of those begin with. */
export const REVIEW = 'review ';

/** What identifies a subagent's verdict: it is told by the end of the subagent and by the tool that ran it. */
export const verdictKey = (agent: string, words: string): string => `${agent} ${words}`;
