import type { Gate } from './gate.ts';

/**
 * Looks once a day for a newer docket (seed 001, update-check.sh). It judges nothing: the hook starts a worker behind its
 * answer to the start of a session, where this gate is enforced.
 */
export const updateCheck: Gate = {
  name: 'update-check',
  summary: 'Looks once a day, in the background, whether there is a newer docket.',
  source: 'seed 001, SessionStart update-check.sh',
  on: () => false,
  needs: () => [],
  options: ['apply'],
  rules: [],
};
