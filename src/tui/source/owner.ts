import type { Envelope } from '../../events/envelope.ts';
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

/** Another delivery of an event comes soon after the first. */
const MOST_DELIVERIES = 64;

/** Which row an event belongs to, by what was seen before. */
export interface Owners {
  /** The row of an event that is no row of its own. */
  readonly ownerOf: (event: Envelope) => number | undefined;
  readonly rowOf: (event: string) => number | undefined;
  readonly note: (event: Envelope, row: number) => void;
}

/** Outcomes belong to their request, what docket adds to what it was added for, other deliveries to the first one. */
export const startOwners = (): Owners => {
  const rowOfEvent = new Map<string, number>();
  const rowOfCall = new Map<string, number>();
  const rowOfDelivery = new Map<string, number>();

  return {
    rowOf: (event) => rowOfEvent.get(event),
    ownerOf: (event) => {
      const { type, call, cause, data, delivery } = event;
      const first = delivery === undefined ? undefined : rowOfDelivery.get(`${type} ${delivery}`);
      if (first !== undefined) return first;
      if (type in KINDS) return undefined;
      const judged = type === 'GatesRuled' || type === 'AnswerSent' ? data['event'] : null;
      const row = typeof judged === 'string' ? rowOfEvent.get(judged) : undefined;
      if (row !== undefined) return row;
      const led = cause === null ? undefined : rowOfEvent.get(cause);
      return led ?? (call === null ? undefined : rowOfCall.get(call));
    },
    note: ({ id, type, call, delivery }, row) => {
      rowOfEvent.set(id, row);
      if (type === 'ToolRequested' && call !== null) rowOfCall.set(call, row);
      if (delivery === undefined) return;
      rowOfDelivery.set(`${type} ${delivery}`, row);
      const [oldest] = rowOfDelivery.keys();
      if (rowOfDelivery.size > MOST_DELIVERIES && oldest !== undefined) rowOfDelivery.delete(oldest);
    },
  };
};
