import { setTimeout as delay } from 'node:timers/promises';
import { type ReadLine, readLines } from './log-reader.ts';
import type { Position } from './position.ts';
import type { LogFolder } from './segments.ts';

const POLL_MS = 100;

/**
 * Yields the lines of a log from a position on and goes on as they are written, over a roll to the next segment, until
 * the signal is aborted.
 */
export async function* followLog(folder: LogFolder, from: Position, signal: AbortSignal): AsyncGenerator<ReadLine> {
  let position = from;
  while (!signal.aborted) {
    const lines = readLines(folder, position);
    let next = lines.next();
    for (; !next.done; next = lines.next()) yield next.value;
    position = next.value;
    try {
      await delay(POLL_MS, undefined, { signal });
    } catch {
      return;
    }
  }
}
