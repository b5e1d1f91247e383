import type { EventDraft } from '../../events/envelope.ts';
import type { ObserveInput } from './observe-input.ts';
import { proofLine } from './proof-lines.ts';
import { withTree } from './tree-fact.ts';

/** What a person's prompt says of proof. */
export const readProof = async (prompt: string, { place, known, deps }: ObserveInput): Promise<EventDraft[]> => {
  if (known.some(({ type }) => type === 'ProofRevoked')) return [];
  const said = proofLine(prompt);
  if (said === null) return [];
  const about = { provenance: 'prompt' as const, worktree: place.worktree };
  return said.says === 'revoked'
    ? [{ ...about, type: 'ProofRevoked', data: { note: said.note } }]
    : [await withTree({ ...about, type: 'ProofRecorded', data: { note: said.note, standing: 'evidence' } }, deps)];
};
