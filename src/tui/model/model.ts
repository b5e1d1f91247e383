import type { Known } from '../detail/known.ts';
import type { SessionEntry } from '../source/session-entry.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import type { Size } from '../term/terminal.ts';
import type { Answer } from '../think/question.ts';
import type { WhatIf, WhatIfChange } from '../think/what-if.ts';
import type { Chip } from './chips.ts';
import type { Found } from './search.ts';

/** All that the screen shows. Changed only by commands and by what sources report, each giving a new one. */
export interface Model {
  readonly size: Size;
  readonly sessions: SessionsModel;
  /** The session that is open; null while the list of sessions is shown. */
  readonly session: SessionModel | null;
  /** Sessions that were left, by their ids: opened again they are as they were. */
  readonly left: ReadonlyMap<string, SessionModel>;
  /** What lies over the rest and takes the keys first. */
  readonly overlay: Overlay | null;
  /** One line for the person until the next key: what a command did, or why it did nothing. */
  readonly notice: string | null;
  /** Digits typed before a command: `12j`. */
  readonly count: number | null;
  /** Keys of a command that takes two, such as `g` of `gd`. */
  readonly pending: string | null;
  /** How times are told; `relative` is to the start of the session, and in the list to now. */
  readonly time: TimeFormat;
  /** Milliseconds since the epoch, as of the last key. */
  readonly now: number;
  /** Whether one pane has the whole screen. */
  readonly isZoomed: boolean;
}

export const TIME_FORMATS = ['utc', 'local', 'relative'] as const;
export type TimeFormat = (typeof TIME_FORMATS)[number];

export interface SessionsModel {
  /** The folder of the log that they come from; absent where nobody said it. */
  readonly place?: string;
  /** Most recently active first. */
  readonly entries: readonly SessionEntry[];
  readonly filter: string;
  readonly cursor: number;
  /** False while the log is still looked through for them. */
  readonly isComplete: boolean;
}

export interface SessionModel {
  readonly entry: SessionEntry;
  /** All rows of it that were read; and those that the chips leave with the parts of those that are open, which are shown. */
  readonly all: readonly TimelineRow[];
  readonly rows: readonly TimelineRow[];
  readonly chips: readonly Chip[];
  /** What is shown below rows that are open, by their ids. */
  readonly parts: ReadonlyMap<string, readonly TimelineRow[]>;
  readonly play: Play;
  /** How the session is followed as it goes on; null where it is not. */
  readonly follow: Follow | null;
  /** What was searched for last; its places are marked. */
  readonly search: string | null;
  /** What of it, or of what is typed, was found in what the events say; null where nothing was looked through. */
  readonly found: Found | null;
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
  /** Where one was when it was left, until that was read again. */
  readonly wanted: Place | null;
}

/** Going on by itself from row to row. */
export interface Play {
  readonly isOn: boolean;
  /** How many times faster than it was. */
  readonly speed: number;
}

/** Staying at the newest row; who goes up stays there, and is told how much came since. */
export interface Follow {
  readonly isPaused: boolean;
  /** How many rows there were when it was paused. */
  readonly from: number;
}

/** Where one was: the row, and what of it was looked at. */
export interface Place extends Pick<SessionModel, 'tab' | 'detailCursor' | 'detailTop'> {
  /** The row's id. */
  readonly row: string;
}

export const TABS = ['event', 'state', 'diff', 'why', 'raw'] as const;
export type Tab = (typeof TABS)[number];

/** Help, the palette and everything else that asks for a text. */
export type Overlay =
  | WhatIfOverlay
  | { readonly kind: 'help'; readonly text: string; readonly top: number }
  | { readonly kind: 'palette'; readonly text: string; readonly cursor: number }
  /** Of the list of sessions, which is filtered as one types; `before` is what Escape brings back. */
  | { readonly kind: 'list-filter'; readonly text: string; readonly before: string }
  /** In a session, from a row on. */
  | { readonly kind: 'search'; readonly text: string; readonly from: number }
  | { readonly kind: 'filter'; readonly text: string; readonly cursor: number }
  | { readonly kind: 'export'; readonly text: string; readonly what: ExportWhat };

/** The events of the chosen row, of the rows that the filter leaves, or of the whole session. */
export const EXPORT_WHATS = ['row', 'rows', 'session'] as const;
export type ExportWhat = (typeof EXPORT_WHATS)[number];

/** What would have been said under something else. Leaves no trace. */
export interface WhatIfOverlay {
  readonly kind: 'what-if';
  /** The row it was opened on, and its events. */
  readonly row: string;
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
  readonly found: (WhatIf & Pick<Answer, 'without'>) | { readonly failed: string } | null;
}
