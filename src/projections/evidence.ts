import type { EventData } from '../events/schemas.ts';
import { evidenceAfter } from './evidence-steps.ts';
import type { Projection } from './projection.ts';

/** What was said about some content, whichever worktree holds it. */
export interface Evidence {
  /** `tests`, `proof`, or a kind of review. */
  readonly kind: string;
  /** Of the content: its code or its documents, whichever the kind is about. */
  readonly digest: string;
  readonly passed: boolean;
  /** Of tests that fail, how many; null when nobody counted. */
  readonly failures?: number | null;
  readonly event: string;
  readonly cause: string | null;
  readonly at: string;
  /** A test runner, or what reviewed. */
  readonly by: string;
  /** Of tests: who told the result. */
  readonly source?: EventData<'TestRunFinished'>['source'];
  /** Of tests: the package they are of; absent for all of the worktree. */
  readonly folder?: string;
}

export interface EvidenceState {
  /** The newest of each kind about each content, in the order they were said; the oldest are forgotten. */
  readonly entries: readonly Evidence[];
}

/**
 * Evidence by the content it is about (DESIGN.md §5): a pass holds wherever that content is, in any session and any
 * worktree, and holds again when somebody goes back to it. Claims are no evidence; what says nothing certain takes none
 * away.
 */
export const evidenceProjection: Projection<EvidenceState> = {
  name: 'evidence',
  version: 4,
  scope: 'project',
  on: ['TestRunFinished', 'ReviewRecorded', 'ProofRecorded', 'ProofRevoked'],
  initialState: { entries: [] },
  evolve: (state, event) => evidenceAfter(state, event),
};

/** What the newest evidence of a kind says about some content, a failure before all; null where there is none. */
export const evidenceFor = ({ entries }: EvidenceState, kind: string, digest: string): Evidence | null => {
  const about = entries.filter((entry) => entry.kind === kind && entry.digest === digest);
  return about.findLast(({ passed }) => !passed) ?? about.at(-1) ?? null;
};
