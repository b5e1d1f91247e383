import { proofLine } from './proof-lines.ts';
import type { Report } from './report.ts';
import { withTree } from './tree-fact.ts';

/** A person's word, in a prompt, that the work was seen to work. What others say in a prompt's place counts for nothing. */
export const proofReport: Report = {
  name: 'proof',
  records: 'ProofRecorded',
  read: async ({ trigger, payload: { prompt }, place, policy, known, deps }) => {
    if (trigger.type !== 'PromptSubmitted' || trigger.provenance !== 'prompt' || typeof prompt !== 'string') return [];
    if (policy.promptCommands === false || !/^docket (?:prove|revoke)/im.test(prompt)) return [];
    if (known.some(({ type }) => type === 'ProofRevoked')) return [];
    const said = proofLine(prompt);
    if (said === null) return [];
    const about = { provenance: 'prompt' as const, worktree: place.worktree };
    return said.says === 'revoked'
      ? [{ ...about, type: 'ProofRevoked', data: { note: said.note } }]
      : [await withTree({ ...about, type: 'ProofRecorded', data: { note: said.note, standing: 'evidence' } }, deps)];
  },
};
