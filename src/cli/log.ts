import { setTimeout as delay } from 'node:timers/promises';
import { followLog, isLogChange, type LogChange } from '../events/follow-log.ts';
import { isLogLine, type LogLine, type ReadLine, readLines } from '../events/log-reader.ts';
import { openStreamIndex } from '../events/open-index.ts';
import { formatPosition, type Position } from '../events/position.ts';
import { readSessions } from '../events/read-sessions.ts';
import { type LogFolder, listSegments } from '../events/segments.ts';
import { summaryOf } from '../replay/summary.ts';
import { assertGate, hasVerdictOf } from './filter-options.ts';
import { type Filter, type FilterOptions, filterFrom, isNamed } from './filters.ts';
import { gatesHere } from './gates-here.ts';
import type { ExitCode, Io } from './io.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject, findProject } from './project.ts';
import { clock, columns, cutTo, fitTo, printable, type Style, styleFor } from './style.ts';
import { complaint, complaints } from './unreadable.ts';

export interface LogOptions extends FilterOptions {
  readonly json?: boolean;
  readonly follow?: boolean;
}

/**
 * Prints the events of the project's log, oldest first. Lines that cannot be read are told on stderr. With `follow` goes
 * on as events are written, until the signal is aborted; a log that is not there yet is waited for.
 */
export const runLog = async (options: LogOptions, io: Io, signal: AbortSignal): Promise<ExitCode> => {
  const filter = filterFrom(options, Date.now());
  const folder = options.follow === true ? await awaitLog(io, signal) : findLoggedProject(io).folder;
  if (folder === null) return 0;
  assertGate(options.gate, gatesHere(io), hasVerdictOf(folder));
  const print = printer(options, io);
  const past = await printPast(linesOf(folder, options, io), filter, print, io, signal);
  if (past.unreadable.length > 0) io.stderr(complaints(past.unreadable));
  if (past.end === null) return 0;
  if (options.follow !== true) {
    if (past.isEmpty) io.stderr('docket: no event of the log fits these filters\n');
    return past.unreadable.length === 0 ? 0 : 1;
  }
  for await (const item of followLog(folder, past.end, signal)) {
    if (isLogChange(item)) io.stderr(changeNotice(item));
    else if (!isLogLine(item)) io.stderr(complaint(item));
    else if (filter.matches(item.event)) print(item);
  }
  return 0;
};

const LOOK_MS = 250;

/** The log's folder, once there is a log; null when the signal is aborted before. */
const awaitLog = async (io: Io, signal: AbortSignal): Promise<LogFolder | null> => {
  for (let isTold = false; !signal.aborted; isTold = true) {
    // Looked for anew each time: a project that cannot be written has its log elsewhere.
    const { folder, location } = findProject(io);
    if (listSegments(folder).length > 0) return folder;
    if (!isTold) io.stderr(`docket: there is no log in ${printable(location.root)} yet; waiting for one\n`);
    await delay(LOOK_MS, undefined, { signal }).catch(() => {});
  }
  return null;
};

/** All lines of the log, or those of the sessions that are asked for. */
const linesOf = (folder: LogFolder, { session }: LogOptions, io: Io): Generator<ReadLine, Position> => {
  if (session === undefined) return readLines(folder);
  const progress = progressFor(io, 'looking for the session');
  const index = openStreamIndex(folder, progress);
  progress.done();
  return readSessions(folder, (stream) => isNamed(stream, session), index);
};

type Unreadable = Exclude<ReadLine, LogLine>;

const LINES_A_TURN = 1000;

/** Prints what is there. `end` is where that ended; null when the signal was aborted. */
const printPast = async (
  lines: Generator<ReadLine, Position>,
  filter: Filter,
  print: (line: LogLine) => void,
  { drained }: Io,
  signal: AbortSignal,
) => {
  const unreadable: Unreadable[] = [];
  const kept: LogLine[] = [];
  let isEmpty = true;
  let read = 0;
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    read += 1;
    // Lets an interrupt and a closed pipe through.
    if (read % LINES_A_TURN === 0) await drained();
    if (signal.aborted) return { end: null, unreadable, isEmpty };
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
  return { end: next.value, unreadable, isEmpty };
};

const printer = (options: LogOptions, io: Io): ((line: LogLine) => void) => {
  if (options.json === true) return jsonPrinter(io);
  const style = styleFor(io);
  let day = '';
  return ({ event }) => {
    const today = event.at.slice(0, 10);
    if (today !== day) io.stdout(`${style('bold', `── ${printable(today)} (UTC)`)}\n`);
    day = today;
    io.stdout(`${row(event, style, io.width)}\n`);
  };
};

const jsonPrinter =
  (io: Io) =>
  ({ event, position }: LogLine): void => {
    let json: string;
    try {
      json = JSON.stringify(event);
    } catch {
      // Not docket's: what it cannot write again it does not record.
      io.stderr(`docket: the event at ${formatPosition(position)} is nested too deeply to be printed\n`);
      return;
    }
    io.stdout(`${json}\n`);
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
const changeNotice = ({ goesOnAt }: LogChange): string =>
  goesOnAt === null
    ? 'docket: the log was removed; waiting for a new one\n'
    : `docket: what was read of the log is not there any more: it was cut or replaced; going on at ${formatPosition(goesOnAt)}\n`;
