import { isQuestionTool } from '../projections/tools.ts';
import type { Gate } from './gate.ts';
import { questionPreferenceRules } from './question-preference-rules.ts';

/**
 * Answers a question in the person's place where the person said so before (seed 004): with what is recommended, never where
 * a choice cannot be taken back. Whatever it does not answer it says nothing of, so that the host asks.
 */
export const questionPreference: Gate = {
  name: 'question-preference',
  summary: 'Answers questions with what is recommended, where the user prefers not to be asked.',
  source: 'seed 004, PreToolUse question-preference-hook',
  on: ({ type, data, actor }) =>
    (type === 'ToolRequested' && isQuestionTool(data['tool_name'])) || (type === 'TurnEnded' && actor.id === 'main'),
  needs: ({ type }) => (type === 'ToolRequested' ? ['preferences'] : []),
  seldom: true,
  rulesAbout: (facts, { questions }) =>
    facts.questions() === null && questions.overruled.length === 0 ? [] : questionPreferenceRules(),
  get rules() {
    return questionPreferenceRules();
  },
};
