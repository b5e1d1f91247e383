import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { type Plane, planesWritten } from './planes.ts';
import type { Projection } from './projection.ts';

type Outcome = EventData<'ReviewRecorded'>['outcome'];

/** What a kind of review came to last in the worktree. */
export interface ReviewResult {
  readonly plane: Plane;
  readonly outcome: Outcome;
  readonly sentinel: string | null;
  readonly by: string;
  readonly at: string;
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
}

const MOST_KINDS = 16;
const KEPT_HISTORY = 4;
const KEPT_COUNTED = 32;

/** What identifies a subagent's verdict: it is told by the end of the subagent and by the tool that ran it. */
export const verdictKey = (agent: string, words: string): string => `${agent} ${words}`;

/** Reviews by kind (seed 000): executed, passed, when, and the write that came after. Claims change nothing. */
export const reviewProjection: Projection<ReviewState> = {
  name: 'review',
  version: 1,
  scope: 'worktree',
  on: ['ReviewRecorded', 'ToolCompleted', 'ChangesObserved'],
  initialState: { kinds: {}, counted: [] },
  evolve: (state, event) => (event.type === 'ReviewRecorded' ? reviewed(state, event) : written(state, event)),
};

const reviewed = (state: ReviewState, event: Envelope): ReviewState => {
  const data = event.data as EventData<'ReviewRecorded'>;
  const { kind, plane, outcome, sentinel, by, standing, tree, agent, words } = data;
  if (standing === 'claim') return state;
  const counted =
    agent === undefined || words === undefined
      ? state.counted
      : [...state.counted, verdictKey(agent, words)].slice(-KEPT_COUNTED);
  if (kind === null) return counted === state.counted ? state : { ...state, counted };
  const last = Object.hasOwn(state.kinds, kind) ? state.kinds[kind] : undefined;
  const history = last === undefined ? [] : [...last.history, historyOf(last)].slice(-KEPT_HISTORY);
  const result: ReviewResult = {
    plane,
    outcome,
    sentinel,
    by,
    at: event.at,
    stream: event.stream,
    event: event.id,
    cause: event.cause,
    digest: tree?.[plane] ?? null,
    changedBy: null,
    history,
  };
  const kept = Object.entries(state.kinds)
    .filter(([other]) => other !== kind)
    .slice(-(MOST_KINDS - 1));
  return { kinds: { ...Object.fromEntries(kept), [kind]: result }, counted };
};

const historyOf = ({ event, at, outcome }: ReviewResult): ReviewResult['history'][number] => ({ event, at, outcome });

const written = (state: ReviewState, event: Envelope): ReviewState => {
  const fresh = Object.entries(state.kinds).filter(([, { changedBy }]) => changedBy === null);
  if (fresh.length === 0) return state;
  const planes = planesWritten(event);
  const undone = fresh.filter(([, { plane }]) => planes.includes(plane));
  if (undone.length === 0) return state;
  const changed = undone.map(([kind, result]) => [kind, { ...result, changedBy: event.id }]);
  return { ...state, kinds: { ...state.kinds, ...Object.fromEntries(changed) } };
};
