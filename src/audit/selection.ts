import type { Envelope } from '../events/envelope.ts';
import { isLogLine, type LogLine, type ReadLine, readLines } from '../events/log-reader.ts';
import { openStreamIndex } from '../events/open-index.ts';
import { readSessions } from '../events/read-sessions.ts';
import type { LogFolder } from '../events/segments.ts';
import { type CallLine, type RecordedCall, recordedCalls } from '../replay/recorded-calls.ts';
import type { Sharing } from './sharing/sharing.ts';

/** Which events of a log are taken. */
export interface Selection {
  /** Sessions by the beginnings of their ids; null for all of them. */
  readonly sessions: readonly string[] | null;
  readonly matches: (event: Envelope) => boolean;
  /** Only this many, the newest. */
  readonly last: number | null;
  /** Only verdicts of this gate, where one was asked for. */
  readonly gate: string | null;
  /** The filters in words, for manifests and headings; empty for everything. */
  readonly words: readonly string[];
}

/** The part of a log that an export is made from. Each walk reads the log anew; none holds it in memory. */
export interface SelectedLog {
  readonly folder: LogFolder;
  readonly selection: Selection;
  /** What is taken out of each event; null for nothing. */
  readonly sharing: Sharing | null;
  /** For formats that read the log themselves: told of what cannot be read, and how many lines were read. */
  readonly tell: Required<Pick<SelectOptions, 'onUnreadable' | 'onProgress'>>;
  /** The events that were chosen, in order. */
  readonly lines: () => Generator<LogLine>;
  /** Each event with what came of it, in order, where the event or anything that came of it was chosen. */
  readonly calls: () => Generator<CallLine>;
  /** All events of the sessions that were chosen from, whatever else was asked for: what came of a chosen one may not be. */
  readonly context: () => Generator<LogLine>;
}

export interface SelectOptions {
  /** Taken out of each event before anybody sees it. */
  readonly sharing?: Sharing | null;
  /** Told of what cannot be read, in its place; once, however often the log is walked. */
  readonly onUnreadable?: (line: Exclude<ReadLine, LogLine>) => void;
  /** Told how many lines were read so far in a walk. */
  readonly onProgress?: (lines: number) => void;
}

/** Chooses from a log. Throws the system's errors when it is walked. */
export const selectLog = (folder: LogFolder, selection: Selection, options: SelectOptions = {}): SelectedLog => {
  const { sharing = null, onUnreadable = () => {}, onProgress = () => {} } = options;
  const redact = sharing === null ? (event: Envelope) => event : sharing.redact;
  let isFirstWalk = true;

  function* readable(): Generator<LogLine> {
    // What is to be taken out of texts is known when all events were seen.
    if (isFirstWalk && sharing !== null) learnFrom(sharing);
    const tell = isFirstWalk ? onUnreadable : undefined;
    isFirstWalk = false;
    let read = 0;
    for (const line of linesOf(folder, selection)) {
      read += 1;
      if (read % 1000 === 0) onProgress(read);
      if (isLogLine(line)) yield line;
      else tell?.(line);
    }
  }

  function learnFrom({ learn }: Sharing): void {
    let read = 0;
    for (const line of linesOf(folder, selection)) {
      read += 1;
      if (read % 1000 === 0) onProgress(read);
      if (isLogLine(line)) learn(line.event);
    }
  }

  function* lines(): Generator<LogLine> {
    const chosen = chosenAmong(readable(), ({ event }) => selection.matches(event));
    for (const line of newest(chosen, selection.last)) yield redacted(line, redact);
  }

  function* calls(): Generator<CallLine> {
    const chosen = chosenAmong(recordedCalls(readable()), (item) => eventsOf(item).some(selection.matches));
    for (const { line, call } of newest(chosen, selection.last)) {
      yield { line: redacted(line, redact), call: call === null ? null : redactedCall(call, redact) };
    }
  }

  function* context(): Generator<LogLine> {
    for (const line of readable()) yield redacted(line, redact);
  }

  return { folder, selection, sharing, tell: { onUnreadable, onProgress }, lines, calls, context };
};

const linesOf = (folder: LogFolder, { sessions }: Selection): Iterable<ReadLine> => {
  if (sessions === null) return readLines(folder);
  const isWanted = (stream: string): boolean => sessions.some((beginning) => stream.startsWith(beginning));
  return readSessions(folder, isWanted, openStreamIndex(folder));
};

function* chosenAmong<Item>(items: Iterable<Item>, isChosen: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (isChosen(item)) yield item;
}

function* newest<Item>(items: Iterable<Item>, count: number | null): Generator<Item> {
  if (count === null) return yield* items;
  const kept: Item[] = [];
  for (const item of items) {
    kept.push(item);
    if (kept.length > 2 * count) kept.splice(0, kept.length - count);
  }
  yield* kept.slice(-count);
}

const eventsOf = ({ line, call }: CallLine): Envelope[] => [
  line.event,
  ...(call === null ? [] : [...call.facts, ...call.failures]),
  ...[call?.ruling, call?.answer].flatMap((one) => (one === null || one === undefined ? [] : [one.event])),
];

const redacted = (line: LogLine, redact: (event: Envelope) => Envelope): LogLine => ({
  position: line.position,
  event: redact(line.event),
});

const redactedCall = (call: RecordedCall, redact: (event: Envelope) => Envelope): RecordedCall => ({
  trigger: redacted(call.trigger, redact),
  facts: call.facts.map(redact),
  failures: call.failures.map(redact),
  ruling: call.ruling && redacted(call.ruling, redact),
  answer: call.answer && redacted(call.answer, redact),
});
