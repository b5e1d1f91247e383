import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import type { Position } from '../../events/position.ts';
import type { StateChange, StateChanges } from '../../replay/state-changes.ts';
import type { RowWhy } from './row-why.ts';
import type { WhatIf, WhatIfChange } from './what-if.ts';

/** A row's place in the log: from its first event to its last one. */
export interface Stretch {
  readonly from: Position;
  readonly to: Position;
}

/** What is asked about a session, and takes long enough to be found out beside the drawing. */
export type Question =
  | { readonly kind: 'why'; readonly lines: readonly LogLine[] }
  | {
      readonly kind: 'state';
      readonly session: string;
      /** Ids of the row's events. */
      readonly events: readonly string[];
      readonly row: Stretch;
      /** What to compare with. */
      readonly base: Stretch | null;
    }
  | {
      readonly kind: 'what-if';
      readonly session: string;
      /** The event whose policy is meant. */
      readonly at: Position;
      readonly change: WhatIfChange | null;
    };

/** What came of it. Plain data: it may come from another thread. */
export type Answer = (
  | ({ readonly kind: 'why' } & RowWhy)
  | ({ readonly kind: 'state' } & RowState)
  | ({ readonly kind: 'what-if' } & WhatIf)
  | { readonly kind: 'failed'; readonly message: string }
) & {
  /** Segments of the log that cannot be read, and that it was found out without. */
  readonly without?: readonly number[];
};

/** What a session had come to at a row, and what the row did to it. */
export interface RowState {
  /** By projection, behind the row's last event. */
  readonly state: Readonly<Record<string, unknown>>;
  /** Projections that say nothing but what a new session says. */
  readonly untouched: readonly string[];
  /** Of each event of the row, what it changed. */
  readonly steps: readonly { readonly event: Pick<Envelope, 'id' | 'type' | 'at'>; readonly changes: StateChanges }[];
  /** Against the base, where there is one. */
  readonly sinceBase: readonly StateChange[] | null;
  /** Changes against the base that are left out. */
  readonly more: number;
}

/**
 * Finds out one thing after the other; null where another question came before it was answered. Tells what is known of it
 * already where the rest takes longer.
 */
export type Ask = (question: Question, onPart?: (answer: Answer) => void) => Promise<Answer | null>;
