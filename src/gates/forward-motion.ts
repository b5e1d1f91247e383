import { forwardMotionRules } from './forward-motion-rules.ts';
import type { Gate } from './gate.ts';
import { isTurnEnd } from './triggers.ts';

/**
 * Asks an agent that ends with a bare "done" to say what comes next: once a prompt (seed 001, forward-motion.sh). Its limits
 * let a turn go that nobody reads, that goes on by itself, or that is held for another reason anyway.
 */
export const forwardMotion: Gate = {
  name: 'forward-motion',
  summary: 'Sends a turn back once that ends with a bare completion statement and no question, offer or next step.',
  source: 'seed 001, Stop forward-motion.sh',
  on: isTurnEnd,
  options: ['completions', 'offers'],
  needs: ({ data }) => (data['last_assistant_message'] === undefined ? [] : ['closing']),
  seldom: true,
  rulesAbout: (facts) => (facts.closing()?.data.kind === 'bare' ? forwardMotionRules() : []),
  get rules() {
    return forwardMotionRules();
  },
};
