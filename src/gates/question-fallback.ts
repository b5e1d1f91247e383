import { isQuestionTool } from '../projections/tools.ts';
import type { Gate } from './gate.ts';
import { questionFallbackRules } from './question-fallback-rules.ts';

/**
 * Tells the agent what to do with a question that could not be put (seed 004, "AUQ-failure fallback"): ask once more, then what
 * fits whoever could answer in the session.
 */
export const questionFallback: Gate = {
  name: 'question-fallback',
  summary: 'Tells the agent what to do where a question to the user fails or comes back without an answer.',
  source: 'seed 004, PostToolUse auq-error-fallback-hook',
  on: ({ type, data }) => (type === 'ToolCompleted' || type === 'ToolFailed') && isQuestionTool(data['tool_name']),
  needs: () => [],
  seldom: true,
  rulesAbout: (facts) => (facts.answers().some(({ data }) => data.failure !== null) ? questionFallbackRules() : []),
  get rules() {
    return questionFallbackRules();
  },
};
