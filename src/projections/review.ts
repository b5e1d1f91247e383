import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { type Plane, planesWritten } from './planes.ts';
import type { Projection } from './projection.ts';
import { REVIEW } from './review-names.ts';
import { reviewBegan, reviewEnded } from './review-steps.ts';

type Outcome = EventData<'ReviewRecorded'>['outcome'];

/** What a kind of review came to last in the worktree. */
export interface ReviewResult {
  readonly plane: Plane;
  readonly outcome: Outcome;
  readonly sentinel: string | null;
  readonly by: string;
  /** When that was said. */
  readonly at: string;
  /** When it last ran: a run that came to nothing leaves what is known of the same content. */
  readonly lastRun: string;
  /** The session whose review it was. Without a tree digest a result speaks only for its own session. */
  readonly stream: string;
  readonly event: string;
  readonly cause: string | null;
  /** Of what was reviewed; null where git could not say. */
  readonly digest: string | null;
  /** The first write of that plane since. */
  readonly changedBy: string | null;
  /** The reviews of this kind before it, newest last. */
  readonly history: readonly { readonly event: string; readonly at: string; readonly outcome: Outcome }[];
}

export interface ReviewState {
  /** By kind: `code`, `doc`, `precommit`, and those of the policy. A kind that never ran is not in it. */
  readonly kinds: Readonly<Record<string, ReviewResult>>;
  /** Verdicts of subagents that were counted, newest last: whose, and a digest of the words. */
  readonly counted: readonly string[];
  /** Reviews under way, by the host's call id or the subagent's. */
  readonly running: Readonly<Record<string, RunningReview>>;
  /** A reviewer that did not work and whose kind nobody knows; null once any review came to a verdict, or something was written. */
  readonly broken: { readonly event: string; readonly at: string; readonly by: string; readonly stream: string } | null;
}

/** What there was as a review began, and what was written since. */
export interface RunningReview {
  readonly event: string;
  readonly digests: Readonly<Record<Plane, string | null>>;
  readonly changedBy: Readonly<Record<Plane, string | null>>;
}

/** Reviews by kind (seed 000): executed, passed, when, and the write that came after. Claims change nothing. */
export const reviewProjection: Projection<ReviewState> = {
  name: 'review',
  version: 3,
  scope: 'worktree',
  on: ['TreeObserved', 'ReviewRecorded', 'ToolCompleted', 'ChangesObserved'],
  initialState: { kinds: {}, counted: [], running: {}, broken: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TreeObserved':
        return (event.data as EventData<'TreeObserved'>).about.startsWith(REVIEW) ? reviewBegan(state, event) : state;
      case 'ReviewRecorded':
        return reviewEnded(state, event);
      default:
        return written(state, event);
    }
  },
};

const written = (state: ReviewState, event: Envelope): ReviewState => {
  const fresh = Object.entries(state.kinds).filter(([, { changedBy }]) => changedBy === null);
  const unchanged = Object.entries(state.running).filter(([, { changedBy }]) =>
    PLANES.some((of) => changedBy[of] === null),
  );
  if (fresh.length + unchanged.length === 0 && state.broken === null) return state;
  const planes = planesWritten(event);
  // It was tried on other content.
  const broken = planes.length === 0 ? state.broken : null;
  const undone = fresh.filter(([, { plane }]) => planes.includes(plane));
  const changed = unchanged.filter(([, { changedBy }]) => planes.some((of) => changedBy[of] === null));
  if (undone.length + changed.length === 0 && broken === state.broken) return state;
  return {
    ...state,
    broken,
    kinds: replaced(state.kinds, undone, (result) => ({ ...result, changedBy: event.id })),
    running: replaced(state.running, changed, (review) => ({
      ...review,
      changedBy: {
        ...review.changedBy,
        ...Object.fromEntries(planes.map((of) => [of, review.changedBy[of] ?? event.id])),
      },
    })),
  };
};

const PLANES: readonly Plane[] = ['code', 'docs'];

const replaced = <Value>(
  all: Readonly<Record<string, Value>>,
  some: readonly (readonly [string, Value])[],
  change: (value: Value) => Value,
): Readonly<Record<string, Value>> =>
  some.length === 0
    ? all
    : Object.fromEntries([...Object.entries(all), ...some.map(([name, value]) => [name, change(value)])]);
