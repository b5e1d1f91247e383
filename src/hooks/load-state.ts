import { type Envelope, isEnvelope } from '../events/envelope.ts';
import { isLogLine, type LogBlock, type LogLine, parseBlock, readBlocks } from '../events/log-reader.ts';
import { comparePositions, LOG_START, type Position } from '../events/position.ts';
import { isOfThisLog, printBefore } from '../events/print.ts';
import { readStream } from '../events/read-stream.ts';
import { LONGEST_LINE, type LogFolder, NEWLINE } from '../events/segments.ts';
import { type Fold, type FoldOptions, foldStream, type StreamStates, startFold } from '../projections/fold.ts';
import { makeSnapshot } from '../projections/make-snapshot.ts';
import { mayBeEvicted, type Snapshot, storedStates } from '../projections/snapshot.ts';
import { writeSnapshot } from './save-snapshot.ts';
import { readSnapshot } from './snapshot-file.ts';

/** The state of a log at an event, and what follows it. */
export interface LoadedState {
  /** Advanced up to and including the event asked for, or to the end. */
  readonly fold: Fold;
  /** Where the event stands; null when it was not found. */
  readonly position: Position | null;
  /** The first delivery of the same host event, when the event is another one. */
  readonly repeatOf: string | null;
  /** The last few events up to and including the event. */
  readonly before: readonly Envelope[];
  /** The events that stand behind it. */
  readonly after: readonly Envelope[];
  /** Saves a snapshot of everything read when that is worth it. Never throws: it is only a cache. */
  readonly save: (isResting: boolean) => void;
}

export interface LoadOptions {
  /** The snapshot to start from when it is of this log; null for none. Read from its file where it is not given. */
  readonly candidate?: Snapshot | null | undefined;
  /** Whether it takes too long: asked between blocks. */
  readonly isTimeUp?: (() => boolean) | undefined;
  /** How to fold; with all projections at once where it is not given. */
  readonly start?: (options: FoldOptions) => Fold;
  /** How to read a session's events up to a position; by a search through the log where it is not given. */
  readonly readSession?: ((stream: string, to: Position) => Iterable<LogLine>) | undefined;
}

/** Folding took longer than the caller can wait. What was folded is saved, so that the next call goes on from there. */
export class LoadTimeoutError extends Error {
  override readonly name = 'LoadTimeoutError';
  readonly code = 'TIMEOUT';
}

const KEPT_BEFORE = 128;
// Folding an event costs a hook some twenty microseconds, saving a full snapshot a millisecond after the answer.
const SAVE_EVENTS = 32;
const SAVE_BYTES = 64 * 1024;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const SAVE_EVENTS_RESTING = 16;

/**
 * Folds a log up to an event, from the newest valid snapshot. Without an event, to the end. Throws the system's errors
 * when the log cannot be read, and `LoadTimeoutError` when time is up.
 */
export const loadState = (
  folder: LogFolder,
  root: string,
  eventId: string | null,
  { candidate, isTimeUp, readSession, start = startFold }: LoadOptions = {},
): LoadedState => {
  const found = candidate === undefined ? readSnapshot(root, folder.fs) : candidate;
  const snapshot = found !== null && isOfThisLog(folder, found) ? found : null;
  const searched = (stream: string, to: Position) => readStream(folder, stream, to);
  let recalled = 0;
  const recall = (stream: string): StreamStates | undefined => {
    if (snapshot === null) return undefined;
    const stored = storedStates(snapshot, stream);
    if (stored) return stored;
    if (stored === undefined && !mayBeEvicted(snapshot, stream)) return undefined;
    recalled += 1;
    return foldStream((readSession ?? searched)(stream, snapshot.position));
  };
  const fold = start({ imports: 'left-out', ...(snapshot === null ? {} : { from: snapshot.shared, recall }) });
  const blocks = readBlocks(folder, snapshot?.position ?? LOG_START);
  const before: Envelope[] = [];
  const after: Envelope[] = [];
  let position: Position | null = null;
  let repeatOf: string | null = null;
  let bytes = 0;
  let events = 0;
  let next = blocks.next();
  let unsaved = 0;
  const saveAt = (at: Position): void => {
    try {
      // Where the one this would go on from is damaged, none is kept: the next call begins with the log alone.
      writeSnapshot(root, folder.fs, makeSnapshot(fold.state(), at, printBefore(folder, at), snapshot));
    } catch {
      // Another process has just saved one, or nothing can be written: the next call that may save tries again.
    }
  };
  for (; !next.done; next = blocks.next()) {
    const block = next.value;
    bytes += block.bytes.length;
    for (const event of eventsOf(block)) {
      events += 1;
      if (position !== null) {
        after.push(event);
        continue;
      }
      const repeated = fold.apply(event);
      before.push(event);
      if (before.length > 2 * KEPT_BEFORE) before.splice(0, KEPT_BEFORE);
      if (event.id === eventId) {
        position = positionOf(block, event.id);
        repeatOf = repeated;
      }
    }
    // A long log without a snapshot may take longer than the host waits: what is done must not be done again.
    unsaved += block.bytes.length;
    const isLate = isTimeUp?.() === true;
    if (position === null && (unsaved > CHECKPOINT_BYTES || isLate)) {
      saveAt({ segment: block.segment, offset: block.offset + block.bytes.length });
      unsaved = 0;
    }
    if (isLate)
      throw new LoadTimeoutError('the log is long and was not folded in time; the next call goes on from here');
  }
  const end = next.value;

  const save = (isResting: boolean): void => {
    const worth =
      events > SAVE_EVENTS || bytes > SAVE_BYTES || recalled > 0 || (isResting && events > SAVE_EVENTS_RESTING);
    // At the beginning of a segment there is nothing yet that would tell this log from another one.
    if (!worth || end.offset === 0 || comparePositions(end, snapshot?.position ?? LOG_START) <= 0) return;
    for (const event of after) fold.apply(event);
    saveAt(end);
  };

  return { fold, position, repeatOf, before, after, save };
};

/** All lines of a block in one `JSON.parse`, which is faster than one by one; that way where it fails. */
const eventsOf = (block: LogBlock): readonly Envelope[] => {
  // Only a line that is too long, and not to be parsed, makes a block so large.
  if (block.bytes.length > LONGEST_LINE) return oneByOne(block);
  const text = block.bytes.toString();
  // A replacement character may stand for bytes that are no UTF-8: the slow way tells.
  if (!text.includes('\ufffd')) {
    try {
      const lines = withoutNewlines(text);
      const elements = lines.replaceAll('\n\n', ',');
      const values: unknown = JSON.parse(`[${elements}]`);
      // As many values as lines: one line must not pass for two events.
      const count = lines.length - elements.length + 1;
      if (Array.isArray(values) && values.length === count && values.every(isEnvelope)) return values;
    } catch {
      // Torn or damaged lines: the readable ones are read below.
    }
  }
  return oneByOne(block);
};

const oneByOne = (block: LogBlock): readonly Envelope[] =>
  [...parseBlock(block)].flatMap((line) => (isLogLine(line) ? [line.event] : []));

/** Only newlines: taking away other white space, or a byte order mark, would read what every other reader refuses. */
const withoutNewlines = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (text.charCodeAt(start) === NEWLINE) start += 1;
  while (end > start && text.charCodeAt(end - 1) === NEWLINE) end -= 1;
  return text.slice(start, end);
};

const positionOf = (block: LogBlock, id: string): Position => {
  const needle = `"id":"${id}"`;
  const text = block.bytes.toString();
  // Mostly characters and bytes are the same, and a string is searched without Node's own code for that.
  const isAscii = text.length === block.bytes.length;
  const start = isAscii
    ? text.lastIndexOf('\n', text.indexOf(needle))
    : block.bytes.lastIndexOf(NEWLINE, block.bytes.indexOf(needle));
  return { segment: block.segment, offset: block.offset + start + 1 };
};
