import type { ShellWord } from './simple-command.ts';

/** How a test program is called when it runs tests. */
interface TestTool {
  /** The name people know it by. */
  readonly runner?: string;
  /** Arguments with which it runs no test: help, version, listing. Also as `name=value`. */
  readonly idle?: readonly string[];
  /** First operands with which it runs no test. */
  readonly otherCommands?: readonly string[];
  /** First operand it needs to run tests. */
  readonly command?: string;
}

/**
 * The name of the runner when `program`, a program made for running tests, would run some; undefined when it is no such
 * program, or only prints. Options are those of the programs' own help texts.
 */
export const toolRun = (program: string, args: readonly ShellWord[]): string | undefined => {
  const name = toolName(program);
  if (!Object.hasOwn(TOOLS, name)) return undefined;
  const { runner = name, idle = [], otherCommands = [], command } = TOOLS[name] as TestTool;
  // What follows `--` is for somebody else: `tox -- -n 4`.
  const end = args.findIndex(({ value }) => value === '--');
  const own = end < 0 ? args : args.slice(0, end);
  if (hasArgument(own, [...HELP, ...idle])) return undefined;
  const operand = own.find(({ value }) => value === null || !value.startsWith('-'))?.value;
  if (command !== undefined) return operand === command ? runner : undefined;
  return own[0]?.value === operand && otherCommands.includes(operand ?? '') ? undefined : runner;
};

/** Whether a program is made for running tests. */
export const isTestTool = (program: string): boolean => Object.hasOwn(TOOLS, toolName(program));

/** `vitest@3`, as in `npx vitest@3`; `_mocha` and `vitest.mjs` are what the commands of those names load. */
const toolName = (program: string): string =>
  ['@', '_', '.'].some((mark) => program.includes(mark))
    ? program
        .replace(/(?<=.)@[^@/]*$/, '')
        .replace(/^_/, '')
        .replace(/\.[cm]?js$/, '')
    : program;

/** Whether one of `names` is among the arguments, with a value or without. */
export const hasArgument = (args: readonly ShellWord[], names: readonly string[]): boolean =>
  args.some(({ value }) => value !== null && names.includes(value.split('=', 1)[0] ?? ''));

export const HELP = ['--help', '-h', '--version'];

const TOOLS: Readonly<Record<string, TestTool>> = {
  vitest: {
    idle: ['-v', '--typecheck.only', '--mergeReports', '--clearCache'],
    otherCommands: ['bench', 'complete', 'init', 'list', 'typecheck'],
  },
  jest: { idle: ['-v', '--clearCache', '--init', '--listTests', '--showConfig'] },
  mocha: { idle: ['-V', '--dry-run', '--list-files', '--list-interfaces', '--list-reporters'] },
  ava: {},
  tap: { otherCommands: ['build', 'config', 'debug', 'dump-config', 'list', 'plugin', 'repl', 'versions'] },
  tape: {},
  jasmine: { otherCommands: ['enumerate', 'examples', 'help', 'init', 'version'] },
  uvu: {},
  playwright: { command: 'test', idle: ['--list'] },
  cypress: { command: 'run' },
  pytest: { idle: ['-V', '--co', '--collect-only', '--fixtures', '--fixtures-per-test', '--markers', '--setup-plan'] },
  'py.test': { runner: 'pytest', idle: ['-V', '--co', '--collect-only', '--fixtures', '--markers'] },
  tox: {
    idle: ['-a', '-l', '-n', '--listenvs', '--listenvs-all', '--notest', '--showconfig'],
    otherCommands: ['c', 'config', 'd', 'de', 'depends', 'devenv', 'l', 'list', 'q', 'quickstart', 's', 'schema'],
  },
  nox: { idle: ['-l', '--list', '--list-sessions', '--install-only'] },
  rspec: { idle: ['-v', '--dry-run', '--init'] },
  phpunit: {
    idle: [
      '--check-version',
      '--generate-configuration',
      '--list-groups',
      '--list-suites',
      '--list-test-files',
      '--list-tests',
      '--list-tests-xml',
    ],
  },
  pest: { idle: ['--init', '--list-groups', '--list-suites', '--list-tests', '--list-tests-xml'] },
  ctest: { idle: ['-H', '-N', '--print-labels', '--show-only'] },
  bats: { idle: ['-c', '-v', '--count'] },
  gotestsum: { otherCommands: ['help', 'tool'] },
  prove: { idle: ['-D', '-H', '-V', '--dry', '--man'] },
  nose2: {},
  busted: { idle: ['-l', '--list'] },
  shellspec: { idle: ['-c', '-d', '-t', '--count', '--dry-run', '--list', '--syntax-check', '--translate'] },
  'elm-test': { otherCommands: ['init', 'install', 'make'] },
  'web-test-runner': {},
  wtr: { runner: 'web-test-runner' },
};
