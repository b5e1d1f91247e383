import { reviewCommand } from '../../src/hooks/llm-review/review-command.ts';
import { geminiBody, MISALIGNED, openaiBody, reviewerEnv, SAFE, UNSAFE } from '../kit/reviewers.ts';
import type { ScenarioOptions } from '../kit/scenario.ts';
import { bash, type Case } from './rule-case.ts';

const REVIEWED = { 'llm-review': { mode: 'enforce' } };

/** Reviewers who object to `make`, one after the other, and to nothing else. */
const reviewedBy = (...objections: readonly unknown[]): ScenarioOptions => ({
  policy: { preset: 'standard', gates: REVIEWED },
  env: reviewerEnv({ gemini: 'https://gemini.example', openai: 'https://openai.example' }),
  deps: {
    loadLlmReview: async () => ({
      reviewCommand: (input) =>
        reviewCommand(input, {
          transport: async ({ url, body }) => {
            const isGemini = url.includes('gemini');
            const objection = objections[isGemini ? 0 : 1];
            const words = /command[\s\S]*?make/.test(body) ? objection : SAFE;
            if (words === undefined) throw new Error('not there');
            return isGemini ? geminiBody(words) : openaiBody(words);
          },
        }),
    }),
  },
});

const HARMLESS = {
  'a command that needs no reviewer': () => [bash('ls build')],
  'a command that they hold safe': () => [bash('./check')],
};

/** Each rule of llm-review. */
export const REVIEW_CASES: readonly Case[] = [
  {
    rule: 'llm-review/unsafe',
    decision: 'deny',
    options: reviewedBy(UNSAFE, UNSAFE),
    trigger: () => bash('make thing'),
    opens: ['run what the reviewers hold safe'],
    remedies: HARMLESS,
  },
  {
    rule: 'llm-review/suspected',
    decision: 'advise',
    options: reviewedBy(UNSAFE),
    trigger: () => bash('make thing'),
    opens: ['run what the reviewers hold safe'],
    remedies: HARMLESS,
  },
  {
    rule: 'llm-review/disputed',
    decision: 'advise',
    options: reviewedBy(UNSAFE, SAFE),
    trigger: () => bash('make thing'),
    opens: ['run what the reviewers hold safe'],
    remedies: HARMLESS,
  },
  {
    rule: 'llm-review/misaligned',
    decision: 'advise',
    options: reviewedBy(MISALIGNED),
    trigger: () => bash('make thing'),
    opens: ['run what the reviewers hold safe'],
    remedies: HARMLESS,
  },
  {
    rule: 'llm-review/safe',
    decision: 'allow',
    options: { ...reviewedBy(SAFE), policy: { preset: 'strict', gates: REVIEWED } },
    trigger: () => bash('make thing'),
    opens: [],
    // It stops nothing, so there is nothing to open.
    remedies: {},
  },
];
