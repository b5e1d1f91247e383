import type { EventData } from '../events/schemas.ts';
import { planesWritten } from './planes.ts';
import type { Projection } from './projection.ts';

export interface ProofState {
  /** Null when nobody ever said anything, or took it back. */
  readonly proof: {
    readonly event: string;
    readonly at: string;
    readonly stream: string;
    readonly note: string;
    /** Of the code that was seen; null where git could not say. */
    readonly digest: string | null;
    /** The first write of code since. */
    readonly changedBy: string | null;
  } | null;
}

/** A person's word that the work was seen to work (seed 001, guard check 8). What an agent says is kept as a claim. */
export const proofProjection: Projection<ProofState> = {
  name: 'proof',
  version: 2,
  scope: 'worktree',
  on: ['ProofRecorded', 'ProofRevoked', 'ToolCompleted', 'ChangesObserved'],
  initialState: { proof: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ProofRecorded': {
        const { note, tree, standing } = event.data as EventData<'ProofRecorded'>;
        if (standing === 'claim') return state;
        const { id, at, stream } = event;
        return { proof: { event: id, at, stream, note, digest: tree?.code ?? null, changedBy: null } };
      }
      case 'ProofRevoked':
        return state.proof === null ? state : { proof: null };
      default:
        return state.proof === null || state.proof.changedBy !== null || !planesWritten(event).includes('code')
          ? state
          : { proof: { ...state.proof, changedBy: event.id } };
    }
  },
};
