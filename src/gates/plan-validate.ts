import type { Gate } from './gate.ts';
import { planValidateRules } from './plan-validate-rules.ts';
import { isWritten } from './triggers.ts';

/**
 * Tells the agent what is wrong with the plan that it has just written, and what to write instead (seed 001,
 * plan-validate.sh: exit 2, a feedback loop). Nothing is undone. The same problems are told once.
 */
export const planValidate: Gate = {
  name: 'plan-validate',
  summary: 'Checks the structure of the plan after each write of it and says what to mend.',
  source: 'seed 001, PostToolUse plan-validate.sh',
  on: isWritten,
  seldom: true,
  needs: (_trigger, facts) => (facts.file()?.data.plan === true ? ['plan'] : ['file']),
  rulesAbout: (facts) => (facts.plan() === null ? [] : planValidateRules()),
  get rules() {
    return planValidateRules();
  },
};
