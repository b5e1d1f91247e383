import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { ReviewResult, ReviewState } from './review.ts';
import { REVIEW, verdictKey } from './review-names.ts';

const MOST_KINDS = 16;
const KEPT_HISTORY = 4;
const KEPT_COUNTED = 32;
const MOST_RUNNING = 32;

/** A review began: what there is now is what it looks at. */
export const reviewBegan = (state: ReviewState, event: Envelope): ReviewState => {
  const { about, tree } = event.data as EventData<'TreeObserved'>;
  const key = about.slice(REVIEW.length);
  const review = {
    event: event.id,
    digests: { code: tree.code, docs: tree.docs },
    changedBy: { code: null, docs: null },
  };
  const others = Object.entries(state.running).filter(([other]) => other !== key);
  return { ...state, running: Object.fromEntries([...others, [key, review]].slice(-MOST_RUNNING)) };
};

/** A review came to something. */
export const reviewEnded = (before: ReviewState, event: Envelope): ReviewState => {
  const data = event.data as EventData<'ReviewRecorded'>;
  const { kind, plane, outcome, sentinel, by, standing, tree, agent, words } = data;
  const state = ended(before, event.call);
  if (standing === 'claim') return state;
  const counted =
    agent === undefined || words === undefined
      ? state.counted
      : [...state.counted, verdictKey(agent, words)].slice(-KEPT_COUNTED);
  const { id, at, stream, cause } = event;
  if (kind === null)
    return { ...state, counted, broken: outcome === 'broken' ? { event: id, at, by, stream } : state.broken };
  const last = Object.hasOwn(state.kinds, kind) ? state.kinds[kind] : undefined;
  const history = last === undefined ? [] : [...last.history, historyOf(last)].slice(-KEPT_HISTORY);
  const digest = tree?.[plane] ?? null;
  const isVerdict = outcome === 'pass' || outcome === 'fail';
  const result: ReviewResult =
    last !== undefined && !isVerdict && stillHolds(last, digest)
      ? { ...last, lastRun: at }
      : { plane, outcome, sentinel, by, at, lastRun: at, stream, event: id, cause, digest, changedBy: null, history };
  const kept = Object.entries(state.kinds)
    .filter(([other]) => other !== kind)
    .slice(-(MOST_KINDS - 1));
  const kinds = Object.fromEntries([...kept, [kind, result]]);
  return { ...state, kinds, counted, broken: isVerdict ? null : state.broken };
};

/** A run that says nothing certain takes no verdict away about the same content: a failure must not be hidden by it. */
const stillHolds = ({ outcome, changedBy, digest: of }: ReviewResult, digest: string | null): boolean =>
  (outcome === 'pass' || outcome === 'fail') && changedBy === null && (of === digest || of === null || digest === null);

const ended = (state: ReviewState, call: string | null): ReviewState => {
  if (call === null || !Object.hasOwn(state.running, call)) return state;
  const { [call]: _ended, ...running } = state.running;
  return { ...state, running };
};

const historyOf = ({ event, at, outcome }: ReviewResult): ReviewResult['history'][number] => ({ event, at, outcome });
