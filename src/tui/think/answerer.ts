import { openStreamIndex } from '../../events/open-index.ts';
import { comparePositions, type Position } from '../../events/position.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import type { Answer, Question } from './question.ts';
import { stateOfRow } from './state-of-row.ts';
import { tryWhatIf } from './try-what-if.ts';
import { whyOfRow } from './why-of-row.ts';

/** Answers questions about a log by reading it. Never throws: what goes wrong is an answer as well. */
export const answerer = (folder: LogFolder): ((question: Question) => Answer) => {
  let index: StreamIndex | null = null;
  /** An index that goes as far as what is asked about. */
  const indexTo = (position: Position): StreamIndex => {
    if (index === null || comparePositions(position, index.position) >= 0) index = openStreamIndex(folder);
    return index;
  };
  return (question) => {
    try {
      if (question.kind === 'why') {
        const last = question.lines.at(-1);
        if (last === undefined) return { kind: 'failed', message: 'The row has no events.' };
        return { kind: 'why', ...whyOfRow(folder, question.lines, indexTo(last.position)) };
      }
      if (question.kind === 'state') return { kind: 'state', ...stateOfRow(folder, question) };
      return { kind: 'what-if', ...tryWhatIf(folder, question) };
    } catch (error) {
      return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  };
};
