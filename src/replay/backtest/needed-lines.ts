import { UNKNOWN_HOST_EVENT } from '../../events/host-event-types.ts';
import { HOST_EVENTS } from '../../events/host-events.ts';
import { isLogLine, type LogBlock, type LogLine, parseBlock, readBlocks } from '../../events/log-reader.ts';
import { type StreamNames, scanBlock } from '../../events/scan-block.ts';
import type { LogFolder } from '../../events/segments.ts';
import { isSharedType } from '../../projections/fold.ts';
import type { Edits } from './counterfactual.ts';

export interface NeededLines {
  readonly isJudged: (stream: string) => boolean;
  /** What stands elsewhere in place of lines of other sessions. */
  readonly edits: Edits;
  /** Told how many bytes were looked through. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/**
 * The events of a log that some sessions are judged by: their own, and of all others those that change what sessions
 * share. The rest is told from the beginnings of its lines and not parsed. Throws the system's errors.
 */
export function* neededLines(folder: LogFolder, needed: NeededLines): Generator<LogLine> {
  const names: StreamNames = new Map();
  for (const block of readBlocks(folder)) {
    yield* linesIn(block, names, needed);
    needed.onProgress?.(block.bytes.length);
  }
}

const linesIn = (block: LogBlock, names: StreamNames, { isJudged, edits }: NeededLines): LogLine[] => {
  const lines: LogLine[] = [];
  const { segment, offset, bytes } = block;
  scanBlock(block, names, ({ stream, type, start, end, event }, text) => {
    const isNeeded =
      isJudged(stream) ||
      isAlwaysNeeded(type) ||
      edits.has(`${segment}:${offset + start}`) ||
      (RULED.has(type) && isTelling(text.slice(start, end)));
    if (!isNeeded) return;
    if (event !== null) lines.push({ position: { segment, offset: offset + start }, event });
    else {
      for (const line of parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end + 1) })) {
        if (isLogLine(line)) lines.push(line);
      }
    }
  });
  return lines;
};

const RULED: ReadonlySet<string> = new Set(['GatesRuled', 'AnswerSent']);

/** What the host reports is always looked at: two deliveries of one event are told apart by what lies between them. */
const HOST_TYPES: ReadonlySet<string> = new Set([
  ...Object.values(HOST_EVENTS).map(({ type }) => type),
  UNKNOWN_HOST_EVENT,
]);

const always = new Map<string, boolean>();

const isAlwaysNeeded = (type: string): boolean => {
  let isNeeded = always.get(type);
  if (isNeeded === undefined) {
    isNeeded = HOST_TYPES.has(type) || (isSharedType(type) && !RULED.has(type));
    // Types are an open set.
    if (always.size < MOST_TYPES) always.set(type, isNeeded);
  }
  return isNeeded;
};

const MOST_TYPES = 1_000;

/** Of rulings and answers sessions only share what was told once for all, and what workflows came to. */
const isTelling = (line: string): boolean => line.includes('"tells":') || line.includes('"gate":"workflow"');
