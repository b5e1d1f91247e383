import { codeReviewRules } from './code-review-rules.ts';
import type { Gate } from './gate.ts';
import { isWritten } from './triggers.ts';

/**
 * Suggests a review of a large change of source code, where the tool for it is there (seed 001, code-review.sh: it names
 * files of 20 lines; here the lines that the call added and removed count). Tests, configuration and documents are none.
 */
export const codeReview: Gate = {
  name: 'code-review',
  summary: 'Suggests a review after a write that changed many lines of source code.',
  source: 'seed 001, PostToolUse code-review.sh',
  on: isWritten,
  options: ['lines', 'tool'],
  needs: () => ['file'],
  rulesAbout: (facts) => (facts.file()?.data.change === undefined ? [] : codeReviewRules()),
  get rules() {
    return codeReviewRules();
  },
};
