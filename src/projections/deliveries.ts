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

/** The same, as a fold keeps it for itself: changed in place, since copying it would be a tenth of folding a long log. */
export interface DeliveryMemory {
  readonly recent: Delivery[];
  repeats: number;
}

/** A memory of its own with what a state holds. */
export const remember = ({ recent, repeats }: DeliveriesState): DeliveryMemory => ({ recent: [...recent], repeats });

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
export const noteDelivery = (memory: DeliveryMemory, event: Envelope, repeat: boolean): void => {
  if (repeat) memory.repeats += 1;
  else if (event.delivery !== undefined) {
    if (memory.recent.length >= KEPT) memory.recent.shift();
    memory.recent.push({
      actor: event.actor.id,
      type: event.type,
      delivery: event.delivery,
      id: event.id,
      at: event.at,
      results: NO_RESULTS,
    });
  }
};

/** Events that say what a host event came to; each delivery records them, and only the first of them counts. */
const RESULTS: ReadonlySet<string> = new Set(['TestRunStarted', 'TestRunFinished']);

/**
 * Takes a result into account. False when the same host event had one already: each of two deliveries that run in
 * parallel records what it saw, in case the other one is killed.
 */
export const noteResult = (memory: DeliveryMemory, event: Envelope): boolean => {
  // A worker's runs are nobody's delivery: several may go back to one write.
  if (event.cause === null || !RESULTS.has(event.type) || event.provenance === 'worker') return true;
  const index = memory.recent.findLastIndex(({ id }) => id === event.cause);
  const delivery = memory.recent[index];
  if (delivery === undefined) return true;
  if (delivery.results.includes(event.type)) return false;
  memory.recent[index] = { ...delivery, results: [...delivery.results, event.type] };
  return true;
};

/** What `deliver` says of an event that is not known yet. */
export const NEW = '';

/**
 * Notes a delivery. `NEW` when the event says something that is not known yet, the first delivery when it is another
 * one, null when it is a result that was recorded already.
 */
export const deliver = (memory: DeliveryMemory, event: Envelope): string | null => {
  if (event.delivery === undefined) return noteResult(memory, event) ? NEW : null;
  const repeated = repeatOf(memory, event);
  noteDelivery(memory, event, repeated !== null);
  return repeated ?? NEW;
};

const isSameEvent = (state: DeliveriesState, found: Delivery, event: Envelope): boolean => {
  const apart = Math.abs(Date.parse(event.at) - Date.parse(found.at));
  if (event.call !== null) return apart <= CALL_WINDOW_MS;
  // Between two deliveries of one event nothing else happens to the same actor.
  const latest = state.recent.findLast((delivery) => delivery.actor === event.actor.id);
  return apart <= CONTENT_WINDOW_MS && latest?.id === found.id;
};
