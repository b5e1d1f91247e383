import { readWaivers } from './read-waivers.ts';
import type { Report } from './report.ts';

/** A person's exceptions for rules, in a prompt. What others say in a prompt's place counts for nothing. */
export const waiverReport: Report = {
  name: 'waivers',
  records: 'WaiverGranted',
  on: ['PromptSubmitted'],
  read: (input) => {
    const { trigger, payload, policy } = input;
    const { prompt } = payload;
    if (trigger.provenance !== 'prompt' || typeof prompt !== 'string' || policy.promptCommands === false) return [];
    return /^docket waive/im.test(prompt) ? readWaivers(prompt, input) : [];
  },
};
