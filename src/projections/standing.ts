import type { EventData } from '../events/schemas.ts';
import { type Evidence, type EvidenceState, evidenceFor } from './evidence.ts';
import { PROOF, TESTS } from './evidence-kinds.ts';
import type { View } from './fold.ts';
import type { Plane } from './planes.ts';
import { covers, TERMINAL, testsOf } from './test-results.ts';

/** Content that evidence is asked for, and the event that observed it. */
export interface KnownTree {
  readonly event: string;
  readonly tree: Readonly<Record<Plane, string | null>>;
  /** The packages whose code is asked about, by their folders, empty for the top; absent where nobody asks for each. */
  readonly packages?: readonly string[];
}

/** What is known about some content: whether it was tested, reviewed or seen to work, and how anybody knows. */
export interface Standing {
  readonly status: 'pass' | 'fail' | 'stale' | 'unknown' | 'missing';
  /** `tree`: the digest of the content says so; `order`: only the order of the session's events does. */
  readonly basis: 'tree' | 'order';
  readonly at: string | null;
  /** What said so: a test runner, a reviewer. */
  readonly by: string | null;
  /** Of tests, who told the result; null for the rest. */
  readonly source: EventData<'TestRunFinished'>['source'] | null;
  /** Of tests that fail, how many; null when nobody counted. */
  readonly failures: number | null;
  /** Why what is unknown is so; null for the rest. */
  readonly reason: string | null;
  readonly because: readonly string[];
  /** Of tests: only some of them ran, by name, so that a pass of those leaves the whole unknown. */
  readonly partial?: true;
  /** For what is stale: the pass, and the event after which it says nothing any more. */
  readonly undone: { readonly since: string; readonly by: string } | null;
}

/** The newest result of a kind in a worktree, as projections keep it. */
interface Latest {
  readonly status: 'pass' | 'fail' | 'unknown';
  readonly event: string;
  readonly cause: string | null;
  readonly at: string | null;
  readonly by: string | null;
  readonly stream: string | null;
  readonly digest: string | null;
  readonly changedBy: string | null;
  readonly source?: Standing['source'];
  readonly failures?: number | null;
  readonly reason?: string | null;
  readonly partial?: boolean;
}

/**
 * What is known about the content of `tree`, of a kind: `tests`, `proof`, or a kind of review. With a digest it is what
 * was said about exactly that content, in any session; a newer failure of other content still counts as one, and a
 * newer pass is stale. Without one the order of events within the session decides.
 */
export const standingOf = (state: View, kind: string, tree: KnownTree | null, stream: string): Standing => {
  const latest = latestOf(state, kind, stream);
  const digest = tree?.tree[planeOfKind(state, kind)] ?? null;
  if (digest === null || tree === null) return byOrder(latest, stream);
  const said = evidenceFor(state.evidence, kind, digest);
  if (said !== null) {
    const untested = kind === TESTS && said.passed ? untestedAmong(state.evidence, digest, tree.packages ?? []) : [];
    const { folder = '' } = said;
    return untested.length === 0 ? fromEvidence(said, tree) : ofOtherPackages(said, tree, folder, untested);
  }
  if (latest === null || isForeign(latest, stream)) return missing('tree', [tree.event]);
  // Made where git could not be asked: the order of events is all there is.
  if (latest.digest === null) return byOrder(latest, stream);
  const because = [...causesOf(latest), ...(latest.changedBy === null ? [] : [latest.changedBy]), tree.event];
  const about = { basis: 'tree' as const, at: latest.at, by: latest.by, because, ...detailsOf(latest) };
  if (latest.status === 'pass' && latest.partial === true) return { ...about, ...SOME };
  if (latest.status !== 'pass') return { ...about, status: latest.status, undone: null };
  return { ...about, status: 'stale', undone: { since: latest.event, by: latest.changedBy ?? tree.event } };
};

/** A pass of some tests: of the whole nobody knows. */
const SOME = { status: 'unknown', partial: true, reason: 'only some of the tests ran', undone: null } as const;

/**
 * What another session came to about other content says nothing here, but that there was a pass. What is recorded at a
 * terminal is no session's.
 */
const isForeign = ({ digest, stream, status }: Latest, own: string): boolean =>
  stream !== own && stream !== TERMINAL && (digest === null || status !== 'pass');

const planeOfKind = ({ review }: View, kind: string): Plane =>
  review.kinds[kind]?.plane ?? (kind === 'doc' ? 'docs' : 'code');

/** Packages of some content that no pass of its tests is about. */
const untestedAmong = ({ entries }: EvidenceState, digest: string, packages: readonly string[]): readonly string[] => {
  const passes = entries.filter((entry) => entry.kind === TESTS && entry.digest === digest && entry.passed);
  return packages.filter((folder) => !passes.some((pass) => covers(pass, { folder })));
};

/** The tests of one package say nothing of another one. */
const ofOtherPackages = (said: Evidence, tree: KnownTree, folder: string, untested: readonly string[]): Standing => ({
  ...fromEvidence(said, tree),
  status: 'unknown',
  partial: true,
  reason: `only the tests of ${folder} ran, and ${namesOf(untested)} ${untested.length === 1 ? 'changes' : 'change'} too`,
});

const namesOf = (folders: readonly string[]): string => {
  const names = folders.map((folder) => (folder === '' ? 'the code at the top' : folder));
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and others` : names.join(' and ');
};

const fromEvidence = (
  { passed, source, failures = null, at, by, event, cause }: Evidence,
  tree: KnownTree,
): Standing => ({
  status: passed ? 'pass' : 'fail',
  basis: 'tree',
  at,
  by,
  source: source ?? null,
  failures,
  reason: null,
  because: [event, ...(cause === null ? [] : [cause]), tree.event],
  undone: null,
});

const byOrder = (latest: Latest | null, stream: string): Standing => {
  if (latest === null || (latest.stream !== stream && latest.stream !== TERMINAL)) return missing('order', []);
  const { at, by, changedBy, status, partial } = latest;
  const because = [...causesOf(latest), ...(changedBy === null ? [] : [changedBy])];
  if (status === 'pass' && partial === true) return { basis: 'order', at, by, because, ...detailsOf(latest), ...SOME };
  const isStale = status === 'pass' && changedBy !== null;
  return {
    status: isStale ? 'stale' : status,
    basis: 'order',
    at,
    by,
    because,
    ...detailsOf(latest),
    undone: isStale ? { since: latest.event, by: changedBy } : null,
  };
};

const missing = (basis: Standing['basis'], because: readonly string[]): Standing => ({
  status: 'missing',
  basis,
  at: null,
  by: null,
  source: null,
  failures: null,
  reason: null,
  because,
  undone: null,
});

const detailsOf = ({
  status,
  source = null,
  failures = null,
  reason = null,
}: Latest): Pick<Standing, 'source' | 'failures' | 'reason'> => ({
  source,
  failures: status === 'fail' ? failures : null,
  reason: status === 'unknown' ? reason : null,
});

const causesOf = ({ event, cause }: Latest): string[] => [event, ...(cause === null ? [] : [cause])];

const latestOf = (state: View, kind: string, stream: string): Latest | null => {
  if (kind === TESTS) return latestTests(state, stream);
  if (kind === PROOF) {
    const { proof } = state.proof;
    // A person's word is not one session's: all that came after is known, whoever wrote it.
    return proof === null ? null : { ...proof, stream, status: 'pass', cause: null, by: 'a person' };
  }
  const result = Object.hasOwn(state.review.kinds, kind) ? state.review.kinds[kind] : undefined;
  if (result === undefined) return null;
  const { outcome } = result;
  return { ...result, status: outcome === 'pass' || outcome === 'fail' ? outcome : 'unknown' };
};

/** The session's own result where it has one: that of another session may be about other content. */
const latestTests = ({ tests }: View, stream: string): Latest | null => {
  const own = testsOf(tests, stream) ?? tests;
  const [event, cause = null] = own.because;
  if (own.status === null || event === undefined) return null;
  return { ...own, status: own.status, event, cause, by: own.runner };
};
