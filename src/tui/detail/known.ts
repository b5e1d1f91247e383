import type { Envelope } from '../../events/envelope.ts';
import type { Answer } from '../think/question.ts';

/** What is known of the row that is chosen. */
export interface Known {
  /** The row's id. */
  readonly row: string | null;
  /** The row's events, in order. */
  readonly events: readonly Envelope[];
  /** What was found out for the tab that is shown; null while nobody knows. */
  readonly answer: Answer | null;
}

export const NOTHING_KNOWN: Known = { row: null, events: [], answer: null };
