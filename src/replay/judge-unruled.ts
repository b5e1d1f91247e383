import type { Policy } from '../events/schemas.ts';
import type { Fold } from '../projections/fold.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { type Rejudged, rejudge } from './rejudge.ts';
import { hasWholeData } from './whole-data.ts';

/** What today's gates would have said of an event that nobody ruled on. */
export interface Hypothetical extends Rejudged {
  /** Of the policy that was in force; null where there was none, and today's was taken. */
  readonly fingerprint: string | null;
}

/**
 * Judges an event that nobody ruled on: under the policy that was in force, or where there was none under today's. `at` has
 * every event up to and including it.
 */
export const judgeUnruled = (call: RecordedCall, at: Fold, today: () => Policy): Hypothetical => {
  const { stream, worktree } = call.trigger.event;
  const { policy, fingerprint } = at.view(stream, worktree, call.facts.filter(hasWholeData)).policy;
  return policy === null
    ? { ...rejudge(call, at, { policy: today() }), fingerprint: null }
    : { ...rejudge(call, at), fingerprint: fingerprint ?? 'none' };
};
