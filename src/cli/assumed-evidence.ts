import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Evidence } from '../projections/evidence.ts';
import { PROOF, TESTS } from '../projections/evidence-kinds.ts';
import type { View } from '../projections/fold.ts';
import type { Plane } from '../projections/planes.ts';

/** Where something is assumed: the session that is judged, and what was recorded for it, the trigger first. */
export interface AssumedIn {
  readonly stream: string;
  readonly events: readonly Envelope[];
}

export type PassFail = 'pass' | 'fail' | 'missing';

/** Stands for the event that nobody recorded. */
const ASSUMED = 'assumed';

/**
 * Evidence of a kind about all content that was observed, in place of what is known of it. Where git could not say what
 * that is, the order of events decides, so what projections keep must say the same.
 */
const withEvidence = (state: View, kind: string, plane: Plane, value: PassFail, where: AssumedIn): View => {
  const digests = where.events.flatMap(({ type, data }) => {
    const digest = type === 'TreeObserved' ? (data as EventData<'TreeObserved'>).tree[plane] : null;
    return digest === null ? [] : [digest];
  });
  const others = state.evidence.entries.filter((entry) => entry.kind !== kind);
  const passed = value === 'pass';
  const said = [...new Set(digests)].map((digest): Evidence => {
    return { kind, digest, passed, event: ASSUMED, cause: null, at: timeOf(state, where), by: ASSUMED };
  });
  return { ...state, evidence: { entries: value === 'missing' ? others : [...others, ...said] } };
};

const timeOf = ({ session }: View, { events }: AssumedIn): string => events[0]?.at ?? session.startedAt ?? '';

/** Results count for the session that is judged. */
export const withTests = (before: View, value: PassFail, where: AssumedIn): View => {
  const state = withEvidence(before, TESTS, 'code', value, where);
  const known = value === 'missing' ? null : value;
  return {
    ...state,
    tests: {
      ...state.tests,
      status: known,
      failures: known === 'fail' ? 1 : known === 'pass' ? 0 : null,
      passed: null,
      runner: known === null ? null : ASSUMED,
      source: null,
      reason: known === null ? null : ASSUMED,
      at: known === null ? null : timeOf(state, where),
      stream: where.stream,
      because: known === null ? [] : [ASSUMED],
      digest: null,
      changedBy: null,
      partial: false,
      folder: '',
      others: [],
    },
  };
};

export const withReview = (before: View, kind: string, value: PassFail, where: AssumedIn): View => {
  const plane: Plane = kind === 'doc' ? 'docs' : 'code';
  const state = withEvidence(before, kind, plane, value, where);
  const { [kind]: _, ...others } = state.review.kinds;
  if (value === 'missing') return { ...state, review: { ...state.review, kinds: others } };
  const result = {
    plane,
    outcome: value,
    sentinel: null,
    by: ASSUMED,
    at: timeOf(state, where),
    lastRun: timeOf(state, where),
    stream: where.stream,
    event: ASSUMED,
    cause: null,
    digest: null,
    changedBy: null,
    history: [],
  };
  return { ...state, review: { ...state.review, kinds: { ...others, [kind]: result } } };
};

/** `pending`: somebody saw it work, and the code is another one since. */
export const withProof = (before: View, value: 'verified' | 'pending' | 'missing', where: AssumedIn): View => {
  const isVerified = value === 'verified';
  const state = withEvidence(before, PROOF, 'code', isVerified ? 'pass' : 'missing', where);
  if (value === 'missing') return { ...state, proof: { proof: null } };
  const proof = {
    event: ASSUMED,
    at: timeOf(state, where),
    stream: where.stream,
    note: ASSUMED,
    digest: null,
    changedBy: isVerified ? null : ASSUMED,
  };
  return { ...state, proof: { proof } };
};
