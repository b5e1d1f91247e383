import type { LogLine, ReadLine } from '../events/log-reader.ts';
import { formatPosition } from '../events/position.ts';
import { printable } from './style.ts';

type Unreadable = Exclude<ReadLine, LogLine>;

/** More than these are counted, not listed. */
const LISTED = 10;

/** What to say of a line of the log that is no event. */
export const complaint = (unreadable: Unreadable): string => {
  const at = formatPosition(unreadable.position);
  if (unreadable.reason === 'archive-damaged') return `docket: from ${at} on, ${printable(unreadable.error.message)}\n`;
  const { length, reason } = unreadable;
  return reason === 'newer-version'
    ? `docket: the line at ${at} was written by a later version of docket: update this one (npm install docket@latest) to see it\n`
    : `docket: ${length} bytes at ${at} cannot be read (${reason}); the rest of the log is\n`;
};

/** The same for all such lines of a log, and what to do about them; empty when there are none. */
export const complaints = (lines: readonly Unreadable[]): string => {
  const more = lines.length - LISTED;
  const listed = lines.slice(0, LISTED).map(complaint);
  if (more > 0) listed.push(`docket: and ${more} more\n`);
  if (lines.some(({ reason }) => reason !== 'newer-version' && reason !== 'archive-damaged')) {
    listed.push(
      'docket: a killed process leaves such a line, and it is no harm; `docket verify` tells it from damage\n',
    );
  }
  return listed.join('');
};
