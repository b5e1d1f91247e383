import { openStreamIndex } from '../../events/open-index.ts';
import { SegmentError } from '../../events/open-segment.ts';
import { comparePositions, type Position } from '../../events/position.ts';
import { type LogFolder, listSegments } from '../../events/segments.ts';
import { type KnownLog, knownLog } from './known-log.ts';
import type { Answer, Question } from './question.ts';
import type { RowWhy } from './row-why.ts';
import { stateOfRow } from './state-of-row.ts';
import { tryWhatIf } from './try-what-if.ts';
import { whyOfRow } from './why-of-row.ts';

/** How an answer is waited for. */
export interface Waiting {
  /** Whether nobody waits for it any more. */
  readonly isOver?: () => boolean;
  /** Told what is known already, where the rest takes longer. */
  readonly onPart?: (answer: Answer) => void;
}

/** Thrown out of what takes long once nobody waits for it. */
class Abandoned extends Error {}

/** Answers questions about a log by reading it. Never throws: what goes wrong is an answer as well. Null where nobody waited. */
export const answerer = (folder: LogFolder): ((question: Question, waiting?: Waiting) => Answer | null) => {
  let isOver: () => boolean = () => false;
  const check = (): void => {
    if (isOver()) throw new Abandoned();
  };
  let log: KnownLog | null = null;
  /** The log without archives that are damaged: what they held nobody knows. */
  let readable = folder;
  /** The log as far as what is asked about, at least. */
  const logTo = (position: Position): KnownLog => {
    if (log === null || comparePositions(position, log.index.position) >= 0) {
      log = knownLog(readable, openStreamIndex(readable), check);
    }
    return log;
  };
  const without = (): Pick<Answer, 'without'> =>
    readable.leftOut === undefined ? {} : { without: [...readable.leftOut] };

  const find = (question: Question, onPart: (answer: Answer) => void): Answer => {
    if (listSegments(folder).length === 0) return { kind: 'failed', message: 'The log is not there any more.' };
    if (question.kind === 'why') {
      const last = question.lines.at(-1);
      if (last === undefined) return { kind: 'failed', message: 'The row has no events.' };
      const tell = (why: RowWhy): void => onPart({ kind: 'why', ...why, ...without() });
      return { kind: 'why', ...whyOfRow(logTo(last.position), question.lines, tell), ...without() };
    }
    if (question.kind === 'state') {
      return { kind: 'state', ...stateOfRow(logTo(question.row.to), question), ...without() };
    }
    return { kind: 'what-if', ...tryWhatIf(logTo(question.at), question), ...without() };
  };

  return (question, { isOver: over = () => false, onPart = () => undefined } = {}) => {
    isOver = over;
    for (;;) {
      try {
        check();
        return find(question, onPart);
      } catch (error) {
        if (error instanceof Abandoned) return null;
        const isGap = error instanceof SegmentError && readable.leftOut?.has(error.segment) !== true;
        if (!isGap) return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
        readable = { ...readable, leftOut: new Set([...(readable.leftOut ?? []), error.segment]) };
        log = null;
      }
    }
  };
};
