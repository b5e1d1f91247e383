import type { Gate } from '../gate.ts';
import { isShellRequest } from '../triggers.ts';
import { isOpenQuestion } from './answers.ts';
import { llmReviewRules } from './rules.ts';

/**
 * Commands that nothing here proves safe are shown to two language models outside (seed 001, llm-review.sh). One alone
 * stops nothing; a deny needs both. Off in every preset, since it sends commands away.
 */
export const llmReview: Gate = {
  name: 'llm-review',
  summary: 'Shows commands that nothing here proves safe to Gemini and OpenAI; both must object for a deny.',
  source: 'seed 001, PreToolUse llm-review.sh',
  costs: true,
  on: isShellRequest,
  needs: (_trigger, facts) => (isOpenQuestion(facts) ? ['command', 'llm-review'] : ['command']),
  options: ['models'],
  get rules() {
    return llmReviewRules();
  },
};
