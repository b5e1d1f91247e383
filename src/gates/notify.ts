import type { Gate } from './gate.ts';

/**
 * Tells the person on the desktop that the agent waits for them (seed 001, notify.sh). It judges nothing: the hook does it
 * with its answer to the notification, where this gate is enforced.
 */
export const notify: Gate = {
  name: 'notify',
  summary: 'Tells the person on the desktop that the agent waits for them.',
  source: 'seed 001, Notification notify.sh',
  on: () => false,
  needs: () => [],
  options: ['types', 'sounds', 'via'],
  rules: [],
};
