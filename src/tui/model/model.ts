import type { SessionEntry } from '../source/session-entry.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import type { Size } from '../term/terminal.ts';

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
  /** First line of the detail that is shown. */
  readonly detailTop: number;
  /** Indices of rows that were jumped from, as in a browser. */
  readonly back: readonly number[];
  readonly forward: readonly number[];
}

export const TABS = ['event', 'state', 'diff', 'why', 'raw'] as const;
export type Tab = (typeof TABS)[number];

/** Help, the palette and everything else that asks for a text. */
export type Overlay =
  | { readonly kind: 'help'; readonly filter: string; readonly top: number }
  | { readonly kind: 'palette'; readonly text: string; readonly cursor: number };
