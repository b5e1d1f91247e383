/** What evidence is of, beside the kinds of review. */
export const TESTS = 'tests';
export const PROOF = 'proof';
