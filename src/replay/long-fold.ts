import type { LogLine } from '../events/log-reader.ts';
import { comparePositions, type Position } from '../events/position.ts';
import { rangeEnd } from '../events/ranges.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import { type Fold, type LogState, type SharedState, type StreamStates, startFold } from '../projections/fold.ts';

/** What a fold came to behind a line, to go on from later. Only sessions that go on are in it. */
export interface FoldPoint {
  readonly shared: SharedState;
  readonly streams: ReadonlyMap<string, StreamStates>;
  /** Imported sessions, each with a world of its own. */
  readonly imported: ReadonlyMap<string, LogState>;
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
  let fold = resumed(from?.shared, kept);
  const worlds = new Map([...(from?.imported ?? [])].map(([stream, state]) => [stream, worldFrom(state)] as const));
  /** Sessions that hooks recorded: where some of one was imported as well, that counts for nothing. */
  const recorded = new Set(kept.keys());
  let last: Position | null = null;
  let lines = 0;
  const goesOn = ([stream]: readonly [string, unknown]): boolean => last === null || !isOver(stream, behind(last));
  const statesNow = (): Omit<FoldPoint, 'imported'> => {
    const { project, worktrees, streams } = fold.state();
    return { shared: { project, worktrees }, streams: new Map([...new Map([...kept, ...streams])].filter(goesOn)) };
  };
  const letGo = (): void => {
    const at = statesNow();
    kept = at.streams;
    fold = resumed(at.shared, kept);
    for (const [stream] of [...worlds].filter((world) => !goesOn(world))) worlds.delete(stream);
    for (const stream of [...recorded].filter((name) => !kept.has(name))) recorded.delete(stream);
  };
  const applyImported = ({ event }: LogLine): string | null => {
    const world = worlds.get(event.stream) ?? startFold({ imports: 'own' });
    worlds.set(event.stream, world);
    return world.apply(event);
  };
  const view: Fold['view'] = (stream, worktree, further) => {
    const world = recorded.has(stream) ? undefined : worlds.get(stream);
    if (world === undefined) return fold.view(stream, worktree, further);
    const { policy, preferences } = fold.view(stream, worktree);
    return { ...world.view(stream, worktree, further), policy, preferences };
  };
  return {
    apply: (line) => {
      if (lines >= between) {
        lines = 0;
        letGo();
      }
      lines += 1;
      last = line.position;
      if (line.event.provenance === 'import') return applyImported(line);
      recorded.add(line.event.stream);
      return fold.apply(line.event);
    },
    view,
    fold: () => ({ ...fold, view }),
    point: () => ({
      ...statesNow(),
      imported: new Map([...worlds].filter(goesOn).map(([stream, world]) => [stream, world.state()])),
    }),
  };
};

const resumed = (from: SharedState | undefined, kept: ReadonlyMap<string, StreamStates>): Fold =>
  startFold({ ...(from === undefined ? {} : { from }), recall: (stream) => kept.get(stream) });

const worldFrom = (state: LogState): Fold => {
  const streams = new Map(state.streams);
  return startFold({ from: state, recall: (stream) => streams.get(stream), imports: 'own' });
};

/** The end of a line lies somewhere behind its beginning, and before the beginning of the next one. */
const behind = ({ segment, offset }: Position): Position => ({ segment, offset: offset + 1 });
