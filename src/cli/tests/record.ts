import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { newEventId } from '../../events/ids.ts';
import type { EventData } from '../../events/schemas.ts';
import { packageIn } from '../../hooks/observers/test-place.ts';
import { readTestResult, type TestResult } from '../../hooks/observers/test-result.ts';
import { quotedWord } from '../../hooks/quoted-word.ts';
import { loggedEnd } from '../../hooks/test-runner/output.ts';
import { testScope } from '../../projections/test-scope.ts';
import { understand } from '../../shell/understand.ts';
import { agentMark } from '../agent-environment.ts';
import { type Io, UsageError } from '../io.ts';
import { lookNow } from '../look-now.ts';
import { openedProject, type Project } from '../project.ts';
import { recordAtTerminal } from '../record.ts';
import { printable, wrap } from '../style.ts';
import { JunitError, readJunit } from './junit.ts';
import { type EndedCommand, runCommand } from './run-command.ts';

export interface RecordOptions {
  readonly status?: string;
  readonly failures?: string;
  readonly passed?: string;
  readonly runner?: string;
  readonly note?: string;
  readonly from?: readonly string[];
  readonly json?: boolean;
}

type Recorded = EventData<'TestRunFinished'>;

/**
 * Records a test result for the code as it is now: as it is told, from reports in JUnit's format, or of a command that
 * it runs. Makes the log where there is none, as in CI. An agent's word is recorded as a claim, which satisfies no gate.
 * The exit code is that of the command; without one it is 0. Throws `UsageError`.
 */
export const runTestsRecord = async (words: readonly string[], options: RecordOptions, io: Io): Promise<number> => {
  checkOptions(words, options);
  const project = openedProject(io);
  const source = agentMark(io.env) === null ? 'recorded' : 'claim';
  const { result, code, before } = words.length > 0 ? await ofCommand(words, project, io) : told(options, io);
  const after = (await lookNow(project.worktree, io)).tree;
  const folder = packageIn(project.worktree, io.cwd);
  const settled = changedMeanwhile(before, after) ? undecided(result) : result;
  const data: Recorded = {
    ...settled,
    runner: options.runner ?? settled.runner,
    source,
    tree: after,
    ...testScope({ partial: settled.partial, folder }),
    ...(options.note === undefined ? {} : { note: options.note }),
  };
  recordAtTerminal(project, io.env, 'TestRunFinished', data);
  say(data, project, words.length > 0, options, io);
  return code;
};

interface Result {
  readonly result: Omit<Recorded, 'source' | 'tree'>;
  /** The exit code to end with. */
  readonly code: number;
  /** The code when the run began; null where nothing ran. */
  readonly before: string | null;
}

const WAYS = 'Give one of --status pass|fail, --from REPORT.xml, or -- COMMAND.';

const checkOptions = (words: readonly string[], { status, failures, passed, from }: RecordOptions): void => {
  const ways = [status !== undefined, from !== undefined, words.length > 0].filter(Boolean).length;
  if (ways !== 1)
    throw new UsageError(
      ways === 0 ? `There is no result to record. ${WAYS}` : `That is more than one result. ${WAYS}`,
    );
  if (status !== undefined && status !== 'pass' && status !== 'fail') {
    throw new UsageError(`--status is pass or fail, not "${status}".`);
  }
  for (const [name, value] of Object.entries({ failures, passed })) {
    if (value === undefined) continue;
    if (status === undefined) throw new UsageError(`--${name} goes with --status: otherwise the tests are counted.`);
    if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} is a number, not "${value}".`);
  }
  if (status === 'pass' && Number(failures ?? 0) > 0) throw new UsageError('A run with failures is --status fail.');
};

const told = (options: RecordOptions, io: Io): Result => ({
  result: options.from === undefined ? asTold(options) : fromReports(options.from, io),
  code: 0,
  before: null,
});

const asTold = ({ status, failures, passed }: RecordOptions): Result['result'] => ({
  runner: 'tests',
  status: status as 'pass' | 'fail',
  failures: failures === undefined ? (status === 'pass' ? 0 : null) : Number(failures),
  passed: passed === undefined ? null : Number(passed),
  reason: 'told with docket tests record',
});

const fromReports = (paths: readonly string[], io: Io): Result['result'] => {
  const reports = paths.map((path) => {
    try {
      return readJunit(readFileSync(resolve(io.cwd, path), 'utf8'));
    } catch (error) {
      if (error instanceof JunitError) throw new UsageError(`${path} is no JUnit report: ${error.message}.`);
      throw error;
    }
  });
  const sum = (of: (report: (typeof reports)[number]) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const failures = sum((report) => report.failures);
  const passed = sum(({ tests, skipped }) => tests - skipped) - failures;
  const isBroken = reports.some(({ broken }) => broken);
  const status = failures > 0 || isBroken ? 'fail' : passed > 0 ? 'pass' : 'unknown';
  const counted = `${failures} failed and ${passed} passed in ${reports.length === 1 ? 'the report' : `${reports.length} reports`}`;
  const reason = isBroken
    ? 'a suite declares failures that none of its tests shows'
    : status === 'unknown'
      ? 'no test ran'
      : counted;
  return { runner: 'JUnit report', status, failures, passed, reason };
};

const ofCommand = async (words: readonly string[], project: Project, io: Io): Promise<Result> => {
  const line = words.length === 1 ? (words[0] ?? '') : words.map(quotedWord).join(' ');
  const known = understand(line).testRun;
  const runner = known?.runner ?? (words[0] ?? '').slice(0, 100);
  const run = newEventId();
  const { tree } = await lookNow(project.worktree, io);
  const started = { runner, masked: known?.masked ?? false, run, tree, ...testScope({ partial: known?.partial }) };
  // What was never there did not begin either, and would be said to run for ever.
  const ended = await runCommand(words, io, () => recordAtTerminal(project, io.env, 'TestRunStarted', started));
  return { ...ofEnded(ended, { ...started, command: line }), before: tree.code };
};

interface BegunRun {
  readonly runner: string;
  readonly masked: boolean;
  readonly run: string;
  readonly partial?: true;
  readonly command: string;
}

const ofEnded = (
  { exit, code, output }: EndedCommand,
  { runner, masked, run, partial, command }: BegunRun,
): Omit<Result, 'before'> => {
  const read: TestResult = readTestResult({ runner, masked, output, exit, command });
  return { result: { runner, ...testScope({ partial }), ...read, run, output: loggedEnd(output) }, code };
};

const changedMeanwhile = (before: string | null, { code }: { readonly code: string | null }): boolean =>
  before !== null && code !== null && before !== code;

/** A pass of code that changed while it ran says nothing of the code as it is. */
const undecided = (result: Result['result']): Result['result'] =>
  result.status !== 'pass'
    ? result
    : { ...result, status: 'unknown', reason: `${result.reason}, but the code changed while the tests ran` };

/** On stderr where a command was run: standard output is the command's. */
const say = (data: Recorded, { worktree }: Project, isOfCommand: boolean, { json }: RecordOptions, io: Io): void => {
  const { output: _, ...shown } = data;
  const text =
    json === true
      ? JSON.stringify({ ...shown, worktree })
      : wrap(printable(wordsOf(data, worktree)), io.width).join('\n');
  (isOfCommand ? io.stderr : io.stdout)(`${text}\n`);
  if (data.source === 'claim') io.stderr(`docket: ${CLAIM}\n`);
};

const CLAIM =
  'an agent runs here, so this is kept as its claim and satisfies no gate. Run the tests as a command of their own: their result is read and counts.';

const wordsOf = (data: Recorded, worktree: string): string => {
  const { status, failures, passed, runner, reason, partial, source } = data;
  const counts = [
    ...(failures === null ? [] : [`${failures} failed`]),
    ...(passed === null ? [] : [`${passed} passed`]),
  ].join(', ');
  const kept = source === 'claim' ? 'kept as a claim' : 'recorded';
  const some =
    partial === true && status === 'pass' ? ' Only some of the tests ran, so it is no pass of the whole.' : '';
  const content = source === 'claim' || status === 'unknown' ? '' : contentOf(data);
  return `${kept}: ${status} (${runner}${counts === '' ? '' : `: ${counts}`}; ${reason}), in ${worktree}.${some}${content}`;
};

const contentOf = ({ tree }: Recorded): string =>
  tree?.code === null || tree === undefined
    ? ' Git cannot say which code that is, so it counts until something is written.'
    : ` It is about the code as it is now (${tree.code.slice(0, 12)}).`;
