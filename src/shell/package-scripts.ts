import type { DirectoryWord } from './directory.ts';
import { type OptionSpec, type ReadOption, readOptions } from './options.ts';
import type { ShellWord } from './simple-command.ts';
import { isTestName } from './test-names.ts';
import { HELP, hasArgument, isTestTool, toolRun } from './test-tools.ts';

/** A package manager or task runner that runs scripts by name. */
interface ScriptRunner {
  readonly options: OptionSpec;
  /** Commands that are the script `test` by themselves. */
  readonly test?: readonly string[];
  /** Commands whose operand names the script. */
  readonly run: readonly string[];
  /** Scripts and installed programs may be called without a command. */
  readonly direct?: boolean;
  /** More than one script may be named. */
  readonly many?: boolean;
  readonly directory?: readonly string[];
  /** Options that name a package, by its name or by its folder. */
  readonly packages?: readonly string[];
}

export interface ScriptRun {
  readonly runner: string;
  readonly directories: readonly DirectoryWord[];
  /** Succeeds without running anything when there is no such script. */
  readonly optional: boolean;
}

/** The test script that a package manager would run; undefined when it would run none. */
export const scriptRun = (program: string, args: readonly ShellWord[]): ScriptRun | undefined => {
  if (program === 'nx') return nxRun(args);
  if (!Object.hasOwn(RUNNERS, program)) return undefined;
  const manager = RUNNERS[program] as ScriptRunner;
  const { options, operands } = readOptions(args, { ...manager.options, mixed: true });
  const words = program === 'yarn' ? insideWorkspace(operands) : operands;
  const runner = runnerName(program, manager, words, args);
  if (runner === undefined || hasArgument(args, NOT_A_RUN)) return undefined;
  return {
    runner,
    directories: [...directoriesIn(options, manager.directory), ...packageFolder(options, manager.packages)],
    optional: options.some(({ name }) => name === '--if-present'),
  };
};

const directoriesIn = (options: readonly ReadOption[], names: readonly string[] = []): DirectoryWord[] =>
  options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []));

/** The folder of the package that is named by it: `npm test -w packages/api`. A name says nothing of where it is. */
const packageFolder = (options: readonly ReadOption[], names: readonly string[] | undefined): DirectoryWord[] => {
  const named = directoriesIn(options, names);
  return named.length === 1 && /^[^@].*\//.test(named[0]?.value ?? '') ? named : [];
};

/** The script that a package manager would run by its name, whatever it does; null when none is named. */
export const scriptOf = (program: string, args: readonly ShellWord[]): string | null => {
  if (!Object.hasOwn(RUNNERS, program)) return null;
  const manager = RUNNERS[program] as ScriptRunner;
  const { options, operands } = readOptions(args, { ...manager.options, mixed: true });
  if (options.some(({ name }) => CHANGES_SHELL.includes(name))) return null;
  const [command, script] = (program === 'yarn' ? insideWorkspace(operands) : operands).map(({ value }) => value ?? '');
  if (command === undefined) return null;
  return manager.run.includes(command) ? (script ?? null) : manager.direct === true ? command : null;
};

/** Options with which a script is run by something else, or not at all. */
const CHANGES_SHELL = ['--script-shell', '--shell', '--node-options', '-c', '--shell-mode'];

/** Also behind `--`: there it is up to the script, but these mean the same to all. */
const NOT_A_RUN = [...HELP, '--collect-only', '--list', '--listTests', '--no-run'];

const RUNNERS: Readonly<Record<string, ScriptRunner>> = {
  npm: {
    options: { valued: 'wC', longValued: ['workspace', 'prefix', 'loglevel'] },
    test: ['test', 't', 'tst', 'it', 'install-test', 'cit', 'sit', 'install-ci-test', 'clean-install-test'],
    run: ['run', 'run-script', 'rum', 'urn'],
    directory: ['--prefix', '-C'],
    packages: ['-w', '--workspace'],
  },
  pnpm: {
    options: { valued: 'CF', longValued: ['dir', 'filter', 'filter-prod', 'loglevel', 'reporter'] },
    test: ['test', 't', 'tst'],
    run: ['run', 'run-script'],
    direct: true,
    directory: ['-C', '--dir'],
  },
  yarn: { options: { longValued: ['cwd'] }, test: ['test'], run: ['run'], direct: true, directory: ['--cwd'] },
  bun: { options: { longValued: ['cwd'] }, test: ['test'], run: ['run'], direct: true, directory: ['--cwd'] },
  deno: { options: { longValued: ['config'] }, test: ['test'], run: ['task'] },
  composer: {
    options: { valued: 'd', longValued: ['working-dir'] },
    test: ['test'],
    run: ['run', 'run-script', 'exec'],
    directory: ['-d', '--working-dir'],
  },
  turbo: { options: { longValued: ['filter', 'cwd'] }, run: ['run'], direct: true, many: true, directory: ['--cwd'] },
  lerna: { options: { longValued: ['scope', 'ignore'] }, run: ['run'] },
  'npm-run-all': { options: {}, run: [], direct: true, many: true },
  'run-s': { options: {}, run: [], direct: true, many: true },
  'run-p': { options: {}, run: [], direct: true, many: true },
  wsrun: { options: {}, run: [], direct: true, many: true },
  rush: { options: {}, test: ['test'], run: [] },
  rye: { options: {}, test: ['test'], run: ['run'] },
};

const runnerName = (
  program: string,
  manager: ScriptRunner,
  words: readonly ShellWord[],
  args: readonly ShellWord[],
): string | undefined => {
  const [command, script] = words.map(({ value }) => value ?? '');
  if (command === undefined) return undefined;
  if (manager.test?.includes(command)) return `${program} test`;
  const isRun = manager.run.includes(command);
  const names = (isRun ? words.slice(1) : words).map(({ value }) => value ?? '');
  const named =
    (manager.many ? names.find(isTestName) : undefined) ?? (isRun ? script : manager.direct ? command : undefined);
  if (named === undefined) return undefined;
  if (isTestName(named) && (isRun || !isTestTool(named)))
    return isRun ? `${program} ${command} ${named}` : `${program} ${named}`;
  const position = args.findIndex(({ value }) => value === named);
  return toolRun(named.slice(named.lastIndexOf('/') + 1), args.slice(position + 1));
};

/** `nx test web`, `nx run web:test`, `nx run-many -t test`, `nx affected:test`. */
const nxRun = (args: readonly ShellWord[]): ScriptRun | undefined => {
  const { options, operands } = readOptions(args, { valued: 'tpc', longValued: ['target', 'targets'], mixed: true });
  if (hasArgument(args, [...NOT_A_RUN, '--graph', '--dry-run'])) return undefined;
  const [command = '', project = ''] = operands.map(({ value }) => value ?? '');
  const targets = options.flatMap(({ name, value }) =>
    NX_TARGETS.includes(name) ? (value?.value?.split(',') ?? []) : [],
  );
  const isMany = command === 'run-many' || command === 'affected';
  const more = operands.slice(1).map(({ value }) => value ?? '');
  const isTests =
    isTestName(command.replace(/^affected:/, '')) ||
    (command === 'run' && isTestName(project.split(':')[1] ?? '')) ||
    (isMany && [...targets, ...more].some(isTestName));
  return isTests ? { runner: 'nx test', directories: [], optional: false } : undefined;
};

const NX_TARGETS = ['-t', '--target', '--targets'];

/** `yarn workspace NAME test`, `yarn workspaces run test`, `yarn workspaces foreach -A run test`. */
const insideWorkspace = (words: readonly ShellWord[]): readonly ShellWord[] => {
  const [first, second] = words.map(({ value }) => value);
  if (first === 'workspace') return words.slice(2);
  if (first === 'workspaces') return words.slice(second === 'foreach' ? 2 : 1);
  return words;
};
