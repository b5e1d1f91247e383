/** The limit of stop-guard that does not hold where a reviewer could not work. */
export const REVIEWER_WORKS = 'the-reviewer-works';
