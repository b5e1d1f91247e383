import { isLogLine, type LogLine, type ReadLine, readLines } from '../events/log-reader.ts';
import { type Finding, startSuspects } from '../replay/suspect.ts';
import { suspectWords } from '../replay/suspect-words.ts';
import { assertGate, hasVerdictOf } from './filter-options.ts';
import { type FilterOptions, filterFrom } from './filters.ts';
import { gatesHere } from './gates-here.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject } from './project.ts';
import { atTime, columns, cutTo, fitTo, type Style, styleFor, wrap } from './style.ts';
import { complaints } from './unreadable.ts';

export interface LogSuspectOptions extends FilterOptions {
  readonly json?: boolean;
  readonly follow?: boolean;
  readonly sessions?: boolean;
}

const LINES_A_TURN = 1000;

/**
 * Prints what does not fit together in the project's log, in the order in which it shows. A filter keeps the findings about an event
 * that fits it. Exit code 1 when there are some, or lines that cannot be read. Throws `UsageError`.
 */
export const runLogSuspect = async (options: LogSuspectOptions, io: Io): Promise<ExitCode> => {
  if (options.follow === true || options.sessions === true) {
    throw new UsageError('--suspect goes over the log once: not with --follow or --sessions.');
  }
  const filter = filterFrom(options, Date.now());
  const { folder } = findLoggedProject(io);
  assertGate(options.gate, gatesHere(io), hasVerdictOf(folder));
  // The policy that was in force may stand in another session: all of the log is read.
  const suspects = startSuspects(filter.matches);
  const print = printer(options, io);
  const kept: Finding[] = [];
  const unreadable: Exclude<ReadLine, LogLine>[] = [];
  let count = 0;
  const take = (findings: readonly Finding[]): void => {
    for (const finding of findings) {
      if (!finding.events.some(({ isWanted }) => isWanted)) continue;
      count += 1;
      if (filter.last === null) print(finding);
      else kept.push(finding);
      if (kept.length > 2 * (filter.last ?? 0)) kept.splice(0, kept.length - (filter.last ?? 0));
    }
  };
  const progress = progressFor(io, 'going through the log');
  let read = 0;
  for (const line of readLines(folder)) {
    read += 1;
    if (read % LINES_A_TURN === 0) {
      progress.onProgress(read);
      await io.drained();
    }
    if (isLogLine(line)) take(suspects.add(line));
    else unreadable.push(line);
  }
  take(suspects.end());
  progress.done();
  for (const finding of kept.slice(-(filter.last ?? 0))) print(finding);
  if (unreadable.length > 0) io.stderr(complaints(unreadable));
  if (count === 0 && unreadable.length === 0) io.stderr('docket: everything fits together\n');
  return count === 0 && unreadable.length === 0 ? 0 : 1;
};

const printer = ({ json }: LogSuspectOptions, io: Io): ((finding: Finding) => void) => {
  if (json === true) return (finding) => io.stdout(`${JSON.stringify(jsonOf(finding))}\n`);
  const style = styleFor(io);
  let isFirst = true;
  return (finding) => {
    io.stdout(`${isFirst ? '' : '\n'}${textOf(finding, style, io.width)}\n`);
    isFirst = false;
  };
};

const jsonOf = (finding: Finding): object => {
  const { kind, session, host, call, events, notes } = finding;
  const { means, todo } = suspectWords(finding);
  return { kind, session, host, call, events: events.map(({ isWanted: _, ...event }) => event), notes, means, todo };
};

const textOf = (finding: Finding, style: Style, width: number): string => {
  const { title, means, todo } = suspectWords(finding);
  const { session, call, events } = finding;
  const [first] = events;
  const where = [
    `session ${session}`,
    ...(call === null ? [] : [`call ${call}`]),
    first === undefined ? '' : atTime(first.at),
  ];
  return [
    `${style('yellow', `! ${title}`)}  ${cutTo(where.join(' · '), Math.max(8, width - columns(title) - 4))}`,
    ...events.map(({ id, type, summary }) =>
      cutTo(`    ${fitTo(id.slice(0, 6), 6)} ${fitTo(type, Math.max(15, columns(type)))} ${summary}`, width).trimEnd(),
    ),
    ...wrap(means, width, '  '),
    ...wrap(todo, width, '  → '),
  ].join('\n');
};
