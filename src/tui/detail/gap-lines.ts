import type { Line } from '../look/line.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { EMPTY_LINE, wrapped } from './page.ts';

/** What is said of something that is missing: the whole of it, where it is, and what that means. */
export const gapLines = ({ text, events, position, types }: TimelineRow, width: number): readonly Line[] => {
  const page = { width };
  const isBytes = events.length === 0;
  const hint = isBytes ? UNREADABLE : types.length > 0 ? NO_REQUEST : LOST;
  return [
    ...wrapped(text, page, '', 'warn'),
    EMPTY_LINE,
    ...wrapped(hint, page, '', 'dim'),
    ...(isBytes ? wrapped(`It begins at ${position.segment}:${position.offset} of the log.`, page, '', 'dim') : []),
    ...(isBytes ? [] : [EMPTY_LINE]),
  ];
};

const UNREADABLE =
  'Rows before and after it are whole. docket verify says whether it is what a killed process left or damage; docket repair keeps a copy.';
const NO_REQUEST =
  'The hook before the call did not run, or could not write. No gate saw the call, and its result is evidence of nothing.';
const LOST =
  'What is there is told below. A hook that the host killed, or a session that ended meanwhile, leaves this.';
