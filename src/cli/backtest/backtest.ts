import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { openStreamIndex } from '../../events/open-index.ts';
import type { Policy } from '../../events/schemas.ts';
import type { IndexedStream } from '../../events/stream-index.ts';
import { backtestParts, sharedOut } from '../../replay/backtest/backtest-parts.ts';
import { judgeSessions } from '../../replay/backtest/judge-sessions.ts';
import { reportOf, type TalliedLog } from '../../replay/backtest/report.ts';
import type { Tally } from '../../replay/backtest/tally.ts';
import { verdictsIn } from '../../replay/summary.ts';
import { assertGate, hasVerdictOf } from '../filter-options.ts';
import { countOf, type FilterOptions, filterFrom, isNamed } from '../filters.ts';
import { policyOption } from '../gates.ts';
import { gatesOf } from '../gates-here.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { byteProgressFor } from '../progress.ts';
import { findProject } from '../project.ts';
import { styleFor } from '../style.ts';
import { partRunner } from './run-part.ts';
import { type Source, sourcesOf } from './sources.ts';
import { backtestText } from './text.ts';

export interface BacktestOptions extends FilterOptions {
  readonly preset?: string;
  readonly policy?: string;
  readonly jobs?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** The built worker lies beside the built command. */
const WORKER = join(__dirname, 'backtest-worker.cjs');

/** Starting a thread costs as much as judging so many events. */
const EVENTS_WORTH_A_WORKER = 2_000;

/**
 * Prints what another policy would have done over recorded sessions. 0: nothing else, 1: other decisions. Throws
 * `UsageError`.
 */
export const runBacktest = async (paths: readonly string[], options: BacktestOptions, io: Io): Promise<ExitCode> => {
  try {
    return await printBacktest(paths, options, io);
  } catch (error) {
    // Exit code 1 would say that it was tried, and found something.
    throw error instanceof NotFoundError ? new UsageError(error.message) : error;
  }
};

const printBacktest = async (paths: readonly string[], options: BacktestOptions, io: Io): Promise<ExitCode> => {
  const policy = otherPolicy(options, io);
  const { session, type, tool, path, since, until, gate } = options;
  const chosen = { session, type, tool, path, since, until };
  const filters = Object.fromEntries(
    Object.entries(chosen).filter(([, value]) => value !== undefined),
  ) as FilterOptions;
  const gates = gatesOf(policy, findProject(io).location.policyDir, io);
  const sources = sourcesOf(paths, io);
  assertGate(gate, gates, (name) => sources.some((source) => isLogged(source, name)));
  const now = Date.now();
  filterFrom(options, now);
  const jobs = options.jobs === undefined ? availableParallelism() : jobsOf(options.jobs);
  const progress = byteProgressFor(io);
  const judge: Judge = { policy, filters, now, jobs, last: options.last, onProgress: progress.on('backtest') };
  const logs: TalliedLog[] = [];
  try {
    for (const source of sources) {
      logs.push({ log: source.name, tallies: await judgeSource(source, judge, io) });
    }
  } finally {
    progress.done();
  }
  const report = reportOf(logs, { policy, gates }, gate);
  if (report.judged === 0) io.stderr('docket: no event that gates judge fits these filters\n');
  if (options.json === true) io.stdout(`${JSON.stringify({ preset: policy.preset, ...report })}\n`);
  else io.stdout(backtestText(report, policy, { style: styleFor(io), width: io.width, all: options.all === true }));
  return report.counts.flips > 0 ? 1 : 0;
};

interface Judge {
  readonly policy: Policy;
  readonly filters: FilterOptions;
  readonly now: number;
  readonly jobs: number;
  readonly last: string | undefined;
  readonly onProgress: (bytes: number) => void;
}

const otherPolicy = (options: BacktestOptions, io: Io): Policy => {
  const policy = policyOption(options, io);
  if (policy !== null) return policy;
  throw new UsageError('Say under which policy: --preset observe, standard or strict, or --policy FILE.');
};

/** Whether a source has a verdict of a gate, which may be gone from the policy. */
const isLogged = (source: Source, gate: string): boolean =>
  'lines' in source
    ? source.lines.some(({ event }) => verdictsIn(event.data).some((verdict) => verdict.gate === gate))
    : hasVerdictOf(source.folder)(gate);

const jobsOf = (text: string): number => {
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= MOST_JOBS) return jobs;
  throw new UsageError(`--jobs takes a whole number from 1 to ${MOST_JOBS}; not "${text}".`);
};

const MOST_JOBS = 256;

const judgeSource = async (source: Source, judge: Judge, io: Io): Promise<Tally[]> => {
  const { policy, filters, now, jobs, last, onProgress } = judge;
  if ('lines' in source) {
    const all = [...new Set(source.lines.map(({ event }) => event.stream))];
    const streams = source.session === null ? all : all.filter((stream) => stream === source.session);
    const wanted = new Set(newest(streams.filter(fits(filters)), last));
    const options = { change: () => policy, isJudged: (stream: string) => wanted.has(stream) };
    return [judgeSessions(source.lines, options, filterFrom(filters, now).matches).tally];
  }
  const { folder } = source;
  const index = openStreamIndex(folder);
  if (index.overflowed) {
    io.stderr(`docket: only the ${index.streams.length} most recently active sessions are judged\n`);
  }
  const sessions = newest(index.streams.filter(mayFit(filters, now)), last);
  const events = sessions.reduce((sum, { events: own }) => sum + own, 0);
  const parts = sharedOut(sessions, Math.min(jobs, Math.ceil(events / EVENTS_WORTH_A_WORKER)));
  const runner = partRunner(parts.length < 2 ? null : WORKER, onProgress);
  const { path, limit } = folder;
  return backtestParts(parts, (part, edits) =>
    runner.run({ path, limit, sessions: part, edits: [...edits], policy, filters, now }),
  );
};

const newest = <Session>(sessions: readonly Session[], last: string | undefined): readonly Session[] =>
  last === undefined ? sessions : sessions.slice(-countOf(last));

const fits =
  ({ session }: FilterOptions) =>
  (stream: string): boolean =>
    isNamed(stream, session);

/** Sessions that can hold an event that is asked for. What was done with commands is none. */
const mayFit = (filters: FilterOptions, now: number): ((entry: IndexedStream) => boolean) => {
  const { since, until } = filterFrom(filters, now);
  const isWanted = fits(filters);
  return ({ stream, host, events, firstAt, lastAt }) =>
    events > 0 &&
    host !== 'docket' &&
    isWanted(stream) &&
    (since === null || !(Date.parse(lastAt) < since)) &&
    (until === null || !(Date.parse(firstAt) > until));
};
