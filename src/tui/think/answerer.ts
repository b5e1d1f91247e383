import { openStreamIndex } from '../../events/open-index.ts';
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
  /** The log as far as what is asked about, at least. */
  const logTo = (position: Position): KnownLog => {
    if (log === null || comparePositions(position, log.index.position) >= 0) {
      log = knownLog(folder, openStreamIndex(folder), check);
    }
    return log;
  };
  return (question, { isOver: over = () => false, onPart = () => undefined } = {}) => {
    isOver = over;
    try {
      check();
      if (listSegments(folder).length === 0) return { kind: 'failed', message: 'The log is not there any more.' };
      if (question.kind === 'why') {
        const last = question.lines.at(-1);
        if (last === undefined) return { kind: 'failed', message: 'The row has no events.' };
        const tell = (why: RowWhy): void => onPart({ kind: 'why', ...why });
        return { kind: 'why', ...whyOfRow(logTo(last.position), question.lines, tell) };
      }
      if (question.kind === 'state') return { kind: 'state', ...stateOfRow(logTo(question.row.to), question) };
      return { kind: 'what-if', ...tryWhatIf(logTo(question.at), question) };
    } catch (error) {
      if (error instanceof Abandoned) return null;
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  };
};
