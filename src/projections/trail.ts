import { ruledEntry, trailLine } from './legacy/ruled-entry.ts';
import type { Projection } from './projection.ts';
import { trailLineOf } from './trail-steps.ts';

export interface TrailState {
  /** `time|event|detail`, the newest last. */
  readonly lines: readonly string[];
}

const KEPT_LINES = 8;

/** What happened last in the session, for whoever goes on with it: results, reviews, proof, and what gates stopped. */
export const trailProjection: Projection<TrailState> = {
  name: 'trail',
  version: 1,
  scope: 'stream',
  on: ['GatesRuled', 'TestRunFinished', 'ReviewRecorded', 'ProofRecorded', 'ProofRevoked'],
  initialState: { lines: [] },
  evolve: (state, event) => {
    const isRuling = event.type === 'GatesRuled';
    const entry = isRuling ? ruledEntry(event.data) : null;
    const line = entry === null ? (isRuling ? null : trailLineOf(event)) : trailLine(event.at, entry);
    return line === null ? state : { lines: [...state.lines, line].slice(-KEPT_LINES) };
  },
};
