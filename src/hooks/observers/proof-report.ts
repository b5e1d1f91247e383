import { readProof } from './read-proof.ts';
import type { Report } from './report.ts';

/** A person's word, in a prompt, that the work was seen to work. What others say in a prompt's place counts for nothing. */
export const proofReport: Report = {
  name: 'proof',
  records: 'ProofRecorded',
  on: ['PromptSubmitted'],
  read: (input) => {
    const { trigger, payload, policy } = input;
    const { prompt } = payload;
    if (trigger.provenance !== 'prompt' || typeof prompt !== 'string' || policy.promptCommands === false) return [];
    return /^docket (?:prove|revoke)/im.test(prompt) ? readProof(prompt, input) : [];
  },
};
