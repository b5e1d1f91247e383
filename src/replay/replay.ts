import type { LogLine } from '../events/log-reader.ts';
import { comparePositions, type Position } from '../events/position.ts';
import type { Policy } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import type { Fold } from '../projections/fold.ts';
import { linesTo, sessionEnd } from './log-lines.ts';
import { type FoldPoint, type LongFold, overBy, startLongFold } from './long-fold.ts';
import { type Rejudged, rejudge } from './rejudge.ts';
import { type Step, stepsOf } from './steps.ts';

/** A session of a log, to be gone through in both directions. The log is the one there was when it was opened. */
export interface Replay {
  /** Null before the first step. */
  readonly current: () => Step | null;
  /** Null, and no step taken, at the end. */
  readonly next: () => Step | null;
  /** Null, and no step taken, at the beginning. */
  readonly previous: () => Step | null;
  /** To the first step at or behind a place in the log; null, and no step taken, where there is none. */
  readonly jump: (to: Position) => Step | null;
  /** What today's gates say of the current step; null where no gate judges such events. */
  readonly rejudged: (policy?: Policy) => Rejudged | null;
  /** Lets go of the log's files. The current step stays; there is no next one that was not read. */
  readonly close: () => void;
}

export interface ReplayOptions {
  /** Told how many lines were read, since going far ahead in a long log takes a while. */
  readonly onProgress?: ((lines: number) => void) | undefined;
  /** At least so many steps that were read last are kept, so that going back over them costs nothing. */
  readonly recent?: number;
  /** Steps between two places to go on from, as long as there are few. */
  readonly between?: number;
  /** Places to go on from, at most. */
  readonly mostPoints?: number;
}

/**
 * Opens a session for stepping. Nothing is read before the first step is asked for. Going ahead reads the log once; going
 * back goes on from a place that was kept. Memory does not grow with the log or the session.
 */
export const openReplay = (
  folder: LogFolder,
  stream: string,
  index: StreamIndex,
  { onProgress, recent: kept = 256, between = 256, mostPoints = 256 }: ReplayOptions = {},
): Replay => {
  const end = sessionEnd(stream, index);
  const isOver = overBy(index);
  const points = startPoints(between, mostPoints);
  let run = startRun(null);
  /** Steps that follow each other; the last one is where the run stands. */
  let recent: Step[] = [];
  /** The place of the current one among them. */
  let at = -1;

  function startRun(point: Point | null): Run {
    const fold = startLongFold(isOver, point?.fold);
    const options = { ...(point === null ? {} : { from: point.step }), ...(onProgress && { onLine: onProgress }) };
    return { fold, steps: stepsOf(linesBehind(point), stream, fold, options) };
  }

  function* linesBehind(point: Point | null): Generator<LogLine> {
    const lines = linesTo(folder, end, point?.step.line.position);
    if (point !== null) lines.next();
    yield* lines;
  }

  const close = (): void => {
    run.steps.return();
  };

  const current = (): Step | null => recent[at] ?? null;

  const read = (): Step | null => {
    const { value } = run.steps.next();
    if (value === undefined) return null;
    if (recent.length >= 2 * kept) {
      const dropped = recent.length - kept;
      recent = recent.slice(dropped);
      at -= dropped;
    }
    recent.push(value);
    points.offer(value, run.fold);
    return value;
  };

  /** Goes to the first step that is far enough, from a kept place when it is not among the recent ones or ahead. */
  const seek = (isThere: (step: Step) => boolean, point: Point | null, isBack: boolean): Step | null => {
    if (isBack) {
      close();
      run = startRun(point);
      recent = [];
      at = -1;
    }
    let found = recent.findIndex(isThere);
    while (found < 0) {
      const step = read();
      if (step === null) return null;
      if (isThere(step)) found = recent.length - 1;
    }
    at = found;
    return current();
  };

  const next = (): Step | null => {
    const step = recent[at + 1] ?? read();
    if (step !== null) at = recent.indexOf(step);
    return step;
  };

  const previous = (): Step | null => {
    const here = current();
    if (here === null || here.number === 1) return null;
    if (at > 0) {
      at -= 1;
      return current();
    }
    const wanted = here.number - 1;
    // From further back, so that going on backwards costs nothing for a while.
    const point = points.last(({ number }) => number < Math.max(1, wanted - kept)) ?? null;
    return seek(({ number }) => number >= wanted, point, true);
  };

  const jump = (to: Position): Step | null => {
    const here = current();
    if (comparePositions(to, end) >= 0) return null;
    const isReached = ({ line }: Pick<Step, 'line'>): boolean => comparePositions(line.position, to) >= 0;
    const first = recent[0];
    const isBack = first !== undefined && first.number > 1 && isReached(first);
    const point = isBack ? points.last((step) => !isReached(step)) : null;
    const found = seek(isReached, point, isBack);
    if (found === null && here !== null) seek(({ number }) => number >= here.number, null, true);
    return found;
  };

  const rejudged = (policy?: Policy): Rejudged | null => {
    const step = current();
    if (step === null || step.call === null) return null;
    return rejudge(step.call, foldBehind(step), policy === undefined ? {} : { policy });
  };

  /** The fold behind a step, other worktrees included. */
  const foldBehind = (step: Step): Fold => {
    if (step === recent.at(-1)) return run.fold.fold();
    const point = points.last(({ number }) => number < step.number);
    const fold = startLongFold(isOver, point?.fold);
    for (const line of linesBehind(point)) {
      if (comparePositions(line.position, step.line.position) > 0) break;
      fold.apply(line);
    }
    return fold.fold();
  };

  return { current, next, previous, jump, rejudged, close };
};

interface Run {
  readonly fold: LongFold;
  readonly steps: Generator<Step, void>;
}

/** A place to go on from. */
interface Point {
  readonly step: Pick<Step, 'number' | 'line' | 'worktree'>;
  readonly fold: FoldPoint;
}

/** Keeps places evenly over what was read: when there are too many, every other one is let go. */
const startPoints = (between: number, most: number) => {
  let points: Point[] = [];
  let apart = between;
  return {
    offer: ({ number, line, worktree }: Step, fold: LongFold): void => {
      if (number < (points.at(-1)?.step.number ?? 0) + apart) return;
      points.push({ step: { number, line, worktree }, fold: fold.point() });
      if (points.length <= most) return;
      points = points.filter((_, place) => place % 2 === 1);
      apart *= 2;
    },
    last: (isFit: (step: Point['step']) => boolean): Point | null => points.findLast(({ step }) => isFit(step)) ?? null,
  };
};
