import { openStreamIndex } from '../../events/open-index.ts';
import { comparePositions, type Position } from '../../events/position.ts';
import type { LogFolder } from '../../events/segments.ts';
import { type KnownLog, knownLog } from './known-log.ts';
import type { Answer, Question } from './question.ts';
import { stateOfRow } from './state-of-row.ts';
import { tryWhatIf } from './try-what-if.ts';
import { whyOfRow } from './why-of-row.ts';

/** Answers questions about a log by reading it. Never throws: what goes wrong is an answer as well. */
export const answerer = (folder: LogFolder): ((question: Question) => Answer) => {
  let log: KnownLog | null = null;
  /** The log as far as what is asked about, at least. */
  const logTo = (position: Position): KnownLog => {
    if (log === null || comparePositions(position, log.index.position) >= 0) {
      log = knownLog(folder, openStreamIndex(folder));
    }
    return log;
  };
  return (question) => {
    try {
      if (question.kind === 'why') {
        const last = question.lines.at(-1);
        if (last === undefined) return { kind: 'failed', message: 'The row has no events.' };
        return { kind: 'why', ...whyOfRow(logTo(last.position), question.lines) };
      }
      if (question.kind === 'state') return { kind: 'state', ...stateOfRow(logTo(question.row.to), question) };
      return { kind: 'what-if', ...tryWhatIf(logTo(question.at), question) };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  };
};
