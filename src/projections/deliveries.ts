import type { Envelope } from '../events/envelope.ts';

interface Delivery {
  readonly actor: string;
  readonly type: string;
  readonly delivery: string;
  readonly id: string;
  readonly at: string;
  /** Types of the results that were recorded for it. */
  readonly results: readonly string[];
}

/** Host events recently seen in a session, newest last. */
export interface DeliveriesState {
  readonly recent: readonly Delivery[];
  readonly repeats: number;
}

export const NO_DELIVERIES: DeliveriesState = { recent: [], repeats: 0 };

const KEPT = 32;
const NO_RESULTS: readonly string[] = [];
/** The host starts all hooks of one event together; a tool call's id is its own, so this only bounds a resumed call. */
const CALL_WINDOW_MS = 60_000;
/** Events without an id of their own are recognised by content; two equal ones further apart than this are two. */
const CONTENT_WINDOW_MS = 2_000;

/**
 * The first delivery of the same host event, when this is another one (user and project registration, plugin and
 * settings), else null. Order is position: of two that run in parallel, the one that stands first in the log is the event.
 */
export const repeatOf = (state: DeliveriesState, event: Envelope): string | null => {
  const { recent } = state;
  for (let i = recent.length - 1; i >= 0; i -= 1) {
    const found = recent[i] as Delivery;
    if (found.delivery === event.delivery && found.type === event.type && found.actor === event.actor.id) {
      return isSameEvent(state, found, event) ? found.id : null;
    }
  }
  return null;
};

/** Takes a host event into account. Repeats are counted, not kept. */
export const withDelivery = (state: DeliveriesState, event: Envelope, repeat: boolean): DeliveriesState => {
  if (repeat) return { ...state, repeats: state.repeats + 1 };
  if (event.delivery === undefined) return state;
  const recent = state.recent.length < KEPT ? state.recent.slice() : state.recent.slice(1);
  recent.push({
    actor: event.actor.id,
    type: event.type,
    delivery: event.delivery,
    id: event.id,
    at: event.at,
    results: NO_RESULTS,
  });
  return { ...state, recent };
};

/** Events that say what a host event came to; each delivery records them, and only the first of them counts. */
const RESULTS: ReadonlySet<string> = new Set(['TestRunStarted', 'TestRunFinished']);

/**
 * Takes a result into account. Null when the same host event had one already: each of two deliveries that run in
 * parallel records what it saw, in case the other one is killed.
 */
export const withResult = (state: DeliveriesState, event: Envelope): DeliveriesState | null => {
  if (event.cause === null || !RESULTS.has(event.type)) return state;
  const index = state.recent.findLastIndex(({ id }) => id === event.cause);
  const delivery = state.recent[index];
  if (delivery === undefined) return state;
  if (delivery.results.includes(event.type)) return null;
  const noted = { ...delivery, results: [...delivery.results, event.type] };
  return { ...state, recent: state.recent.with(index, noted) };
};

const isSameEvent = (state: DeliveriesState, found: Delivery, event: Envelope): boolean => {
  const apart = Math.abs(Date.parse(event.at) - Date.parse(found.at));
  if (event.call !== null) return apart <= CALL_WINDOW_MS;
  // Between two deliveries of one event nothing else happens to the same actor.
  const latest = state.recent.findLast((delivery) => delivery.actor === event.actor.id);
  return apart <= CONTENT_WINDOW_MS && latest?.id === found.id;
};
