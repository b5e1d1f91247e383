import type { QuarantinedLine } from '../../events/log-reader.ts';
import type { Position } from '../../events/position.ts';

/** A stretch of the log that cannot be read. */
export interface Gap {
  readonly position: Position;
  readonly reason: QuarantinedLine['reason'] | 'archive-damaged';
  /** How many lines that follow each other, and their bytes; of a damaged archive nobody knows. */
  readonly lines: number;
  readonly bytes: number;
  /** Whether it is known to be the session's: else something that lies between its events. */
  readonly isOfSession: boolean;
}

/** What a gap is called in a row. */
export const gapText = ({ position, reason, lines, bytes, isOfSession }: Gap): string => {
  if (reason === 'archive-damaged') {
    return `The archive of segment ${position.segment} is damaged from byte ${position.offset} on: nothing behind that can be read`;
  }
  const what = lines === 1 ? `A line of ${bytes} bytes` : `${lines} lines of ${bytes} bytes`;
  const whose = isOfSession ? '' : ', and may be of another session';
  return `${what} cannot be read: ${lines === 1 ? 'it is' : 'they are'} ${REASONS[reason]}${whose}`;
};

const REASONS: Readonly<Record<QuarantinedLine['reason'], string>> = {
  'too-long': 'too long',
  'not-json': 'torn or damaged',
  'not-utf8': 'damaged',
  'not-an-event': 'no event',
  'newer-version': 'of a later version of docket',
};
