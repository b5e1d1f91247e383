import type { Known } from '../detail/known.ts';
import type { SessionEntry } from '../source/session-entry.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import type { Size } from '../term/terminal.ts';
import type { WhatIf, WhatIfChange } from '../think/what-if.ts';

/** All that the screen shows. Changed only by commands and by what sources report, each giving a new one. */
export interface Model {
  readonly size: Size;
  readonly sessions: SessionsModel;
  /** The session that is open; null while the list of sessions is shown. */
  readonly session: SessionModel | null;
  /** What lies over the rest and takes the keys first. */
  readonly overlay: Overlay | null;
  /** One line for the person until the next key: what a command did, or why it did nothing. */
  readonly notice: string | null;
  /** Digits typed before a command: `12j`. */
  readonly count: number | null;
  /** Keys of a command that takes two, such as `g` of `gd`. */
  readonly pending: string | null;
}

export interface SessionsModel {
  /** Most recently active first. */
  readonly entries: readonly SessionEntry[];
  readonly filter: string;
  readonly cursor: number;
}

export interface SessionModel {
  readonly entry: SessionEntry;
  readonly rows: readonly TimelineRow[];
  /** Whether all of the session was read. */
  readonly isComplete: boolean;
  /** Index into the rows. */
  readonly cursor: number;
  readonly top: number;
  readonly tab: Tab;
  readonly focus: 'timeline' | 'detail';
  /** Line of the detail that is chosen, and the first one that is shown. */
  readonly detailCursor: number;
  readonly detailTop: number;
  /** Parts of the detail that are not as they are by themselves: opened or folded up by hand. */
  readonly toggled: ReadonlySet<string>;
  /** Id of the row that was marked, and of the one that the diff compares with; null for the events before. */
  readonly mark: string | null;
  readonly base: string | null;
  /** What is known of the row that is chosen; whoever carries out effects puts it in. */
  readonly known: Known;
  /** Where one jumped from, as in a browser. */
  readonly back: readonly Place[];
  readonly forward: readonly Place[];
}

/** Where one was: the row, and what of it was looked at. */
export interface Place extends Pick<SessionModel, 'tab' | 'detailCursor' | 'detailTop'> {
  /** Index into the rows. */
  readonly row: number;
}

export const TABS = ['event', 'state', 'diff', 'why', 'raw'] as const;
export type Tab = (typeof TABS)[number];

/** Help, the palette and everything else that asks for a text. */
export type Overlay =
  | { readonly kind: 'help'; readonly filter: string; readonly top: number }
  | { readonly kind: 'palette'; readonly text: string; readonly cursor: number }
  | WhatIfOverlay;

/** What would have been said under something else. Leaves no trace. */
export interface WhatIfOverlay {
  readonly kind: 'what-if';
  /** The row it was opened on: its index, and its events. */
  readonly row: number;
  readonly events: readonly string[];
  /** Gates in the order in which they are offered. */
  readonly gates: readonly string[];
  readonly focus: 'choices' | 'flips';
  /** Among the choices, and among what would be answered otherwise. */
  readonly choice: number;
  readonly flip: number;
  readonly change: WhatIfChange | null;
  /** The policy that was in force; null until it is known. */
  readonly policy: Pick<WhatIf, 'preset' | 'modes'> | null;
  /** What came of the change; null while nobody knows. */
  readonly found: WhatIf | { readonly failed: string } | null;
}
