import { type LogLine, readEvents } from '../events/log-reader.ts';
import { comparePositions, LOG_START, type Position } from '../events/position.ts';
import { isOfThisLog, printBefore } from '../events/print.ts';
import { rangeStart } from '../events/ranges.ts';
import { readSession } from '../events/read-sessions.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import { type Fold, foldStream, type SharedState, type StreamStates, startFold } from '../projections/fold.ts';
import type { Snapshot } from '../projections/snapshot.ts';
import {
  bytesBetween,
  CHECKPOINTS_KEY,
  type Checkpoint,
  checkpointsFile,
  statesAt,
  worthKeeping,
} from './checkpoints.ts';

/** What a log came to, at any place in it. */
export interface Past {
  /** The fold of all events that stand before a position. Throws what reading the log throws. */
  readonly before: (position: Position) => Fold;
  /**
   * Takes the events of a session as somebody reads all of them, so that what it came to is known without reading it again. Null where that is
   * of no use: then a place is come to by folding the whole log, which meets the session on the way.
   */
  readonly learning: (stream: string) => ((line: LogLine) => void) | null;
  /** Keeps what was learnt on the way, so that the next reader is faster. Never throws: it is only a cache. */
  readonly save: () => void;
}

export interface PastOptions {
  /** What the hook keeps, where somebody read it. */
  readonly snapshot?: Pick<Snapshot, 'position' | 'print' | 'shared'> | null | undefined;
  /** Told how many events were folded, now and then. */
  readonly onProgress?: ((events: number) => void) | undefined;
  /** Called often; throws where nobody waits for it any more. */
  readonly check?: (() => void) | undefined;
  /** How many bytes of the log lie between two checkpoints at least, and how often it is told. Tests take less. */
  readonly step?: number | undefined;
  readonly tellEvery?: number | undefined;
}

/** About a thousand events: folding those costs less than starting the command. */
const STEP = 256 * 1024;
const TOLD_EVERY = 10_000;
const CHECKED_EVERY = 1_000;

/**
 * Folds a log up to places in it without beginning at its start each time: from the nearest checkpoint, or the hook's
 * snapshot where that lies nearer. What a session did before that is read by the index. With no index, or with one that
 * leaves sessions out, everything is folded: a session could then be anywhere.
 */
export const openPast = (
  folder: LogFolder,
  index: StreamIndex | null,
  { snapshot = null, onProgress, check, step = STEP, tellEvery = TOLD_EVERY }: PastOptions = {},
): Past => {
  const isIndexed = index !== null && !index.overflowed;
  const file = checkpointsFile(folder);
  if (isIndexed) file.read();
  const known: Checkpoint[] = [...(file.data?.checkpoints ?? [])];
  const found: Found[] = [];
  const ranges = new Map(isIndexed ? index.streams.map((one) => [one.stream, one.ranges] as const) : []);
  const usable = snapshot !== null && isIndexed && isOfThisLog(folder, snapshot) ? snapshot : null;
  let read = 0;
  let recalls = 0;

  const startFor = (position: Position): Found | null => {
    if (!isIndexed) return null;
    const states = [nearest(found, position), usable, checkpointBefore(folder, known, position)];
    return nearest(
      states.filter((one) => one !== null),
      position,
    );
  };

  /** States of long sessions on the way, so that the next place in one does not take all of it again. */
  const met = new Map<string, Met[]>();
  const recalled = (stream: string, to: Position): StreamStates => {
    const known = met.get(stream) ?? [];
    met.set(stream, known);
    const start = nearest(known, to);
    const isNear = start !== null && bytesBetween(start.position, to, folder.limit) <= NEAR_STEPS * step;
    const lines = isNear ? readEvents(folder, start.position) : readSession(folder, stream, index, to);
    let states = isNear ? start.states : undefined;
    const fold = startFold({ recall: () => states });
    const now = (): StreamStates | undefined => fold.state().streams.find(([name]) => name === stream)?.[1];
    let mark = isNear ? start.position : null;
    for (const { event, position } of lines) {
      if (comparePositions(position, to) >= 0) break;
      if (event.stream !== stream || event.provenance === 'import') continue;
      if (mark === null || bytesBetween(mark, position, folder.limit) >= step) {
        states = now() ?? states;
        if (states !== undefined) known.push({ position, states });
        mark = position;
      }
      fold.apply(event);
      recalls += 1;
      if (recalls % CHECKED_EVERY === 0) check?.();
    }
    const made = now() ?? states ?? foldStream([]);
    known.push({ position: to, states: made });
    return made;
  };

  const before = (position: Position): Fold => {
    const start = startFor(position);
    const from = start?.position ?? LOG_START;
    // Most sessions that are met began behind it.
    const recall = (stream: string): StreamStates | undefined => {
      const first = ranges.get(stream)?.[0];
      const isOlder = first !== undefined && comparePositions(rangeStart(first), from) < 0;
      return isOlder ? recalled(stream, from) : undefined;
    };
    const fold = start === null ? startFold() : startFold({ from: start.shared, recall });
    let mark = from;
    /** Sessions that went on since the last mark. */
    let wentOn = new Set<string>();
    for (const { event, position: at } of readEvents(folder, mark)) {
      if (comparePositions(at, position) >= 0) break;
      if (bytesBetween(mark, at, folder.limit) >= step && at.offset > 0) {
        const { project, worktrees, streams } = fold.state();
        found.push({ position: at, shared: { project, worktrees } });
        // What they came to is known here: who goes on from this place reads none of them again.
        for (const [stream, states] of streams) {
          if (wentOn.has(stream)) met.set(stream, [...(met.get(stream) ?? []), { position: at, states }]);
        }
        wentOn = new Set();
        mark = at;
      }
      fold.apply(event);
      if (event.provenance !== 'import') wentOn.add(event.stream);
      read += 1;
      if (read % tellEvery === 0) onProgress?.(read);
      if (read % CHECKED_EVERY === 0) check?.();
    }
    return fold;
  };

  const learning = (stream: string): ((line: LogLine) => void) | null => {
    if (usable === null && known.length === 0) return null;
    const own = met.get(stream) ?? [];
    met.set(stream, own);
    const fold = startFold();
    let mark: Position | null = null;
    return ({ event, position }) => {
      if (event.stream !== stream || event.provenance === 'import') return;
      if (mark === null || bytesBetween(mark, position, folder.limit) >= step) {
        const states = fold.state().streams.find(([name]) => name === stream)?.[1];
        if (states !== undefined) own.push({ position, states });
        mark = position;
      }
      fold.apply(event);
    };
  };

  const save = (): void => {
    if (!isIndexed || found.length === 0) return;
    try {
      const made = worthKeeping([...known, ...found], step, folder.limit).map((one): Checkpoint => {
        if ('part' in one) return one;
        const json = JSON.stringify(one.shared);
        return { position: one.position, print: printBefore(folder, one.position), part: () => json };
      });
      file.data = { key: CHECKPOINTS_KEY, checkpoints: made };
      file.write();
    } catch {
      // Another reader has just kept its own, or nothing can be written: the next one tries again.
    }
  };

  return { before, learning, save };
};

/** What a session had come to before a position. */
interface Met {
  readonly position: Position;
  readonly states: StreamStates;
}

/** So many steps all events are read from a place that is known; where it lies further away only those of the session. */
const NEAR_STEPS = 8;

interface Found {
  readonly position: Position;
  readonly shared: SharedState;
}

/** The last of some places that does not lie behind a position. */
const nearest = <At extends { readonly position: Position }>(all: readonly At[], position: Position): At | null =>
  all
    .filter((one) => comparePositions(one.position, position) <= 0)
    .reduce<At | null>(
      (best, one) => (best === null || comparePositions(one.position, best.position) > 0 ? one : best),
      null,
    );

/** The last checkpoint before a position. Where that one is not of this log, none of them is, and all are forgotten. */
const checkpointBefore = (folder: LogFolder, known: Checkpoint[], position: Position): Found | null => {
  const checkpoint = nearest(known, position);
  if (checkpoint === null) return null;
  const shared = isOfThisLog(folder, checkpoint) ? statesAt(checkpoint) : null;
  if (shared === null) {
    known.length = 0;
    return null;
  }
  return { position: checkpoint.position, shared };
};
