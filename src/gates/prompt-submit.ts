import { bringsStart } from './brings-start.ts';
import type { FactRequest } from './facts.ts';
import type { Gate } from './gate.ts';
import { promptSubmitRules, promptSubmitRulesAbout } from './prompt-submit-rules.ts';
import { isPersonsPrompt, startNeeds } from './session-init.ts';

/**
 * Tells the agent what belongs to a prompt of a person (seed 001, prompt-submit.sh): the start context, where none
 * arrived; then what the words of the prompt are about. Each is told once, until it changes.
 */
export const promptSubmit: Gate = {
  name: 'prompt-submit',
  summary: 'Tells the agent what the words of a prompt are about, and where things stand if nothing told it yet.',
  source: 'seed 001, UserPromptSubmit prompt-submit.sh',
  on: isPersonsPrompt,
  options: ['detail', 'words', 'steps'],
  needs: (_trigger, facts, _options, state) => {
    const start: readonly FactRequest[] = bringsStart(state) ? startNeeds(state) : [];
    const topics = facts.prompt()?.data.topics ?? [];
    const plan: readonly FactRequest[] = topics.includes('plan') ? ['plan'] : [];
    const commit: readonly FactRequest[] = topics.includes('commit')
      ? startNeeds(state).filter((of) => of !== 'plan')
      : [];
    return ['prompt', ...start, ...plan, ...commit];
  },
  seldom: true,
  rulesAbout: (facts, state) => {
    const { topics = [], files = [], issues = [], steps = 0 } = facts.prompt()?.data ?? {};
    const isAbout = [topics, files, issues].some(({ length }) => length > 0) || steps > 1;
    const isOpen = bringsStart(state) || state.preserved.kept.length > 0;
    return isAbout || isOpen ? promptSubmitRulesAbout(bringsStart(state), isAbout) : [];
  },
  get rules() {
    return promptSubmitRules();
  },
};
