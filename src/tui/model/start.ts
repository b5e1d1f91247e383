import { NOTHING_KNOWN } from '../detail/known.ts';
import type { SessionEntry } from '../source/session-entry.ts';
import type { Size } from '../term/terminal.ts';
import type { Model, SessionModel } from './model.ts';

export const startModel = (size: Size, entries: readonly SessionEntry[], now: number): Model => ({
  size,
  sessions: { entries, filter: '', cursor: 0, isComplete: true },
  session: null,
  left: new Map(),
  overlay: null,
  notice: null,
  count: null,
  pending: null,
  time: 'utc',
  now,
  isZoomed: false,
});

/** A session at one of its rows, once that was read; else at its first one. */
export const startSession = (entry: SessionEntry, row: string | null = null): SessionModel => ({
  entry,
  all: [],
  rows: [],
  chips: [],
  parts: new Map(),
  play: { isOn: false, speed: 1 },
  follow: null,
  search: null,
  found: null,
  isComplete: false,
  cursor: 0,
  top: 0,
  tab: 'why',
  focus: 'timeline',
  detailCursor: 0,
  detailTop: 0,
  toggled: new Set(),
  mark: null,
  base: null,
  known: NOTHING_KNOWN,
  back: [],
  forward: [],
  wanted: row === null ? null : { row, tab: 'why', detailCursor: 0, detailTop: 0 },
});
