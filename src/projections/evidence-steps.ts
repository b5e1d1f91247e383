import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Evidence, EvidenceState } from './evidence.ts';
import { PROOF, TESTS } from './evidence-kinds.ts';
import type { Plane } from './planes.ts';
import { covers } from './test-results.ts';

const MOST_ENTRIES = 96;

/** What is known of contents after an event that says something of one. */
export const evidenceAfter = (state: EvidenceState, event: Envelope): EvidenceState => {
  if (event.type === 'ProofRevoked') {
    const entries = state.entries.filter(({ kind }) => kind !== PROOF);
    return entries.length === state.entries.length ? state : { entries };
  }
  const said = evidenceIn(event);
  if (said === null) return state;
  const others = state.entries.filter((entry) => !isReplaced(entry, said));
  return { entries: [...others, said].slice(-MOST_ENTRIES) };
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
      return { ...entry, source, ...(entry.passed ? {} : { failures }), ...(folder === undefined ? {} : { folder }) };
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
