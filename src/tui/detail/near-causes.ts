import type { Envelope } from '../../events/envelope.ts';
import { verdictsIn } from '../../replay/summary.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { briefly } from '../think/briefly.ts';
import type { WhyEvent } from '../think/row-why.ts';

/** What was read of a session. */
export interface NearEvents {
  readonly event: (id: string) => Envelope | undefined;
  /** The row that an event belongs to: its index among all rows. */
  readonly rowOf: (id: string) => number | undefined;
  readonly rows: readonly TimelineRow[];
}

/** So many steps lead from a test run to its prompt, and more than any cause that is known. */
const FURTHEST = 20;

/**
 * The events that the verdicts of a row name and what led to them, from what was read already: there at once, while the
 * rest of the explanation is found out. What a call came to follows from its request, all work from its prompt.
 */
export const nearCauses = (events: readonly Envelope[], near: NearEvents): Readonly<Record<string, WhyEvent>> => {
  const found: Record<string, WhyEvent> = {};
  const named = events.flatMap(({ type, data }) =>
    type === 'GatesRuled'
      ? verdictsIn(data).flatMap(({ conditions = [], limits = [] }) =>
          [...conditions, ...limits].flatMap(({ because, undone }) =>
            undone === undefined ? because : [...because, undone.since, undone.by],
          ),
        )
      : [],
  );
  for (const id of [...events.map((event) => event.id), ...named]) {
    let next: string | null = id;
    for (let step = 0; next !== null && !(next in found) && step < FURTHEST; step += 1) {
      const event = near.event(next);
      if (event === undefined) break;
      const cause = causeOf(event, near);
      found[event.id] = briefly(event, cause);
      next = cause;
    }
  }
  return found;
};

const causeOf = (event: Envelope, { rowOf, rows }: NearEvents): string | null => {
  if (event.cause !== null) return event.cause;
  const index = rowOf(event.id);
  const row = index === undefined ? undefined : rows[index];
  if (index === undefined || row === undefined || row.kind === 'prompt' || row.kind === 'session') return null;
  if (row.kind === 'call' && row.id !== event.id) return row.id;
  for (let before = index - 1; before >= 0; before -= 1) {
    const other = rows[before];
    if (other === undefined || other.turn !== row.turn) return null;
    if (other.kind === 'prompt') return other.id;
  }
  return null;
};
