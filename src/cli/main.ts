import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Command, CommanderError, createCommand, Option } from 'commander';
import { LocationError } from '../events/location.ts';
import { LogWriteError } from '../events/log-writer.ts';
import { SegmentError } from '../events/open-segment.ts';
import { SealKeyError } from '../events/seal-key.ts';
import { refuseAgents } from './agent-environment.ts';
import { type AskingIo, askOn } from './approval.ts';
import { addBacktestCommand } from './backtest/command.ts';
import { type CarefulOptions, runCareful } from './careful.ts';
import { type ClassifyOptions, runClassify } from './classify.ts';
import { addIntegrityCommands } from './commands/integrity.ts';
import { type DemoFiles, runDemo } from './demo.ts';
import { addExplainAnswer } from './explain-answer/command.ts';
import { runGates } from './gates.ts';
import { addImport } from './import/command.ts';
import { type InitOptions, runInit } from './init.ts';
import { NotFoundError, UsageError } from './io.ts';
import { addLog } from './log-command.ts';
import { PreferencesError } from './preferences-store.ts';
import { type ProveOptions, runProve } from './prove.ts';
import { declareQuestions, QUESTIONS_EXAMPLES } from './questions-command.ts';
import { addReplayCommands } from './replay/command.ts';
import { runStatus } from './status.ts';
import { printable } from './style.ts';
import { type RecordOptions, runTestsRecord } from './tests/record.ts';
import { runTests, type TestsOptions } from './tests/tests.ts';
import { addTodoCommands } from './todo/command.ts';
import { runTodoList, type TodoOptions } from './todo/todos.ts';
import type { TuiProgram } from './tui-program.ts';
import { runUninstall, type UninstallOptions } from './uninstall.ts';
import { runViews, type ViewsOptions } from './views.ts';
import { addWaive } from './waive/command.ts';
import { declareWhy, declareWhyNot, WHY_EXAMPLES, WHY_NOT_EXAMPLES } from './why-command.ts';
import { addWorkflowCommands } from './workflow/command.ts';
import { runWorkflowList } from './workflow/show.ts';

declare const DOCKET_VERSION: string;

const RECORD_EXAMPLES = [
  'docket tests record -- npm test',
  "docket tests record -- 'npm run build && npm test'",
  'docket tests record --from reports/*.xml --runner "CI"',
  'docket tests record --status fail --failures 2 --note "on Windows"',
];

/** The built files lie beside this one. */
const HOOK = join(__dirname, 'hook.cjs');
const DEMO_FILES: DemoFiles = {
  hook: HOOK,
  session: join(__dirname, '..', 'fixtures', 'demo', 'tests-fail-then-more-code.ndjson'),
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

  command('init', 'Register docket with the agent in this project. Shows what would change and asks.', [
    'docket init --preset standard',
    'docket init --scope project --preset strict --yes',
    'docket init --dry-run',
  ])
    .option('--preset <name>', 'write a policy: observe, standard or strict')
    .option('--scope <scope>', 'which settings file: project (committed), local (this machine) or user', 'local')
    .option('--client-version <version>', 'register what this version of the client knows; else it is asked')
    .option('--yes', 'write without asking')
    .option('--dry-run', 'only show')
    .action(async (options: InitOptions) => {
      const code = await runInit(options, io, { node: process.execPath, hook: HOOK });
      if (code === 0 && options.dryRun !== true) makeCodeCache();
      exitWith(code);
    });

  command('uninstall', 'Take the registration out again. Shows what would change and asks.', [
    'docket uninstall',
    'docket uninstall --scope user --yes',
    'docket uninstall --purge',
  ])
    .option('--scope <scope>', 'which settings file: project, local or user', 'local')
    .option('--purge', "also remove the project's log and policy")
    .option('--yes', 'write without asking')
    .option('--dry-run', 'only show')
    .action(async (options: UninstallOptions) => exitWith(await runUninstall(options, io)));

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

  command('gates', 'List the gates, or say what each would answer to a hook input. Records nothing.', [
    'docket gates',
    `echo '{"tool_name":"Write","tool_input":{"file_path":"src/a.ts"}}' | docket gates - --preset strict --assume branch=main`,
    'docket gates --json event.json --policy proposed.json',
  ])
    .argument('[event]', 'a file with one hook input, or - for standard input')
    .addOption(new Option('--preset <name>', 'under a preset instead of the project policy'))
    .option('--policy <file>', 'under a policy file instead')
    .option(
      '--assume <key=value...>',
      'take something for granted, such as branch=main, tests=fail, strikes.test-gate=1',
    )
    .option('--json', 'one object')
    .action(
      async (
        input: string | undefined,
        options: { json?: boolean; preset?: string; policy?: string; assume?: string[] },
      ) => exitWith(await runGates(input, options, io)),
    );

  addBacktestCommand(command, io, exitWith);

  command('classify', 'Say what a shell command would do: whether each part only reads, and what gates would say.', [
    "docket classify -- 'git status && rm -rf build'",
    'docket classify --json -- git push --force origin main | jq .dangers',
    'docket classify - < script.sh',
  ])
    .argument('[command...]', 'the command as one text, or its words; - for standard input')
    .addOption(new Option('--preset <name>', 'what gates say under a preset').default('strict'))
    .option('--json', 'one object')
    .showHelpAfterError('(--help shows how; -- goes before the command: docket classify -- ls -la)')
    .addHelpText('after', '\nExit codes: 0 no gate would deny or ask, 1 one would, 2 misuse.')
    .action(async (words: string[], options: ClassifyOptions) => exitWith(await runClassify(words, options, io)));

  addExplainAnswer(command, io, exitWith);

  command(
    'prove',
    'Confirm that you saw it work, for the code as it is now; without a note show whether somebody did.',
    ['docket prove "the total shows the discount"', 'docket prove', 'docket prove --revoke "it was the old build"'],
  )
    .argument('[note...]', 'what was shown')
    .option('--revoke', 'take it back')
    .option('--json', 'one object')
    .action(async (words: string[], options: ProveOptions) => exitWith(await runProve(words, options, io)));

  addWaive(command, io, exitWith);

  const tests = command('tests', 'Print what is known of the tests of the code as it is now, or record a result.', [
    'docket tests',
    'docket tests --json',
    'docket tests record -- npm test',
  ])
    .option('--session <id>', 'as far as the session whose id begins so knows; else the newest live one')
    .option('--json', 'one object')
    .action(async (options: TestsOptions) => exitWith(await runTests(options, io)));

  tests
    .command('record')
    .description('Record a test result for the code as it is now, for CI and for people.')
    .addHelpText('after', `\nExamples:\n${RECORD_EXAMPLES.map((example) => `  $ ${example}`).join('\n')}`)
    .argument('[command...]', 'behind --: run this, read what it prints, and end with its exit code')
    .option('--status <status>', 'the result: pass or fail')
    .option('--failures <n>', 'how many failed')
    .option('--passed <n>', 'how many passed')
    .option('--from <file...>', "reports in JUnit's XML format")
    .option('--runner <name>', 'what ran the tests')
    .option('--note <text>', 'what there is to say of it')
    .option('--json', 'one object; of a command on standard error')
    .addHelpText('after', '\nFrom an agent it is kept as a claim, which satisfies no gate.')
    .action(async (words: string[], _own: unknown, record: Command) =>
      // `--json` is also an option of the command above it.
      exitWith(await runTestsRecord(words, record.optsWithGlobals<RecordOptions>(), io)),
    );

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

  command('views', 'Files for scripts from before docket, written from the log: list them, write them, keep them.', [
    'docket views',
    'docket views write',
    'docket views on',
  ])
    .argument('[action]', 'write: once, now; on or off: whether the hook keeps them up to date on this machine')
    .option('--force', 'also replace files that docket did not write')
    .option('--json', 'one object, or with write a list')
    .action((action: string | undefined, options: ViewsOptions) => exitWith(runViews(action, options, io)));

  const workflow = command('workflow', 'List the workflows of the policy; show, start, approve and reset their runs.', [
    'docket workflow',
    'docket workflow show feature',
    'docket workflow approve feature',
  ])
    .option('--json', 'one object, or of a list one list')
    .action((options: { json?: boolean }) => exitWith(runWorkflowList(options, io)));
  addWorkflowCommands(workflow, io, exitWith);
  command('careful', 'Careful mode: what gates would ask about, change or only warn of is denied.', [
    'docket careful',
    'docket careful on',
    'docket careful off --user',
  ])
    .argument('[action]', 'on, off, or status, which is also said without')
    .option('--project', 'for this project, which is also meant without')
    .option('--user', 'for all projects that say nothing themselves')
    .option('--json', 'one object')
    .action((action: string | undefined, options: CarefulOptions) => exitWith(runCareful(action, options, io)));

  const todo = command('todo', 'List what is to be done and who works on it; add, claim, end and release it.', [
    'docket todo',
    'docket todo add "round the total"',
    "docket todo claim '#42'",
  ])
    .option('--json', 'one object, or of a list one list')
    .action((options: TodoOptions) => exitWith(runTodoList(options, io)));
  addTodoCommands(todo, io, exitWith);

  addImport(command, io, exitWith);
  command('hook', 'Answer one hook call: the host runs this, with its JSON on standard input.', [
    `echo '{"tool_name":"Bash","tool_input":{"command":"git status"}}' | docket hook`,
  ])
    .option('--host <name>', 'the host that calls')
    .option('--timeout <seconds>', "the registration's time-out");
  return program;
};

/** Compiles the hook once for this Node, so that every call starts faster. Where that cannot be, calls are slower. */
const makeCodeCache = (): void => {
  try {
    execFileSync(process.execPath, [join(__dirname, 'make-code-cache.cjs')], { stdio: 'ignore', timeout: 10_000 });
  } catch {
    // A folder that cannot be written: the hook then starts without.
  }
};

/**
 * Runs the command that the process was started with. Never throws for what a person or the system can do: that is said
 * on stderr.
 */
export const main = async (loadTui: () => Promise<TuiProgram>): Promise<void> => {
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
