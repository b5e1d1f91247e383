import type { Envelope } from '../../events/envelope.ts';
import type { Tab } from '../model/model.ts';
import type { Answer } from '../think/question.ts';
import type { WhyEvent } from '../think/row-why.ts';

/** What is known of the row that is chosen. */
export interface Known {
  /** The row's id. */
  readonly row: string | null;
  /** The row's events, in order. */
  readonly events: readonly Envelope[];
  /** Events that its verdicts name and what led to them, as far as that was read already. */
  readonly causes: Readonly<Record<string, WhyEvent>>;
  /** What was found out for the tab that is shown; null while nobody knows. */
  readonly answer: Answer | null;
}

export const NOTHING_KNOWN: Known = { row: null, events: [], causes: {}, answer: null };

/** What each tab has to ask, where it says more than the row's own events do. */
export const ASKED_BY: Readonly<Partial<Record<Tab, 'why' | 'state'>>> = { why: 'why', state: 'state', diff: 'state' };

/** Whether more will be known of what is shown. */
export const isThinking = ({ tab, known }: { readonly tab: Tab; readonly known: Known }): boolean =>
  known.row !== null && !isWhole(known.answer) && ASKED_BY[tab] !== undefined;

/** Whether an answer is all there is to know. */
export const isWhole = (answer: Answer | null | undefined): boolean =>
  answer != null && (answer.kind !== 'why' || answer.isWhole);
