import type { Envelope } from '../events/envelope.ts';
import type { View } from '../projections/fold.ts';
import { isSaidByPerson } from '../projections/said-by-person.ts';
import type { FactRequest } from './facts.ts';
import type { Gate } from './gate.ts';
import { sessionInitRules } from './session-init-rules.ts';

/**
 * Tells the agent where things stand as a session begins, is resumed, or goes on after a compaction (seed 001,
 * session-init.sh): one context, most important first, and what a compaction kept. Nothing where nothing is known.
 */
export const sessionInit: Gate = {
  name: 'session-init',
  summary: 'Tells the agent at the start of a session where things stand, and what was kept over a compaction.',
  source: 'seed 001, SessionStart session-init.sh',
  on: ({ type, actor, host }) => type === 'SessionStarted' && actor.id === 'main' && host === 'claude-code',
  options: ['detail'],
  needs: (_trigger, _facts, _options, state) => startNeeds(state),
  seldom: true,
  get rules() {
    return sessionInitRules();
  },
};

/** What a start context is made of. What was said of content is only looked up where anything was. */
export const startNeeds = ({ tests, proof, review }: View): readonly FactRequest[] => {
  const isJudged = tests.status !== null || proof.proof !== null || Object.keys(review.kinds).length > 0;
  return isJudged ? ['preferences', 'git-now', 'plan', 'tree'] : ['preferences', 'git-now', 'plan'];
};

/** What a person typed, in a host that is told contexts. Task notifications and wake-ups are no prompts. */
export const isPersonsPrompt = (event: Envelope): boolean => isSaidByPerson(event) && event.host === 'claude-code';
