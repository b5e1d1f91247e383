import { readBlocks, type UnreadableRest } from '../../events/log-reader.ts';
import { streamIndexInSteps } from '../../events/open-index.ts';
import { SegmentError } from '../../events/open-segment.ts';
import { LOG_START } from '../../events/position.ts';
import type { LogFolder } from '../../events/segments.ts';
import { startIndex } from '../../events/stream-index.ts';
import type { KnownLog } from './session-items.ts';

/**
 * The index of a log, made block by block where it is not kept; a damaged archive takes nothing but what it held. Throws the
 * system's errors.
 */
export function* knownLogInSteps(folder: LogFolder): Generator<void, KnownLog> {
  try {
    const steps = streamIndexInSteps(folder);
    for (;;) {
      const next = steps.next();
      if (next.done) return { index: next.value, unreadable: [] };
      yield;
    }
  } catch (error) {
    if (!(error instanceof SegmentError)) throw error;
    return yield* aroundDamage(folder);
  }
}

/** The same without what was kept, and without keeping it. */
function* aroundDamage(folder: LogFolder): Generator<void, KnownLog> {
  const builder = startIndex(null, folder.limit);
  const unreadable: UnreadableRest[] = [];
  const blocks = readBlocks(folder, LOG_START, (rest) => unreadable.push(rest));
  for (;;) {
    const next = blocks.next();
    if (next.done) {
      const index = { position: next.value, streams: builder.streams(), overflowed: builder.overflowed() };
      return { index, unreadable };
    }
    builder.add(next.value);
    yield;
  }
}
