import { followLog } from '../events/follow-log.ts';
import { isLogLine, type LogLine, type ReadLine, readLines } from '../events/log-reader.ts';
import { formatPosition, type Position } from '../events/position.ts';
import { summaryOf } from '../replay/summary.ts';
import { type Filter, type FilterOptions, filterFrom } from './filters.ts';
import type { ExitCode, Io } from './io.ts';
import { findLoggedProject } from './project.ts';
import { clock, columns, cutTo, fitTo, printable, type Style, styleFor } from './style.ts';

export interface LogOptions extends FilterOptions {
  readonly json?: boolean;
  readonly follow?: boolean;
}

/** Prints the events of the project's log, oldest first. Lines that cannot be read are told on stderr. */
export const runLog = async (options: LogOptions, io: Io, signal: AbortSignal): Promise<ExitCode> => {
  const filter = filterFrom(options, Date.now());
  const { folder } = findLoggedProject(io);
  const print = printer(options, io);
  const { end, unreadable, isEmpty } = printPast(readLines(folder), filter, print);
  for (const line of unreadable) io.stderr(complaint(line));
  if (options.follow !== true) {
    if (isEmpty) io.stderr('docket: no event of the log fits these filters\n');
    return unreadable.length === 0 ? 0 : 1;
  }
  for await (const line of followLog(folder, end, signal)) {
    if (!isLogLine(line)) io.stderr(complaint(line));
    else if (filter.matches(line.event)) print(line);
  }
  return 0;
};

type Unreadable = Exclude<ReadLine, LogLine>;

const printPast = (lines: ReturnType<typeof readLines>, filter: Filter, print: (line: LogLine) => void) => {
  const unreadable: Unreadable[] = [];
  const kept: LogLine[] = [];
  let isEmpty = true;
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    const line = next.value;
    if (!isLogLine(line)) unreadable.push(line);
    else if (filter.matches(line.event)) {
      isEmpty = false;
      if (filter.last === null) print(line);
      else {
        kept.push(line);
        if (kept.length > 2 * filter.last) kept.splice(0, kept.length - filter.last);
      }
    }
  }
  for (const line of kept.slice(-(filter.last ?? 0))) print(line);
  return { end: next.value satisfies Position, unreadable, isEmpty };
};

const printer = (options: LogOptions, io: Io): ((line: LogLine) => void) => {
  if (options.json === true) return ({ event }) => io.stdout(`${JSON.stringify(event)}\n`);
  const style = styleFor(io);
  let day = '';
  return ({ event }) => {
    const today = event.at.slice(0, 10);
    if (today !== day) io.stdout(`${style('bold', `── ${printable(today)} (UTC)`)}\n`);
    day = today;
    io.stdout(`${row(event, style, io.width)}\n`);
  };
};

const row = (event: LogLine['event'], style: Style, width: number): string => {
  const actor = event.actor.id === 'main' ? '' : `${event.actor.type ?? 'agent'} ${event.actor.id.slice(0, 7)} › `;
  const where = `${clock(event.at)} ${fitTo(event.id.slice(0, 6), 6)} ${fitTo(event.stream.slice(0, 8), 8)} `;
  const type = fitTo(event.type, Math.max(19, columns(event.type)));
  const room = Math.max(20, width - columns(where) - columns(type) - 1);
  return `${style('dim', where)}${typeColour(event, style)(type)} ${cutTo(`${actor}${summaryOf(event)}`, room)}`.trimEnd();
};

const typeColour = (event: LogLine['event'], style: Style): ((text: string) => string) => {
  const decision = event.data['decision'];
  if (event.type === 'HookFailed' || event.type === 'ToolFailed' || decision === 'deny') return (t) => style('red', t);
  if (decision === 'ask' || decision === 'rewrite' || decision === 'advise') return (text) => style('yellow', text);
  return event.type === 'PromptSubmitted' ? (text) => style('cyan', text) : (text) => text;
};

const complaint = (unreadable: Unreadable): string => {
  const at = formatPosition(unreadable.position);
  if (unreadable.reason === 'archive-damaged') return `docket: from ${at} on, ${printable(unreadable.error.message)}\n`;
  const { length, reason } = unreadable;
  return `docket: ${length} bytes at ${at} cannot be read (${reason}); the rest of the log is\n`;
};
