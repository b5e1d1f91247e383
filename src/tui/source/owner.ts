import type { Envelope } from '../../events/envelope.ts';
import { jsonObject } from '../../events/json-object.ts';
import { NO_DELIVERIES, noteDelivery, remember, repeatOf } from '../../projections/deliveries.ts';
import type { TimelineRow } from './timeline-row.ts';

/** What has a row of its own; anything else belongs to the row of something else, or is a note. */
export const KINDS: Readonly<Record<string, TimelineRow['kind']>> = {
  PromptSubmitted: 'prompt',
  ToolRequested: 'call',
  TurnEnded: 'turn-end',
  TurnFailed: 'turn-end',
  SessionStarted: 'session',
  SessionEnded: 'session',
};

/** Which row an event belongs to, by what was seen before. */
export interface Owners {
  /** The row of an event that is no row of its own. */
  readonly ownerOf: (event: Envelope) => number | undefined;
  readonly rowOf: (event: string) => number | undefined;
  readonly note: (event: Envelope, row: number) => void;
}

/** Outcomes belong to their request, the end of a batch to its last call, what docket adds to what it was added for, other deliveries to the first one. */
export const startOwners = (): Owners => {
  const rowOfEvent = new Map<string, number>();
  const rowOfCall = new Map<string, number>();
  const deliveries = remember(NO_DELIVERIES);

  let lastCall: number | undefined;

  /** Of the last of its calls; none where one was never requested: only the batch tells of that. */
  const ofBatch = (calls: unknown): number | undefined => {
    // A large one stands beside the log.
    if (!Array.isArray(calls)) return lastCall;
    const rows = calls.map((call: unknown) => rowOfCall.get(String(jsonObject(call)['tool_use_id'])));
    return rows.includes(undefined) ? undefined : rows.at(-1);
  };

  return {
    rowOf: (event) => rowOfEvent.get(event),
    ownerOf: (event) => {
      const { type, call, cause, data } = event;
      const first = event.delivery === undefined ? null : repeatOf(deliveries, event);
      if (first !== null) return rowOfEvent.get(first);
      if (type in KINDS) return undefined;
      if (type === 'ToolBatchCompleted') return ofBatch(data['tool_calls']);
      const judged = type === 'GatesRuled' || type === 'AnswerSent' ? data['event'] : null;
      const row = typeof judged === 'string' ? rowOfEvent.get(judged) : undefined;
      if (row !== undefined) return row;
      const led = cause === null ? undefined : rowOfEvent.get(cause);
      return led ?? (call === null ? undefined : rowOfCall.get(call));
    },
    note: (event, row) => {
      const { id, type, call } = event;
      rowOfEvent.set(id, row);
      if (type === 'ToolRequested' && call !== null) {
        rowOfCall.set(call, row);
        lastCall = row;
      }
      if (event.delivery !== undefined) noteDelivery(deliveries, event, repeatOf(deliveries, event) !== null);
    },
  };
};
