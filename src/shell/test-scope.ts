import { readOptions } from './options.ts';
import type { ShellWord } from './simple-command.ts';

/**
 * Whether a test run is called with the names of test files or a filter of names, so that it runs only some. Folders are
 * no names: nobody knows whether they hold all tests. What only shows at run time, and patterns, are none either.
 */
export const namesTests = (runner: string, args: readonly ShellWord[]): boolean => {
  if (hasFilter(runner, args) || args.some(isTestFile)) return true;
  if (runner.startsWith('cargo ')) return namesCargoTests(args);
  if (runner === 'unittest') return namesUnittests(args);
  return args.some((word, at) => isFile(word) && !isOption(args[at - 1]));
};

/** Options of any runner, and of a script behind which one stands. */
const FILTERS: readonly string[] = (
  '--testNamePattern --test-name-pattern --testPathPattern --testPathPatterns --onlyChanged --changedSince --grep --fgrep ' +
  '--findRelatedTests --runTestsByPath --onlyFailures --only-failures --last-failed --lf --changed --match --spec --shard ' +
  '--test-shard --only-changed --rerun-failed --failed --stale --test-only --tests-regex --example -Dtest -Dit.test'
).split(' ');

/** Those that mean something else to other programs. */
const OWN_FILTERS: Readonly<Record<string, readonly string[]>> = {
  vitest: ['-t'],
  jest: ['-t', '-o', '-f'],
  'bun test': ['-t'],
  mocha: ['-g', '-f'],
  playwright: ['-g'],
  cypress: ['-s'],
  ava: ['-m'],
  pytest: ['-k'],
  unittest: ['-k'],
  django: ['-k'],
  'go test': ['-run', '--run'],
  'cargo nextest': ['-E', '--filter-expr', '--filterset'],
  rspec: ['-e'],
  minitest: ['-n', '--name'],
  'rails test': ['-n', '--name'],
  phpunit: ['--filter'],
  pest: ['--filter'],
  'artisan test': ['--filter'],
  gradle: ['--tests'],
  'dotnet test': ['--filter'],
  'swift test': ['--filter'],
  'deno test': ['--filter'],
  ctest: ['-R', '-I'],
  bats: ['-f', '--filter'],
  'mix test': ['--only'],
};

/** What stands behind a script is for its runner, whichever that is. */
const SCRIPT_FILTERS = ['-t', '-k', '-g'];
const SCRIPTS = ['npm', 'pnpm', 'yarn', 'bun', 'composer', 'deno', 'node'];

const hasFilter = (runner: string, args: readonly ShellWord[]): boolean => {
  const isKnown = Object.hasOwn(OWN_FILTERS, runner);
  const own = isKnown ? OWN_FILTERS[runner] : SCRIPTS.includes(runner.split(' ', 1)[0] ?? '') ? SCRIPT_FILTERS : [];
  return args.some(({ value }) => {
    const name = value?.split('=', 1)[0] ?? '';
    return name.startsWith('-') && (FILTERS.includes(name) || own?.includes(name) === true);
  });
};

/** `src/cart.test.ts`, `tests/test_cart.py::test_adds`, `spec/cart_spec.rb:12`. */
const isTestFile = ({ value }: ShellWord): boolean =>
  value !== null && !value.startsWith('-') && TEST_FILE.test(value) && !/[*?{[]/.test(value.split('::', 1)[0] ?? '');

const TEST_FILE =
  /(?:[._-](?:test|spec|cy|e2e)\.[cm]?[jt]sx?|(?:^|\/)test_[^/]*\.py|_test\.(?:py|go|exs|dart|rb|ts)|_spec\.rb|Tests?\.(?:php|java|kt|cs|swift)|\.bats|\.py::\S+)(?::\d+)*(?:::\S*)?$/;

/** Another file of source code, where it is no value of an option and no program of its own. */
const isFile = ({ value }: ShellWord): boolean =>
  value !== null &&
  !value.startsWith('-') &&
  SOURCE_FILE.test(value) &&
  !/[*?{[]|node_modules\/|(?:^|\/)manage\.py$|(?:^|\/)(?:bin|vendor)\/|\.config\./.test(value) &&
  !PROGRAMS.test(value);

const SOURCE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|php|exs|t)(?::\d+)*$/;

/** What a runtime is told to load: `node scripts/jest.js`. */
const PROGRAMS = /(?:^|\/)_?(?:jest|vitest|mocha|ava|tap|tape|jasmine|uvu|playwright|cypress|cli)\.[cm]?js$/;

const isOption = (word: ShellWord | undefined): boolean => word?.value?.startsWith('-') === true && word.value !== '--';

/** Options of cargo and of its test binaries that have a value. */
const CARGO = {
  valued: 'pjFCZE',
  longValued: (
    'package test bin bench example features manifest-path target target-dir profile jobs color exclude config message-format ' +
    'test-threads skip format logfile partition retries cargo-profile filter-expr filterset'
  ).split(' '),
  mixed: true,
};

/** `cargo test cart`, `cargo test -- adds`, `cargo test --test api`: by name. */
const namesCargoTests = (args: readonly ShellWord[]): boolean => {
  const end = args.findIndex(({ value }) => value === '--');
  const before = readOptions(end < 0 ? args : args.slice(0, end), CARGO);
  const after = readOptions(end < 0 ? [] : args.slice(end + 1), CARGO);
  const commands = ['test', 't', 'nextest', 'run', 'r', 'llvm-cov', 'tarpaulin'];
  const names = before.operands.filter(({ value }) => value !== null && !commands.includes(value) && value[0] !== '+');
  return names.length + after.operands.length > 0 || before.options.some(({ name }) => name === '--test');
};

/** `python -m unittest shop.tests.TestCart`; with `discover`, or nothing, it finds them all. */
const namesUnittests = (args: readonly ShellWord[]): boolean => {
  const at = args.findIndex(({ value }) => value === 'unittest');
  const [first] = readOptions(args.slice(at + 1), { valued: 'k' }).operands;
  return first !== undefined && first.value !== 'discover';
};
