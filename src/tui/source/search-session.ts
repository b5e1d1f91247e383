import { type LogBlock, parseBlock, readBlocks } from '../../events/log-reader.ts';
import { comparePositions, LOG_START } from '../../events/position.ts';
import { rangeEnd, rangeStart } from '../../events/ranges.ts';
import { upTo } from '../../events/read-sessions.ts';
import { type StreamNames, scanBlock } from '../../events/scan-block.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import { inJson } from '../../replay/find-event.ts';
import { placeFinder } from '../model/matcher.ts';
import { saidIn } from './said-in.ts';

/** An event that says what was looked for. */
export interface FoundEvent {
  readonly event: string;
  readonly type: string;
  /** What stands around it, on one line. */
  readonly excerpt: string;
}

/**
 * Looks through what the events of a session say, a block of the log a step, so that keys come through in between. Only lines
 * that have the text somewhere are parsed. Throws the system's errors.
 */
export function* searchSession(
  folder: LogFolder,
  session: string,
  index: StreamIndex,
  text: string,
): Generator<readonly FoundEvent[]> {
  const names: StreamNames = new Map();
  const look = looker(session, text, names);
  const ranges = index.overflowed ? [] : (index.streams.find(({ stream }) => stream === session)?.ranges ?? []);
  for (const range of ranges) {
    const end = rangeEnd(range);
    for (const block of readBlocks(folder, rangeStart(range), () => undefined)) {
      if (comparePositions(block, end) >= 0) break;
      yield look(upTo(block, end));
    }
  }
  const from = index.overflowed ? LOG_START : index.position;
  for (const block of readBlocks(folder, from, () => undefined)) yield look(block);
}

const looker = (session: string, text: string, names: StreamNames): ((block: LogBlock) => readonly FoundEvent[]) => {
  const placeIn = placeFinder(text);
  const written = inJson(text);
  const isExact = text !== text.toLowerCase();
  const may = (raw: string): boolean => (isExact ? raw : raw.toLowerCase()).includes(written);
  return (block) => {
    const { segment, offset, bytes } = block;
    if (!may(bytes.toString('utf8'))) return [];
    const found: FoundEvent[] = [];
    scanBlock(block, names, ({ stream, start, end }) => {
      if (stream !== session) return;
      const line = bytes.subarray(start, end + 1);
      if (!may(line.toString('utf8'))) return;
      for (const parsed of parseBlock({ segment, offset: offset + start, bytes: line })) {
        if (!('event' in parsed)) continue;
        const { event } = parsed;
        const said = saidIn(event).find((one) => placeIn(one, 0) >= 0);
        if (said !== undefined) {
          found.push({ event: event.id, type: event.type, excerpt: excerptOf(said, placeIn(said, 0), text.length) });
        }
      }
    });
    return found;
  };
};

/** Characters before and behind what was found. */
const AROUND = 24;

const excerptOf = (text: string, place: number, length: number): string => {
  const from = Math.max(0, place - AROUND);
  const to = Math.min(text.length, place + length + AROUND);
  const shown = text.slice(from, to).replace(/\s+/g, ' ').trim();
  return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
};
