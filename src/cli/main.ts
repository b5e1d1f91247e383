import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Command, CommanderError, createCommand } from 'commander';
import { ensureHome } from '../events/home.ts';
import { LocationError } from '../events/location.ts';
import { LogWriteError } from '../events/log-writer.ts';
import { SegmentError } from '../events/open-segment.ts';
import { SealKeyError } from '../events/seal-key.ts';
import { refuseAgents } from './agent-environment.ts';
import { type AskingIo, askOn } from './approval.ts';
import { addBacktestCommand } from './backtest/command.ts';
import { addProve, addTests } from './commands/evidence.ts';
import { addIntegrityCommands } from './commands/integrity.ts';
import { addClassify, addGates } from './commands/judging.ts';
import { addSetupCommands } from './commands/setup.ts';
import { addWorkCommands } from './commands/work.ts';
import { addCompletions } from './completions/command.ts';
import { type DemoFiles, runDemo } from './demo.ts';
import { addDoctor } from './doctor/command.ts';
import { addExplainAnswer } from './explain-answer/command.ts';
import { addExport } from './export/command.ts';
import { addImport } from './import/command.ts';
import { NotFoundError, UsageError } from './io.ts';
import { addLog } from './log-command.ts';
import { addPolicy } from './policy/command.ts';
import { addPostmortem } from './postmortem/command.ts';
import { PreferencesError } from './preferences-store.ts';
import { declareQuestions, QUESTIONS_EXAMPLES } from './questions-command.ts';
import { addReplayCommands } from './replay/command.ts';
import { addStats } from './stats/command.ts';
import { runStatus } from './status.ts';
import { printable } from './style.ts';
import type { TuiProgram } from './tui-program.ts';
import { addWaive } from './waive/command.ts';
import { declareWhy, declareWhyNot, WHY_EXAMPLES, WHY_NOT_EXAMPLES } from './why-command.ts';

declare const DOCKET_VERSION: string;

/** The built files lie beside this one. */
const HOOK = join(__dirname, 'hook.cjs');
const DEMO_FILES: DemoFiles = {
  hook: HOOK,
  session: join(__dirname, '..', 'fixtures', 'demo', 'an-edit-undoes-what-tests-said.ndjson'),
};

/** Read as it comes: a pipe that is slower than docket is no error. */
const readStdin = async (): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const processIo = (): AskingIo => ({
  env: process.env,
  cwd: process.cwd(),
  stdout: (text) => {
    process.stdout.write(text);
  },
  drained: async () => {
    if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    else await nextTurn();
  },
  stderr: (text) => {
    process.stderr.write(text);
  },
  readStdin,
  isStdoutTty: process.stdout.isTTY === true,
  isStderrTty: process.stderr.isTTY === true,
  // A terminal that does not know its width says 0.
  width: process.stdout.columns || 80,
  ask: process.stdin.isTTY === true && process.stderr.isTTY === true ? askOn(process.stdin, process.stderr) : null,
});

const buildProgram = (io: AskingIo, loadTui: () => Promise<TuiProgram>, exitWith: (code: number) => void): Command => {
  const program = createCommand('docket')
    .description('Flight recorder and gates for coding agents.')
    .version(DOCKET_VERSION)
    .showHelpAfterError('(--help shows how)')
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 found something, 2 misuse.\nStart with: docket demo, then docket init',
    )
    .hook('preAction', () => refuseAgents(process.argv.slice(2), io.env));
  const command = (name: string, summary: string, examples: readonly string[]): Command =>
    program
      .command(name)
      .description(summary)
      .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`);

  addSetupCommands(command, HOOK, io, exitWith);
  addDoctor(command, HOOK, io, exitWith);
  addLog(command, io, exitWith);

  command('status', 'Print the state of a session: tests, reviews, proof, changes, and what is owed.', [
    'docket status',
    'docket status --json --session 36a90987',
  ])
    .option('--session <id>', 'of the session whose id begins so; else the newest live one of this worktree')
    .option('--json', 'one object')
    .action(async (options: { session?: string; json?: boolean }) => exitWith(await runStatus(options, io)));

  declareWhy(
    command('why', 'Explain a verdict: its conditions, what made them so, what would open it.', WHY_EXAMPLES),
    io,
    exitWith,
  );

  declareWhyNot(
    command('why-not', 'Say why a gate did not fire, and when it last did.', WHY_NOT_EXAMPLES),
    io,
    exitWith,
  );

  addReplayCommands(command, { loadTui, demo: DEMO_FILES }, io, exitWith);

  addGates(command, io, exitWith);
  addPolicy(command, io, exitWith);
  addBacktestCommand(command, io, exitWith);

  addClassify(command, io, exitWith);
  addExplainAnswer(command, io, exitWith);

  addProve(command, io, exitWith);
  addWaive(command, io, exitWith);

  addTests(command, io, exitWith);
  declareQuestions(
    command(
      'questions',
      'List the questions that agents asked here, and which of them the user prefers not to be asked.',
      QUESTIONS_EXAMPLES,
    ),
    io,
    exitWith,
  );

  addIntegrityCommands(command, io, exitWith);

  command(
    'demo',
    'Send a recorded session through the real hook in a throw-away project and explain the gate that fired.',
    ['docket demo', 'docket demo --keep'],
  )
    .option('--keep', 'leave the project, to look around in it')
    .action(async (options: { keep?: boolean }) => exitWith(await runDemo(options, DEMO_FILES, io)));

  addWorkCommands(command, io, exitWith);
  addImport(command, io, exitWith);
  addExport(command, io, DOCKET_VERSION, exitWith);
  addPostmortem(command, io, DOCKET_VERSION, exitWith);
  addStats(command, io, exitWith);
  addCompletions(command, io, exitWith);
  command('hook', 'Answer one hook call: the host runs this, with its JSON on standard input.', [
    `echo '{"tool_name":"Bash","tool_input":{"command":"git status"}}' | docket hook`,
  ])
    .option('--host <name>', 'the host that calls')
    .option('--timeout <seconds>', "the registration's time-out");
  return program;
};

/**
 * Runs the command that the process was started with. Never throws for what a person or the system can do: that is said
 * on stderr.
 */
export const main = async (loadTui: () => Promise<TuiProgram>): Promise<void> => {
  ensureHome(process.env);
  const io = processIo();
  const program = buildProgram(io, loadTui, (code) => {
    process.exitCode = code;
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    command.exitOverride();
  // A reader that has enough (`docket log | head`) closes the pipe: that is no error.
  process.stdout.on('error', () => process.exit());
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
    else if (error instanceof UsageError || error instanceof NotFoundError) {
      io.stderr(`docket: ${error.message}\n`);
      process.exitCode = error instanceof UsageError ? 2 : 1;
    } else if (isOfDocket(error)) {
      io.stderr(`docket: ${printable(error.message)}\n`);
      process.exitCode = error instanceof SealKeyError ? 2 : 1;
    } else if (isSystemError(error)) {
      io.stderr(`docket: ${printable(systemErrorText(error))}\n`);
      process.exitCode = 1;
    } else throw error;
  }
};

/** What docket refuses or cannot do, in words for a person. */
const isOfDocket = (error: unknown): error is Error =>
  [SealKeyError, PreferencesError, LocationError, LogWriteError, SegmentError].some((kind) => error instanceof kind);

type SystemError = Error & { readonly code: string };

/** What the system refused, such as a folder that cannot be read; errors of Node's own checks name no system call. */
const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';

/** Node's message begins with the code. */
const systemErrorText = ({ code, message }: SystemError): string => `${message.replace(`${code}: `, '')} (${code})`;
