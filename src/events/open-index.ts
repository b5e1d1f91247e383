import { INDEX_KEY, indexFile } from './index-file.ts';
import { readBlocks } from './log-reader.ts';
import { LOG_START } from './position.ts';
import { isOfThisLog, printBefore } from './print.ts';
import type { LogFolder } from './segments.ts';
import { type IndexBounds, type StreamIndex, startIndex } from './stream-index.ts';

export interface OpenIndexOptions {
  /** Told how many events were looked at since the saved index, now and then. */
  readonly onProgress?: ((events: number) => void) | undefined;
  readonly bounds?: IndexBounds | undefined;
}

/** Going on over less than this costs less than writing the file. */
const SAVE_BYTES = 256 * 1024;

/**
 * The index of a log up to its present end: continued from the saved one, or made anew where that is absent, damaged or
 * of another log. Saves it where that spares the next reader something; where it cannot be saved, nothing is lost but
 * time. Throws the system's errors when the log cannot be read.
 */
export const openStreamIndex = (folder: LogFolder, { onProgress, bounds }: OpenIndexOptions = {}): StreamIndex => {
  const steps = streamIndexInSteps(folder, bounds);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
    onProgress?.(next.value);
  }
};

/** The same block by block, so that something else can be done in between: yields how many events were looked at. */
export function* streamIndexInSteps(folder: LogFolder, bounds?: IndexBounds): Generator<number, StreamIndex> {
  const file = indexFile(folder);
  file.read();
  const saved = file.data !== null && isOfThisLog(folder, file.data) ? file.data : null;
  const builder = startIndex(saved, folder.limit, bounds);
  const blocks = readBlocks(folder, saved?.position ?? LOG_START);
  let bytes = 0;
  let events = 0;
  let next = blocks.next();
  for (; !next.done; next = blocks.next()) {
    events += builder.add(next.value);
    bytes += next.value.bytes.length;
    yield events;
  }
  const index = { position: next.value, streams: builder.streams(), overflowed: builder.overflowed() };
  if (bytes > SAVE_BYTES || (saved === null && bytes > 0)) save(folder, index);
  return index;
}

const save = (folder: LogFolder, index: StreamIndex): void => {
  // At the beginning of a segment there is nothing yet that would tell this log from another one.
  if (index.position.offset === 0) return;
  try {
    const file = indexFile(folder);
    file.data = { key: INDEX_KEY, ...index, print: printBefore(folder, index.position) };
    file.write();
  } catch {
    // It is only a cache: the next reader tries again.
  }
};
