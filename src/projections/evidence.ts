import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Plane } from './planes.ts';
import type { Projection } from './projection.ts';
import { covers } from './tests.ts';

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
  /** Of tests: the package they are of; absent for all of the worktree. */
  readonly folder?: string;
}

export interface EvidenceState {
  /** The newest of each kind about each content, in the order they were said; the oldest are forgotten. */
  readonly entries: readonly Evidence[];
}

export const TESTS = 'tests';
export const PROOF = 'proof';

const MOST_ENTRIES = 96;

/**
 * Evidence by the content it is about (DESIGN.md §5): a pass holds wherever that content is, in any session and any
 * worktree, and holds again when somebody goes back to it. Claims are no evidence; what says nothing certain takes none
 * away.
 */
export const evidenceProjection: Projection<EvidenceState> = {
  name: 'evidence',
  version: 3,
  scope: 'project',
  on: ['TestRunFinished', 'ReviewRecorded', 'ProofRecorded', 'ProofRevoked'],
  initialState: { entries: [] },
  evolve: (state, event) => {
    if (event.type === 'ProofRevoked') {
      const entries = state.entries.filter(({ kind }) => kind !== PROOF);
      return entries.length === state.entries.length ? state : { entries };
    }
    const said = evidenceIn(event);
    if (said === null) return state;
    const others = state.entries.filter((entry) => !isReplaced(entry, said));
    return { entries: [...others, said].slice(-MOST_ENTRIES) };
  },
};

/** What the newest evidence of a kind says about some content, a failure before all; null where there is none. */
export const evidenceFor = ({ entries }: EvidenceState, kind: string, digest: string): Evidence | null => {
  const about = entries.filter((entry) => entry.kind === kind && entry.digest === digest);
  return about.findLast(({ passed }) => !passed) ?? about.at(-1) ?? null;
};

/** Packages of some content that no pass of its tests is about. */
export const untestedAmong = (
  { entries }: EvidenceState,
  digest: string,
  packages: readonly string[],
): readonly string[] => {
  const passes = entries.filter((entry) => entry.kind === TESTS && entry.digest === digest && entry.passed);
  return packages.filter((folder) => !passes.some((pass) => covers(pass, { folder })));
};

/** Tests of a package say nothing of those of another one. */
const isReplaced = (entry: Evidence, said: Evidence): boolean =>
  entry.kind === said.kind &&
  entry.digest === said.digest &&
  (said.passed ? covers(said, entry) : entry.folder === said.folder);

const evidenceIn = (event: Envelope): Evidence | null => {
  switch (event.type) {
    case 'TestRunFinished': {
      const { source, status, tree, runner, failures, partial, folder } = event.data as EventData<'TestRunFinished'>;
      // That some tests pass does not say that all do; that some fail does.
      if (source === 'claim' || status === 'unknown' || (status === 'pass' && partial === true)) return null;
      const entry = entryOf(event, TESTS, tree, 'code', status === 'pass', runner);
      if (entry === null) return null;
      return { ...entry, ...(entry.passed ? {} : { failures }), ...(folder === undefined ? {} : { folder }) };
    }
    case 'ReviewRecorded': {
      const { kind, plane, outcome, standing, tree, by } = event.data as EventData<'ReviewRecorded'>;
      const isVerdict = outcome === 'pass' || outcome === 'fail';
      return kind === null || standing === 'claim' || !isVerdict
        ? null
        : entryOf(event, kind, tree, plane, outcome === 'pass', by);
    }
    case 'ProofRecorded': {
      const { standing, tree } = event.data as EventData<'ProofRecorded'>;
      return standing === 'claim' ? null : entryOf(event, PROOF, tree, 'code', true, 'a person');
    }
    default:
      return null;
  }
};

type Tree = EventData<'ProofRecorded'>['tree'];

const entryOf = (
  { id, cause, at }: Envelope,
  kind: string,
  tree: Tree,
  plane: Plane,
  passed: boolean,
  by: string,
): Evidence | null => {
  const digest = tree?.[plane] ?? null;
  return digest === null ? null : { kind, digest, passed, event: id, cause, at, by };
};
