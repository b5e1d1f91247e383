import type { Gate } from './gate.ts';
import { sessionSummaryRules } from './session-summary-rules.ts';
import { isTurnEnd } from './triggers.ts';

/**
 * Tells the person at the end of a turn what the session came to and what to do next, when something happened since the last
 * time (seed 001, session-summary.sh).
 */
export const sessionSummary: Gate = {
  name: 'session-summary',
  summary: 'Tells at the end of a turn what the session changed, how its tests stand and what comes next.',
  source: 'seed 001, Stop session-summary.sh',
  on: isTurnEnd,
  options: ['detail'],
  needs: (_trigger, _facts, _options, { summaries }) => (summaries.due === null ? [] : ['summary', 'tree']),
  seldom: true,
  rulesAbout: (facts) => (facts.summary() === null ? [] : sessionSummaryRules()),
  get rules() {
    return sessionSummaryRules();
  },
};
