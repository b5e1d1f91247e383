import type { LogLine } from '../events/log-reader.ts';
import { comparePositions, type Position } from '../events/position.ts';
import { rangeEnd } from '../events/ranges.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import { type Fold, type SharedState, type StreamStates, startFold, type View } from '../projections/fold.ts';

/** What a fold came to behind a line, to go on from later. Only sessions that go on are in it. */
export interface FoldPoint {
  readonly shared: SharedState;
  readonly streams: ReadonlyMap<string, StreamStates>;
}

/** A fold over a log of any length whose memory stays flat: a session is let go behind its last event. */
export interface LongFold {
  /** Applies the next line. Returns the first delivery when it is a repeat, as `Fold.apply` does. */
  readonly apply: (line: LogLine) => string | null;
  readonly view: Fold['view'];
  /** The fold as it is now; goes stale with the next line. */
  readonly fold: () => Fold;
  readonly point: () => FoldPoint;
}

/** Whether no event of a session stands behind a position. */
export type IsOver = (stream: string, at: Position) => boolean;

/** By an index, for reading no further than the index goes. */
export const overBy = (index: StreamIndex): IsOver => {
  if (index.overflowed) return () => false;
  const ends = new Map(index.streams.flatMap(({ stream, ranges }) => endOf(stream, ranges)));
  return (stream, at) => {
    const end = ends.get(stream);
    return end !== undefined && comparePositions(end, at) <= 0;
  };
};

const endOf = (
  stream: string,
  ranges: StreamIndex['streams'][number]['ranges'],
): readonly (readonly [string, Position])[] => {
  const last = ranges.at(-1);
  return last === undefined ? [] : [[stream, rangeEnd(last)]];
};

/** How often sessions are let go. */
const LINES_BETWEEN = 4_096;

/** Starts at the beginning of a log, or where a point was taken. */
export const startLongFold = (
  isOver: IsOver = () => false,
  from: FoldPoint | null = null,
  between = LINES_BETWEEN,
): LongFold => {
  let kept: ReadonlyMap<string, StreamStates> = from?.streams ?? new Map();
  let fold = resumed(from, kept);
  let last: Position | null = null;
  let lines = 0;
  const point = (): FoldPoint => {
    const state = fold.state();
    const goesOn = ([stream]: readonly [string, StreamStates]): boolean =>
      last === null || !isOver(stream, behind(last));
    const streams = new Map([...new Map([...kept, ...state.streams])].filter(goesOn));
    return { shared: { project: state.project, worktrees: state.worktrees }, streams };
  };
  return {
    apply: (line) => {
      if (lines >= between) {
        lines = 0;
        const at = point();
        kept = at.streams;
        fold = resumed(at, kept);
      }
      lines += 1;
      last = line.position;
      return fold.apply(line.event);
    },
    view: (stream, worktree, further): View => fold.view(stream, worktree, further),
    fold: () => fold,
    point,
  };
};

const resumed = (from: FoldPoint | null, kept: ReadonlyMap<string, StreamStates>): Fold =>
  startFold({ ...(from === null ? {} : { from: from.shared }), recall: (stream) => kept.get(stream) });

/** The end of a line lies somewhere behind its beginning, and before the beginning of the next one. */
const behind = ({ segment, offset }: Position): Position => ({ segment, offset: offset + 1 });
