import { followLog } from '../events/follow-log.ts';
import { isLogLine, type LogLine, type ReadLine, readLines } from '../events/log-reader.ts';
import { formatPosition, type Position } from '../events/position.ts';
import { summaryOf } from '../replay/summary.ts';
import { type Filter, type FilterOptions, filterFrom } from './filters.ts';
import type { ExitCode, Io } from './io.ts';
import { findLoggedProject } from './project.ts';
import { clock, cutTo, type Style, styleFor } from './style.ts';

export interface LogOptions extends FilterOptions {
  readonly json?: boolean;
  readonly follow?: boolean;
}

/** Prints the events of the project's log, oldest first. Lines that cannot be read are told on stderr. */
export const runLog = async (options: LogOptions, io: Io, signal: AbortSignal): Promise<ExitCode> => {
  const filter = filterFrom(options, Date.now());
  const { folder } = findLoggedProject(io);
  const print = printer(options, io);
  const { end, unreadable } = printPast(readLines(folder), filter, print);
  for (const line of unreadable) io.stderr(complaint(line));
  if (options.follow !== true) return unreadable.length === 0 ? 0 : 1;
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
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    const line = next.value;
    if (!isLogLine(line)) unreadable.push(line);
    else if (filter.matches(line.event)) {
      if (filter.last === null) print(line);
      else {
        kept.push(line);
        if (kept.length > 2 * filter.last) kept.splice(0, kept.length - filter.last);
      }
    }
  }
  for (const line of kept.slice(-(filter.last ?? 0))) print(line);
  return { end: next.value satisfies Position, unreadable };
};

const printer = (options: LogOptions, io: Io): ((line: LogLine) => void) => {
  if (options.json === true) return ({ event }) => io.stdout(`${JSON.stringify(event)}\n`);
  const style = styleFor(io);
  let day = '';
  return ({ event }) => {
    const today = event.at.slice(0, 10);
    if (today !== day) io.stdout(`${style('bold', `── ${today} (UTC)`)}\n`);
    day = today;
    io.stdout(`${row(event, style, io.width)}\n`);
  };
};

const row = (event: LogLine['event'], style: Style, width: number): string => {
  const actor = event.actor.id === 'main' ? '' : `${event.actor.type ?? 'agent'} ${event.actor.id.slice(0, 7)} › `;
  const head = `${clock(event.at)}  ${event.stream.slice(0, 8).padEnd(8)}  ${event.type.padEnd(19)} `;
  const text = cutTo(`${actor}${summaryOf(event)}`, Math.max(20, width - head.length));
  return `${style('dim', head.slice(0, 20))}${typeColour(event, style)(head.slice(20))}${text}`;
};

const typeColour = (event: LogLine['event'], style: Style): ((text: string) => string) => {
  const decision = event.data['decision'];
  if (event.type === 'HookFailed' || event.type === 'ToolFailed' || decision === 'deny') return (t) => style('red', t);
  if (decision === 'ask' || decision === 'rewrite' || decision === 'advise') return (text) => style('yellow', text);
  return event.type === 'PromptSubmitted' ? (text) => style('cyan', text) : (text) => text;
};

const complaint = ({ position, length, reason }: Unreadable): string =>
  `docket: ${length} bytes at ${formatPosition(position)} cannot be read (${reason}); the rest of the log is\n`;
