/** Who waived a rule, in words. */
export const WAIVED_BY = {
  person: 'a person at a terminal',
  prompt: 'a person in a prompt',
  policy: 'the policy',
} as const;
