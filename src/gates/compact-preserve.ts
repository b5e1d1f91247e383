import { compactPreserveRules } from './compact-preserve-rules.ts';
import { ABOUT_NOW } from './facts.ts';
import type { Gate } from './gate.ts';
import { startNeeds } from './session-init.ts';

/**
 * Before a conversation is summed up: keeps what the session knows as an event, and tells whoever writes the summary what it
 * has to hold (seed 001, compact-preserve.sh). As plain text: an object never arrives there (measured.md, "Answers").
 */
export const compactPreserve: Gate = {
  name: 'compact-preserve',
  summary: 'Keeps what a session knows over a compaction, and says what its summary has to hold.',
  source: 'seed 001, PreCompact compact-preserve.sh',
  on: ({ type, actor, host }) => type === 'CompactionStarted' && actor.id === 'main' && host === 'claude-code',
  options: ['detail'],
  needs: (_trigger, facts, _options, state) => {
    const first = startNeeds(state);
    // It is made of the others, and of what is left where one of them cannot be had.
    const isLooked = facts.plan() !== null || facts.git(ABOUT_NOW) !== null;
    return isLooked ? [...first, 'preserved'] : first;
  },
  get rules() {
    return compactPreserveRules();
  },
};
