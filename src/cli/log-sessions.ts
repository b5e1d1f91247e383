import { counted } from '../audit/counted.ts';
import { openStreamIndex } from '../events/open-index.ts';
import type { IndexedStream } from '../events/stream-index.ts';
import { countOf, type FilterOptions, isNamed } from './filters.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject } from './project.ts';
import { clock, columns, cutTo, printable, styleFor } from './style.ts';

export interface LogSessionsOptions extends FilterOptions {
  readonly json?: boolean;
  readonly follow?: boolean;
}

/** Prints the sessions of the project's log, the most recently active one last. Throws `UsageError` for filters of events. */
export const runLogSessions = (options: LogSessionsOptions, io: Io): ExitCode => {
  const { session, last, json = false, ...others } = options;
  const [unfit] = Object.keys(others).filter((name) => name !== 'sessions');
  if (unfit !== undefined)
    throw new UsageError(`--sessions goes with --session, --last and --json, not with --${unfit}.`);
  const most = last === undefined ? Number.POSITIVE_INFINITY : countOf(last);
  const { folder } = findLoggedProject(io);
  const progress = progressFor(io, 'reading the log');
  const { streams, overflowed } = openStreamIndex(folder, progress);
  progress.done();
  // What was done with a command is in no session.
  const found = streams.filter(
    ({ stream, host, events }) => events > 0 && host !== 'docket' && isNamed(stream, session),
  );
  const shown = found.slice(-most);
  for (const entry of shown) io.stdout(`${json ? jsonOf(entry) : row(entry, io)}\n`);
  if (shown.length === 0) io.stderr('docket: no session of the log fits\n');
  if (overflowed) io.stderr(`docket: only the ${streams.length} most recently active sessions are known\n`);
  return 0;
};

const jsonOf = ({
  stream,
  host,
  worktree,
  firstAt,
  lastAt,
  endedAt,
  imported,
  events,
  rulings,
}: IndexedStream): string =>
  JSON.stringify({ session: stream, host, worktree, firstAt, lastAt, endedAt, imported, events, rulings });

const row = ({ stream, worktree, lastAt, endedAt, imported, events, rulings }: IndexedStream, io: Io): string => {
  const style = styleFor(io);
  const when = `${printable(lastAt.slice(0, 10))} ${clock(lastAt)} `;
  const decided = Object.entries(rulings).flatMap(([name, count]) => (name === 'none' ? [] : [`${count} ${name}`]));
  const facts = [
    imported ? 'imported' : endedAt === null ? 'live' : 'ended',
    counted(events, 'event'),
    ...decided,
    worktree ?? '',
  ];
  const id = cutTo(stream, 40);
  const room = Math.max(20, io.width - columns(when) - columns(id) - 1);
  return `${style('dim', when)}${id} ${cutTo(facts.filter((fact) => fact !== '').join(', '), room)}`;
};
