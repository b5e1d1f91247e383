import { type Activity, addActivity, noActivity } from './activity.ts';
import type { Envelope } from './envelope.ts';
import { HOST_EVENT_TYPES } from './host-event-names.ts';
import { UNKNOWN_HOST_EVENT } from './host-event-types.ts';
import { isLogLine, type LogBlock, parseBlock } from './log-reader.ts';
import type { Position } from './position.ts';
import { addToRanges, type Range } from './ranges.ts';
import { ownText, type ScannedLine, type StreamNames, scanBlock } from './scan-block.ts';

/** Where a session's events stand in the log, and what a list of sessions shows of it. */
export interface IndexedStream {
  readonly stream: string;
  readonly host: string | null;
  /** Of the last event of the host that named one. */
  readonly worktree: string | null;
  readonly firstAt: string;
  readonly lastAt: string;
  /** Null while the session is live, which one that was imported never is. */
  readonly endedAt: string | null;
  /** All of its events were imported. */
  readonly imported: boolean;
  readonly events: number;
  /** Prompts of a person, and tool calls. */
  readonly turns: number;
  readonly calls: number;
  /** When the tool calls were. */
  readonly activity: Activity;
  /** How many rulings came to each decision; another delivery's ruling is not counted again. */
  readonly rulings: Readonly<Record<string, number>>;
  /** The last ruling that denied, asked or rewrote. */
  readonly answered: Position | null;
  /** The last ruling in which a monitored gate would have. */
  readonly monitored: Position | null;
  /** All lines of the session lie in these, in order; lines of others may as well. */
  readonly ranges: readonly Range[];
}

/** What was learnt about the sessions of a log up to a position. */
export interface StreamIndex {
  readonly position: Position;
  /** The most recently active one last. */
  readonly streams: readonly IndexedStream[];
  /** Sessions were left out: one that is missing may be in the log, and one that is there may have earlier events. */
  readonly overflowed: boolean;
}

/** What keeps an index small. Tests pass smaller ones. */
export interface IndexBounds {
  /** Ranges of one session that are at most this many bytes apart are one. */
  readonly gap: number;
  readonly mostRanges: number;
  readonly mostStreams: number;
}

/** Skipping 64 KiB costs about as much as reading them. */
export const INDEX_BOUNDS: IndexBounds = { gap: 64 * 1024, mostRanges: 64, mostStreams: 20_000 };

export interface IndexBuilder {
  /** Goes on by the next block of the log. Returns how many events that were. */
  readonly add: (block: LogBlock) => number;
  readonly streams: () => readonly IndexedStream[];
  readonly overflowed: () => boolean;
}

/** Continues an index, or begins one. `limit` is that of the log's segments. */
export const startIndex = (from: StreamIndex | null, limit: number, bounds = INDEX_BOUNDS): IndexBuilder => {
  const streams = new Map<string, OpenStream>();
  for (const known of from?.streams ?? []) streams.set(known.stream, openCopy(known));
  const names: StreamNames = new Map();
  const rangeBounds = { gap: bounds.gap, most: bounds.mostRanges, limit };
  let newest = from?.streams.at(-1)?.stream;
  let hasOverflowed = from?.overflowed ?? false;

  const streamOf = (name: string, at: string): OpenStream => {
    const known = streams.get(name);
    if (known !== undefined && name === newest) return known;
    const entry = known ?? newStream(name, ownText(at));
    streams.delete(name);
    streams.set(name, entry);
    newest = name;
    if (streams.size > bounds.mostStreams) {
      const [oldest] = streams.keys();
      streams.delete(oldest as string);
      hasOverflowed = true;
    }
    return entry;
  };

  const add = (block: LogBlock): number => {
    let events = 0;
    const touched = new Set<OpenStream>();
    let latest: OpenStream | null = null;
    scanBlock(block, names, (line, text) => {
      const entry = streamOf(line.stream, line.at);
      const from = block.offset + line.start;
      addToRanges(entry.ranges, block.segment, from, block.offset + line.end + 1, rangeBounds);
      if (!line.isWhole) return;
      if (entry.events === 0) entry.firstAt = ownText(line.at);
      entry.events += 1;
      events += 1;
      entry.lastAt = line.at;
      if (entry !== latest) touched.add(entry);
      latest = entry;
      noteCircumstances(entry, block, line, text);
    });
    for (const entry of touched) entry.lastAt = ownText(entry.lastAt);
    return events;
  };

  return { add, streams: () => [...streams.values()], overflowed: () => hasOverflowed };
};

/** An entry while the index is made, changed in place. */
type OpenStream = { -readonly [Field in keyof IndexedStream]: IndexedStream[Field] } & {
  activity: ReturnType<typeof noActivity>;
  rulings: Record<string, number>;
  ranges: Range[];
};

const newStream = (stream: string, at: string): OpenStream => ({
  stream,
  host: null,
  worktree: null,
  firstAt: at,
  lastAt: at,
  endedAt: null,
  imported: false,
  events: 0,
  turns: 0,
  calls: 0,
  activity: noActivity(),
  rulings: {},
  answered: null,
  monitored: null,
  ranges: [],
});

const openCopy = (known: IndexedStream): OpenStream => ({
  ...known,
  activity: { ...known.activity, counts: [...known.activity.counts] },
  rulings: { ...known.rulings },
  ranges: known.ranges.map((range) => [...range]),
});

const noteCircumstances = (entry: OpenStream, block: LogBlock, line: ScannedLine, text: string): void => {
  if (line.type === 'SessionStarted') entry.endedAt = null;
  else if (line.type === 'SessionEnded') entry.endedAt = ownText(line.at);
  if (line.type === 'ToolRequested') {
    entry.calls += 1;
    addActivity(entry.activity, Date.parse(line.at));
  }
  if (entry.imported || entry.host === null) noteImport(entry, line, text);
  const isRuling = line.type === 'GatesRuled';
  const isPrompt = line.type === 'PromptSubmitted';
  const isOfHost = HOST_TYPES.has(line.type);
  // Only these need more than the line's beginning, and only then is it parsed.
  const saysMore =
    isRuling || isPrompt || entry.host === null || (isOfHost && !namesWorktree(text, line, entry.worktree));
  const event = line.event ?? (saysMore ? eventOf(block, line) : null);
  if (event === null) return;
  entry.host ??= event.host;
  // What docket adds may be about another worktree, such as a test run in one.
  if (isOfHost) entry.worktree = event.worktree ?? entry.worktree;
  // Others are said by the host, such as that a task in the background is done.
  if (isPrompt && (event.provenance === 'prompt' || event.provenance === 'import')) entry.turns += 1;
  if (isRuling) noteRuling(entry, event, { segment: block.segment, offset: block.offset + line.start });
};

/** Whether a session is still one that was only imported, which its own first events say. */
const noteImport = (entry: OpenStream, line: ScannedLine, text: string): void => {
  const at = text.indexOf(IMPORTED, line.start);
  const isImported = at >= 0 && at < line.end;
  if (isImported) entry.endedAt = ownText(line.at);
  else if (entry.imported && line.type !== 'SessionEnded') entry.endedAt = null;
  entry.imported = isImported;
};

/** A quotation mark inside a text is always escaped. */
const IMPORTED = '"provenance":"import"';

const HOST_TYPES: ReadonlySet<string> = new Set([...HOST_EVENT_TYPES, UNKNOWN_HOST_EVENT]);

const WORKTREE = '"worktree":';

/** Whether a line names a worktree that is known, or none. A quotation mark inside a text is always escaped. */
const namesWorktree = (text: string, line: ScannedLine, worktree: string | null): boolean => {
  const at = text.indexOf(WORKTREE, line.start);
  if (at < 0 || at > line.end) return false;
  const value = at + WORKTREE.length;
  if (text.startsWith('null', value)) return true;
  // Where it is not plain ASCII the bytes differ from the text, and the line is parsed.
  return worktree !== null && text.startsWith(quoted(worktree), value);
};

/** The same few names are asked for over and over. */
let lastQuoted = { name: '', text: '""' };
const quoted = (name: string): string => {
  if (name !== lastQuoted.name) lastQuoted = { name, text: JSON.stringify(name) };
  return lastQuoted.text;
};

const eventOf = ({ segment, offset, bytes }: LogBlock, { start, end }: ScannedLine): Envelope | null => {
  for (const line of parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end + 1) })) {
    if (isLogLine(line)) return line.event;
  }
  return null;
};

/** Decisions that change or stop a call. */
export const FORCEFUL: ReadonlySet<string> = new Set(['deny', 'ask', 'rewrite']);

const noteRuling = (entry: OpenStream, { data }: Envelope, position: Position): void => {
  const { decision, verdicts, repeatOf } = data;
  if (repeatOf !== undefined || typeof decision !== 'string' || !DECISIONS.has(decision)) return;
  entry.rulings[decision] = (entry.rulings[decision] ?? 0) + 1;
  if (FORCEFUL.has(decision)) entry.answered = position;
  else if (Array.isArray(verdicts) && verdicts.some(isMonitoredForce)) entry.monitored = position;
};

const DECISIONS: ReadonlySet<string> = new Set([...FORCEFUL, 'allow', 'advise', 'none']);

const isMonitoredForce = (verdict: unknown): boolean => {
  if (typeof verdict !== 'object' || verdict === null) return false;
  const { mode, decision } = verdict as { readonly mode?: unknown; readonly decision?: unknown };
  return mode === 'monitor' && typeof decision === 'string' && FORCEFUL.has(decision);
};
