import type { EventData } from '../../events/schemas.ts';
import { evidenceFor } from '../../projections/evidence.ts';
import { PROOF, TESTS } from '../../projections/evidence-kinds.ts';
import type { View } from '../../projections/fold.ts';
import type { Plane } from '../../projections/planes.ts';
import { type KnownTree, type Standing, standingOf } from '../../projections/standing.ts';
import { testsOf } from '../../projections/test-results.ts';
import { LOOKED } from '../look-now.ts';

/** The state of a session, and which content its worktree holds now: evidence is about content. */
export interface Present {
  readonly view: View;
  /** Null where no session is known. */
  readonly stream: string | null;
  /** The session was imported: hooks saw none of it. */
  readonly isImported: boolean;
  /** Of the session, else of where the command is called. */
  readonly worktree: string;
  readonly tree: EventData<'TreeObserved'>;
  /** Null where there is none. */
  readonly plan: EventData<'PlanObserved'> | null;
}

/** What a kind of evidence says of the content there is now. */
export interface Shown {
  readonly at: string | null;
  readonly by: string | null;
  /** `tree`: the digest of the content says so; `order`: only the order of the session's events does. */
  readonly basis: Standing['basis'];
  /** The event after which a pass said nothing any more. */
  readonly undoneBy: string | null;
}

export interface TestsShown extends Shown {
  /** Who told the result. */
  readonly source: Standing['source'];
  readonly status: 'pass' | 'fail' | 'unknown' | null;
  readonly failures: number | null;
  /** What it says is about other code. */
  readonly stale: boolean;
  readonly session: string | null;
  readonly running: readonly string[];
}

export interface ReviewShown extends Shown {
  readonly executed: true;
  /** Of the content there is now. */
  readonly passed: boolean;
  readonly lastRun: string | null;
  readonly outcome: string | null;
  readonly history: readonly { readonly at: string; readonly outcome: string }[];
}

export interface ProofShown extends Shown {
  readonly status: 'verified' | 'pending';
  readonly note: string;
}

const known = ({ tree }: Present): KnownTree => ({ event: LOOKED, tree: tree.tree });

const standingNow = (present: Present, kind: string): Standing =>
  standingOf(present.view, kind, known(present), present.stream ?? '');

const shown = ({ at, by, basis, undone }: Standing): Shown => ({ at, by, basis, undoneBy: undone?.by ?? null });

/** Whether a result is about other content than there is now. */
const isOfOther = (
  { view, tree }: Present,
  kind: string,
  plane: Plane,
  { digest, changedBy }: { readonly digest: string | null; readonly changedBy: string | null },
): boolean => {
  const now = tree.tree[plane];
  if (now === null || digest === null) return changedBy !== null;
  return digest !== now && evidenceFor(view.evidence, kind, now) === null;
};

export const testsNow = (present: Present): TestsShown => {
  const { view, stream } = present;
  const { running, ...newest } = view.tests;
  const latest = testsOf(view.tests, stream ?? '') ?? newest;
  const standing = standingNow(present, TESTS);
  const { status } = standing;
  // Of another session, and of content that nobody knows: it is no evidence here, and still the newest there is.
  const isForeign = status === 'missing';
  const isLatest = isForeign || standing.at === latest.at;
  return {
    ...shown(standing),
    status: isForeign ? latest.status : status === 'stale' ? 'pass' : status,
    at: isForeign ? latest.at : standing.at,
    by: isForeign ? latest.runner : standing.by,
    source: isForeign ? latest.source : standing.source,
    failures: isLatest ? latest.failures : standing.failures,
    stale: status !== 'pass' && isOfOther(present, TESTS, 'code', latest),
    session: isLatest ? latest.stream : null,
    running: Object.values(running).map(({ runner }) => runner),
  };
};

/** Null for a review that nobody ever saw. */
export const reviewNow = (present: Present, kind: string): ReviewShown | null => {
  const { kinds } = present.view.review;
  const last = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  const standing = standingNow(present, kind);
  if (last === undefined && standing.status === 'missing') return null;
  const isMissing = standing.status === 'missing';
  return {
    executed: true,
    passed: standing.status === 'pass',
    lastRun: last?.lastRun ?? standing.at,
    ...shown(standing),
    at: isMissing ? (last?.at ?? null) : standing.at,
    by: isMissing ? (last?.by ?? null) : standing.by,
    outcome: last?.outcome ?? (standing.status === 'pass' ? 'pass' : 'fail'),
    history: (last?.history ?? []).map(({ at, outcome }) => ({ at, outcome })),
  };
};

/** Null where nobody ever saw it work, or took that back. */
export const proofNow = (present: Present): ProofShown | null => {
  const { proof } = present.view.proof;
  const standing = standingNow(present, PROOF);
  if (proof === null && standing.status !== 'pass') return null;
  const isVerified = standing.status === 'pass';
  return {
    status: isVerified ? 'verified' : 'pending',
    ...shown(standing),
    at: standing.at ?? proof?.at ?? null,
    note: proof?.note ?? '',
  };
};
