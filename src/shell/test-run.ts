import type { DirectoryWord } from './directory.ts';
import { type OptionSpec, readOptions } from './options.ts';
import { type ScriptRun, scriptRun } from './package-scripts.ts';
import type { ShellWord } from './simple-command.ts';
import { isTestName } from './test-names.ts';
import { namesTests } from './test-scope.ts';
import { HELP, hasArgument, toolRun } from './test-tools.ts';
import { programName } from './wrappers.ts';

/**
 * The tests that `program` would run with these arguments; undefined when it runs none. Programs that only list
 * tests, compile them, or print help run none.
 */
export const recognizeTestRun = (program: string, args: readonly ShellWord[]): RecognizedRun | undefined => {
  const run = recognize(program, args);
  return run !== undefined && namesTests(run.runner, args) ? { ...run, partial: true } : run;
};

interface RecognizedRun extends ScriptRun {
  /** Only some tests, by name. */
  readonly partial?: true;
}

const recognize = (program: string, args: readonly ShellWord[]): ScriptRun | undefined => {
  const tool = toolRun(program, args);
  if (tool !== undefined) return plain(tool);
  const name = program.startsWith('py') && /^(?:python|pypy)[\d.]*$/.test(program) ? 'python' : program;
  if (Object.hasOwn(LANGUAGES, name)) return LANGUAGES[name]?.(args);
  if (Object.hasOwn(TASKS, name)) return taskRun(TASKS[name] as TaskRunner, args);
  return scriptRun(name, args);
};

const plain = (runner: string, directories: readonly DirectoryWord[] = []): ScriptRun => ({
  runner,
  directories,
  optional: false,
});

type Recognizer = (args: readonly ShellWord[]) => ScriptRun | undefined;

const node: Recognizer = (args) => {
  const { options, operands } = readOptions(args, NODE_OPTIONS);
  if (options.some(({ name }) => NODE_IDLE.has(name))) return undefined;
  const script = options.find(({ name }) => name === '--run')?.value?.value;
  if (script !== undefined && script !== null) return isTestName(script) ? plain(`node --run ${script}`) : undefined;
  if (options.some(({ name }) => name === '--test')) return plain('node --test');
  return loadedTool(operands);
};

/** `node node_modules/jest/bin/jest.js`, `php vendor/bin/phpunit`. */
const loadedTool = (operands: readonly ShellWord[]): ScriptRun | undefined => {
  const name = programName(operands[0]);
  const runner = name === null ? undefined : toolRun(name, operands.slice(1));
  return runner === undefined ? undefined : plain(runner);
};

const NODE_OPTIONS: OptionSpec = {
  valued: 'Cepr',
  longValued: [
    'conditions',
    'env-file',
    'eval',
    'experimental-loader',
    'import',
    'loader',
    'print',
    'require',
    'run',
    'test-concurrency',
    'test-name-pattern',
    'test-reporter',
    'test-reporter-destination',
    'test-timeout',
  ],
};
const NODE_IDLE = new Set(['--help', '-h', '--version', '-v', '--check', '-c']);

const python: Recognizer = (args) => {
  const at = args.findIndex(({ value }) => value === '-m');
  const script = readOptions(args, { valued: 'WXc' }).operands;
  if (at < 0 || (script[0] !== undefined && args.indexOf(script[0]) < at)) {
    const isDjango = programName(script[0]) === 'manage.py' && script[1]?.value === 'test';
    if (isDjango) return hasArgument(script, HELP) ? undefined : plain('django');
    return loadedTool(script);
  }
  const module = args[at + 1]?.value ?? '';
  const rest = args.slice(at + 2);
  if (module === 'unittest') return hasArgument(rest, HELP) ? undefined : plain('unittest');
  if (module === 'coverage') return coverage(rest);
  const runner = toolRun(module, rest);
  return runner === undefined ? undefined : plain(runner);
};

/** `coverage run` takes the arguments of python. */
const coverage: Recognizer = (args) => (args[0]?.value === 'run' ? python(args.slice(1)) : undefined);

const go: Recognizer = (args) => {
  const { options, operands } = readOptions(args, { longValued: ['C'], valued: 'C' });
  const ownArgs = operands.slice(1);
  const end = ownArgs.findIndex(({ value }) => value === '-args' || value === '--args');
  const flags = end < 0 ? ownArgs : ownArgs.slice(0, end);
  if (operands[0]?.value !== 'test' || hasArgument(flags, [...HELP, '-c', '-list', '--list', '-n'])) return undefined;
  const inside = readOptions(flags, { valued: 'C' }).options;
  return plain('go test', directoryValues([...options, ...inside], ['-C']));
};

const cargo: Recognizer = (args) => {
  const toolchain = args[0]?.value?.startsWith('+') ? 1 : 0;
  const { options, operands } = readOptions(args.slice(toolchain), {
    valued: 'CZ',
    longValued: ['color', 'config', 'manifest-path'],
  });
  const [command, action] = operands.map(({ value }) => value);
  const directories = directoryValues(options, ['-C']);
  if (hasArgument(operands, [...HELP, '--no-run', '--list'])) return undefined;
  if (command === 'test' || command === 't') return plain('cargo test', directories);
  if (command === 'tarpaulin') return plain('cargo tarpaulin', directories);
  if (command === 'llvm-cov') return COVERAGE_RUNS.includes(action) ? plain('cargo test', directories) : undefined;
  return command === 'nextest' && (action === 'run' || action === 'r')
    ? plain('cargo nextest', directories)
    : undefined;
};

/** `cargo llvm-cov` without one of its other commands runs tests. */
const COVERAGE_RUNS: readonly (string | null | undefined)[] = [undefined, 'test', 'nextest'];

/** `ruby -Itest test/cart_test.rb` */
const ruby: Recognizer = (args) => {
  const { operands } = readOptions(args, { valued: 'CIEeFr' });
  return /(?:_test|_spec|(?:^|\/)test_[^/]*)\.rb$/.test(operands[0]?.value ?? '')
    ? plain('minitest')
    : loadedTool(operands);
};

const cmake: Recognizer = (args) => {
  const { options } = readOptions(args, {
    valued: 'BSjt',
    longValued: ['build', 'config', 'parallel', 'target'],
    mixed: true,
  });
  const targets = options.filter(({ name }) => name === '--target' || name === '-t').map(({ value }) => value?.value);
  return targets.some((target) => target === 'test' || target === 'check') ? plain('cmake test') : undefined;
};

const php: Recognizer = (args) => {
  const { operands } = readOptions(args, { valued: 'cdrz' });
  if (programName(operands[0]) !== 'artisan') return loadedTool(operands);
  return operands[1]?.value === 'test' && !hasArgument(operands, HELP) ? plain('artisan test') : undefined;
};

/** For programs whose first operand says what they do. */
const firstOperand =
  (runner: string, commands: readonly string[], idle: readonly string[] = []): Recognizer =>
  (args) => {
    const command = readOptions(args, {}).operands[0]?.value ?? '';
    return commands.includes(command) && !hasArgument(args, [...HELP, ...idle]) ? plain(runner) : undefined;
  };

/** For programs with actions among their operands. */
const anyOperand =
  (runner: string, actions: readonly string[]): Recognizer =>
  (args) =>
    args.some(({ value }) => value !== null && actions.includes(value)) && !hasArgument(args, HELP)
      ? plain(runner)
      : undefined;

const LANGUAGES: Readonly<Record<string, Recognizer>> = {
  node,
  tsx: node,
  python,
  py: python,
  coverage,
  go,
  cargo,
  php,
  dotnet: firstOperand('dotnet test', ['test'], ['-?', '-t', '--list-tests']),
  swift: firstOperand('swift test', ['test'], ['-l', '--list-tests']),
  mix: firstOperand('mix test', ['test']),
  rails: firstOperand('rails test', ['test', 'test:all', 'test:system', 'spec']),
  richgo: go,
  ruby,
  cmake,
  flutter: firstOperand('flutter test', ['test']),
  dart: firstOperand('dart test', ['test']),
  meson: firstOperand('meson test', ['test'], ['--list']),
  lein: firstOperand('lein test', ['test']),
  stack: firstOperand('stack test', ['test'], ['--no-run-tests']),
  cabal: firstOperand('cabal test', ['test']),
  dune: firstOperand('dune test', ['test', 'runtest']),
  bazel: firstOperand('bazel test', ['test']),
  bazelisk: firstOperand('bazel test', ['test']),
  xcodebuild: anyOperand('xcodebuild test', ['test']),
  'django-admin': firstOperand('django', ['test']),
  hatch: firstOperand('hatch test', ['test']),
  ng: firstOperand('ng test', ['test']),
  karma: firstOperand('karma', ['start']),
};

/** A build tool whose operands are targets. */
interface TaskRunner {
  readonly runner: string;
  readonly options: OptionSpec;
  readonly targets: (target: string) => boolean;
  readonly idle: readonly string[];
  readonly directory?: readonly string[];
}

const MAKE: TaskRunner = {
  runner: 'make test',
  options: { valued: 'CEIfoW', longValued: ['directory', 'eval', 'file', 'include-dir', 'makefile'] },
  targets: (target) => target === 'check' || isTestName(target),
  idle: ['-n', '--dry-run', '--just-print', '--recon', '-q', '--question', '-t', '--touch'],
  directory: ['-C', '--directory'],
};

const MAVEN: TaskRunner = {
  runner: 'maven',
  options: { valued: 'DPTbfglst', longValued: ['file', 'projects', 'activate-profiles', 'settings', 'threads'] },
  targets: (target) => ['test', 'integration-test', 'verify'].includes(target),
  idle: ['-v'],
};

const GRADLE: TaskRunner = {
  runner: 'gradle',
  options: {
    valued: 'DIPbcgpx',
    longValued: ['exclude-task', 'gradle-user-home', 'init-script', 'project-dir', 'tests', 'max-workers'],
  },
  targets: (target) => /^(?:.*:)?(?:test|check|integrationTest|allTests|test\w*UnitTest)$/.test(target),
  idle: ['-?', '-m', '-v', '--dry-run'],
  directory: ['-p', '--project-dir'],
};

const TASKS: Readonly<Record<string, TaskRunner>> = {
  make: MAKE,
  gmake: MAKE,
  mvn: MAVEN,
  mvnw: MAVEN,
  mvnd: MAVEN,
  gradle: GRADLE,
  gradlew: GRADLE,
  just: {
    runner: 'just test',
    options: { valued: 'dfs', longValued: ['justfile', 'working-directory', 'show'] },
    targets: isTestName,
    idle: ['-l', '-n', '-s', '--dry-run', '--list', '--show', '--summary'],
    directory: ['-d', '--working-directory'],
  },
  task: {
    runner: 'task test',
    options: { valued: 'CIdot', longValued: ['concurrency', 'dir', 'interval', 'output', 'taskfile'] },
    targets: isTestName,
    idle: ['-a', '-l', '-n', '--dry', '--list', '--list-all', '--status', '--summary'],
    directory: ['-d', '--dir'],
  },
  ninja: {
    runner: 'ninja test',
    options: { valued: 'Cdfjkltw' },
    targets: (target) => target === 'test' || target === 'check',
    idle: ['-n', '-t'],
    directory: ['-C'],
  },
  sbt: {
    runner: 'sbt test',
    options: { valued: 'DJ' },
    targets: (target) => /^(?:.*[/:])?test(?:Only|Quick)?(?: .*)?$/.test(target),
    idle: [],
  },
  rake: {
    runner: 'rake test',
    options: { valued: 'CfIr' },
    targets: isTestName,
    idle: ['-n', '-P', '-T', '--dry-run', '--prereqs', '--tasks'],
    directory: ['-C'],
  },
};

const taskRun = (tool: TaskRunner, args: readonly ShellWord[]): ScriptRun | undefined => {
  const { options, operands } = readOptions(args, { ...tool.options, mixed: true });
  const idle = [...HELP, ...tool.idle];
  if (options.some(({ name }) => idle.includes(name))) return undefined;
  if (tool === MAVEN && options.some(({ value }) => SKIPS_TESTS.test(value?.value ?? ''))) return undefined;
  const target = operands.find(({ value }) => value !== null && tool.targets(value));
  if (target === undefined) return undefined;
  const runner = NAMED.includes(tool.runner) ? tool.runner.replace('test', target.value ?? 'test') : tool.runner;
  return plain(runner, directoryValues(options, tool.directory ?? []));
};

/** Runners that people name with the target. */
const NAMED = ['make test', 'just test', 'task test'];

const SKIPS_TESTS = /^(?:skipTests|maven\.test\.skip|maven\.test\.skip\.exec)(?:=true)?$/;

const directoryValues = (
  options: ReturnType<typeof readOptions>['options'],
  names: readonly string[],
): DirectoryWord[] => options.flatMap(({ name, value }) => (value !== null && names.includes(name) ? [value] : []));
