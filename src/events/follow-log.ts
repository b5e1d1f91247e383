import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type FollowedSegment, readUpTo, unread, whereToGoOn, withBlock } from './followed-segment.ts';
import { parseBlock, type ReadLine, readBlocks, type UnreadableRest } from './log-reader.ts';
import { comparePositions, LOG_START, type Position } from './position.ts';
import { type LogFolder, listSegments, segmentPath } from './segments.ts';

/** Something else than an append happened to the log: what was read of it is not there any more. */
export interface LogChange {
  /** Where reading goes on; null while there is no log at all. */
  readonly goesOnAt: Position | null;
}

export type Followed = ReadLine | LogChange;

export const isLogChange = (item: Followed): item is LogChange => 'goesOnAt' in item;

/** Nothing tells of a new line: the file is looked at, often while something happens, seldom while nothing does. */
const LEAST_PAUSE_MS = 10;
const MOST_PAUSE_MS = 100;
/**
 * A file that changes twice between two ticks of its file system's clock, and to the same size, has the same times and the
 * same size. Those of a file that changed so lately say nothing yet; the coarsest clock in use, FAT's, ticks every 2 s.
 */
const SETTLED_MS = 3000;

/**
 * Yields the lines of a log from a position on and goes on as they are written, over a roll to the next segment, until
 * the signal is aborted. A log that is not there yet is waited for. Where what was read is not there any more, a
 * `LogChange` says so, and reading goes on behind the last line that still is; at the end of a file that was cut so far
 * back that this cannot be told; at the beginning of another file. Throws the system's errors.
 */
export async function* followLog(folder: LogFolder, from: Position, signal: AbortSignal): AsyncGenerator<Followed> {
  let followed = readUpTo(folder, from);
  let sign = NO_SIGN;
  let pause = LEAST_PAUSE_MS;
  while (!signal.aborted) {
    const seen = signOf(folder, followed.position);
    const isSame = seen.text === sign.text;
    pause = isSame ? Math.min(MOST_PAUSE_MS, pause * 2) : LEAST_PAUSE_MS;
    if (!isSame || !sign.isSettled) {
      // Taken before reading, so that whatever happens meanwhile is seen next time.
      sign = seen;
      const looked = found(folder, followed);
      // What changed while it was looked at is looked at again.
      if (looked === null) sign = NO_SIGN;
      else {
        followed = looked.segment;
        if (looked.change !== null) yield looked.change;
        const unreadable: UnreadableRest[] = [];
        for (const block of readBlocks(folder, followed.position, (rest) => unreadable.push(rest))) {
          yield* unreadable.splice(0);
          yield* parseBlock(block);
          followed = withBlock(followed, block);
          // Lets an interrupt through while much is read.
          await nextTurn();
          if (signal.aborted) return;
        }
        yield* unreadable;
      }
    }
    try {
      await delay(pause, undefined, { signal });
    } catch {
      return;
    }
  }
}

interface Sign {
  /** Differs when a segment came or went, or something happened to the one that is read. */
  readonly text: string;
  /** Whether whatever happens from now on makes it differ. */
  readonly isSettled: boolean;
}

const NO_SIGN: Sign = { text: '', isSettled: false };

const signOf = (folder: LogFolder, { segment }: Position): Sign => {
  const segments = listSegments(folder);
  const file = folder.fs.statSync(segmentPath(folder, segment), { throwIfNoEntry: false });
  const identity = file === undefined ? [] : [file.dev, file.ino, file.size, file.mtimeMs, file.ctimeMs];
  return {
    text: [segments.length, segments.at(-1) ?? 0, ...identity].join(' '),
    isSettled: file === undefined || Date.now() - file.ctimeMs > SETTLED_MS,
  };
};

interface Found {
  readonly change: LogChange | null;
  readonly segment: FollowedSegment;
}

/** Looks whether the log still holds what was read of it; null when it changed meanwhile. */
const found = (folder: LogFolder, followed: FollowedSegment): Found | null => {
  const { position } = followed;
  const segments = listSegments(folder);
  if (segments.includes(position.segment)) {
    const at = whereToGoOn(folder, followed);
    if (at === undefined) return null;
    if (at === position) return { change: null, segment: followed };
    return goOnAt(readUpTo(folder, at ?? endOf(folder, position.segment)));
  }
  const later = segments.find((segment) => segment > position.segment);
  if (later !== undefined && position.offset > 0) return goOnAt(unread({ segment: later, offset: 0 }));
  const [first] = segments;
  if (first !== undefined && later === undefined) return goOnAt(unread({ segment: first, offset: 0 }));
  const isGone = first === undefined && comparePositions(position, LOG_START) > 0;
  return isGone ? { change: { goesOnAt: null }, segment: unread(LOG_START) } : { change: null, segment: followed };
};

const goOnAt = (segment: FollowedSegment): Found => ({ change: { goesOnAt: segment.position }, segment });

/** Behind the last whole line of a segment. */
const endOf = (folder: LogFolder, segment: number): Position => {
  let end: Position = { segment, offset: 0 };
  for (const block of readBlocks(folder, end, () => {})) {
    if (block.segment !== segment) break;
    end = { segment, offset: block.offset + block.bytes.length };
  }
  return end;
};
