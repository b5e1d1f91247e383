import { type LogBlock, type LogLine, parseBlock, readBlocks, type UnreadableRest } from '../../events/log-reader.ts';
import { comparePositions, LOG_START, type Position } from '../../events/position.ts';
import { rangeEnd, rangeStart } from '../../events/ranges.ts';
import { upTo } from '../../events/read-sessions.ts';
import { type StreamNames, scanBlock } from '../../events/scan-block.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import type { Gap } from './gap.ts';

/** An index, and what could not be read while it was made. */
export interface KnownLog {
  readonly index: StreamIndex;
  readonly unreadable: readonly UnreadableRest[];
}

export type SessionItem = LogLine | Gap;

export const isGap = (item: SessionItem): item is Gap => 'reason' in item;

/**
 * The events of a session in order, and what cannot be read among them: lines that name it, and between its events also
 * what names nobody. Returns where the log ended. Throws the system's errors.
 */
export function* sessionItems(
  folder: LogFolder,
  session: string,
  { index, unreadable }: KnownLog,
): Generator<SessionItem, Position> {
  const names: StreamNames = new Map();
  const between = gapsBetween(unreadable);
  // A session that was left out of the index could be anywhere.
  const ranges = index.overflowed ? [] : (index.streams.find(({ stream }) => stream === session)?.ranges ?? []);
  for (const range of ranges) {
    const end = rangeEnd(range);
    for (const block of readBlocks(folder, rangeStart(range), between.note)) {
      if (comparePositions(block, end) >= 0) break;
      yield* between.before(itemsIn(upTo(block, end), session, names));
    }
  }
  const blocks = readBlocks(folder, index.overflowed ? LOG_START : index.position, between.note);
  for (;;) {
    const next = blocks.next();
    if (next.done) return next.value;
    yield* between.before(itemsIn(next.value, session, names));
  }
}

/** Gaps that are nobody's are told of once an event of the session comes behind them; neighbours are one. */
const gapsBetween = (known: readonly UnreadableRest[]) => {
  const segments = new Set<number>();
  let archives: Gap[] = [];
  let waiting: Gap[] = [];
  let hasBegun = false;
  const note = ({ position, reason }: UnreadableRest): void => {
    if (segments.has(position.segment)) return;
    segments.add(position.segment);
    archives.push({ position, reason, lines: 0, bytes: 0, isOfSession: false });
  };
  for (const rest of known) note(rest);

  function* before(items: readonly SessionItem[]): Generator<SessionItem> {
    for (const item of items) {
      if (isGap(item) && !item.isOfSession) {
        const last = waiting.at(-1);
        if (last === undefined) waiting.push(item);
        else waiting[waiting.length - 1] = joined(last, item);
        continue;
      }
      const passed = archives.filter(({ position }) => comparePositions(position, item.position) < 0);
      archives = archives.filter((gap) => !passed.includes(gap));
      // What nobody's lines hold before a session is not its own; a whole segment may hold its beginning.
      const isCutOff = !hasBegun && 'event' in item && item.event.type !== 'SessionStarted';
      if (isCutOff) yield* passed;
      if (hasBegun) {
        yield* [...waiting, ...passed].sort((a, b) => comparePositions(a.position, b.position));
      }
      waiting = [];
      hasBegun = true;
      yield item;
    }
  }
  return { note, before };
};

const joined = (one: Gap, other: Gap): Gap => ({
  ...one,
  lines: one.lines + other.lines,
  bytes: one.bytes + other.bytes,
});

const itemsIn = (block: LogBlock, session: string, names: StreamNames): SessionItem[] => {
  const items: SessionItem[] = [];
  const { segment, offset, bytes } = block;
  let told = 0;
  const parse = (start: number, end: number, isOfSession: boolean): void => {
    for (const line of parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end) })) {
      if ('event' in line) {
        if (line.event.stream === session) items.push(line);
      } else {
        const { position, reason, length } = line;
        items.push({ position, reason, lines: 1, bytes: length, isOfSession });
      }
    }
  };
  scanBlock(block, names, ({ stream, start, end, event }) => {
    if (start > told) parse(told, start, false);
    told = end + 1;
    if (stream !== session) return;
    if (event !== null) items.push({ position: { segment, offset: offset + start }, event });
    else parse(start, end + 1, true);
  });
  if (bytes.length > told) parse(told, bytes.length, false);
  return items;
};
