import { changeDirectories } from './directory.ts';
import { readGitCall } from './git-arguments.ts';
import { interpretCommand } from './interpret.ts';
import { type OptionSpec, readOptions } from './options.ts';
import type { Run } from './run.ts';
import type { ShellWord } from './simple-command.ts';
import { startingPoints } from './starting-points.ts';

/** A program that looks through many files, or would where what it names is a folder. */
export interface Search {
  readonly program: string;
  /** Where it looks, as the text names it, relative to where it runs; empty for the folder it runs in. */
  readonly paths: readonly string[];
  /** What stands for many files whatever is there: a pattern of the shell, a list that another program makes. */
  readonly isMany: boolean;
  /** What is not there may be something else than a file: a commit of git. */
  readonly mayNameOther: boolean;
  /** Where it runs, relative to where the text runs; null for that folder. */
  readonly directory: string | null;
}

/**
 * The searches of a command line that go through folders: what stands for Grep and Glob where a client has only a shell
 * (seed 003). Files that are named, input that is read and what is found to be changed are no such search; neither is
 * what only shows at run time, since nobody is to be told of a search that may be none.
 */
export const searchesIn = (command: string): Search[] => {
  const searches: Search[] = [];
  const own = new Set<string>();
  interpretCommand(command, {
    actsOf: (run) => {
      for (const name of run.functions) own.add(name);
      if (searches.length < MOST_SEARCHES) searches.push(...searchOf(run));
      return [];
    },
    ruledPrograms: () => new Set(),
  });
  // A function of that name is another program.
  return searches.filter(({ program }) => !own.has(program));
};

const MOST_SEARCHES = 16;

/** Where a run looks; null where it is no search of many files. */
type Looks = Pick<Search, 'paths' | 'isMany'> & {
  readonly directories?: Search['paths'];
  readonly mayNameOther?: true;
};

const searchOf = (run: Run): Search[] => {
  const { program, host, directory } = run;
  if (program === null || host !== 'here' || !directory.known) return [];
  const read = Object.hasOwn(SEARCHERS, program) ? SEARCHERS[program] : undefined;
  const looks = read?.(run) ?? null;
  if (looks === null) return [];
  const { paths, isMany, directories = [], mayNameOther = false } = looks;
  const words = directories.map((value) => ({ value, tilde: value.startsWith('~') }));
  const at = changeDirectories(directory, words);
  return at.known ? [{ program, paths, isMany, mayNameOther, directory: at.path }] : [];
};

const VALUES: OptionSpec = { mixed: true };

/** grep(1): only `-r` goes through folders; a pattern of the shell names many files. */
const grep = (run: Run): Looks | null => {
  const { options, operands } = readOptions(run.args, GREP);
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  if (has('--help', '--version', '-V')) return null;
  const isRecursive =
    run.program === 'rgrep' ||
    has('-r', '-R', '--recursive', '--dereference-recursive') ||
    options.some(({ name, value }) => (name === '-d' || name === '--directories') && value?.value === 'recurse');
  const files = has('-e', '-f', '--regexp', '--file') ? operands : operands.slice(1);
  if (run.extended) return MANY;
  if (isRecursive) return lookIn(files);
  return files.some(isPattern) ? lookIn(files) : null;
};

const GREP: OptionSpec = {
  ...VALUES,
  valued: 'efABCmdD',
  longValued: [
    'regexp',
    'file',
    'after-context',
    'before-context',
    'context',
    'max-count',
    'include',
    'exclude',
    'exclude-dir',
    'exclude-from',
    'directories',
    'devices',
    'label',
    'binary-files',
  ],
};

/** ripgrep and its like: through the folder where no path is given, unless something is piped in. */
const walker =
  (spec: OptionSpec, lists: readonly string[], patterns: readonly string[], prints: readonly string[]) =>
  (run: Run): Looks | null => {
    const { options, operands } = readOptions(run.args, spec);
    const names = options.map(({ name }) => name);
    if (names.some((name) => prints.includes(name))) return null;
    if (names.some((name) => lists.includes(name))) {
      // A list of all files looks for nothing; one of those that fit a pattern is a Glob.
      const isGlob = options.some(({ name, value }) => GLOBS.has(name) && hasMeta(value?.value ?? ''));
      return isGlob ? lookIn(operands) : null;
    }
    const files = names.some((name) => patterns.includes(name)) ? operands : operands.slice(1);
    if (run.extended) return MANY;
    return files.length === 0 && run.input.kind !== 'inherited' ? null : lookIn(files);
  };

const GLOBS = new Set(['-g', '--glob', '--iglob']);

const RG: OptionSpec = {
  ...VALUES,
  valued: 'ABCEMTdefgjmrt',
  longValued: (
    'after-context before-context color colors context context-separator dfa-size-limit encoding engine ' +
    'field-context-separator field-match-separator file glob iglob ignore-file max-columns max-count max-depth ' +
    'max-filesize path-separator pre pre-glob regex-size-limit regexp replace sort sortr threads type type-add ' +
    'type-clear type-not hyperlink-format'
  ).split(' '),
};

const AG: OptionSpec = {
  ...VALUES,
  valued: 'ABCGgmpW',
  longValued:
    'after before context depth file-search-regex ignore ignore-dir max-count pager path-to-ignore width'.split(' '),
};

const ACK: OptionSpec = {
  ...VALUES,
  valued: 'ABCgmt',
  longValued: 'after-context before-context context ignore-dir ignore-file match max-count pager type output'.split(
    ' ',
  ),
};

/** git-grep(1): through what is tracked, or a commit, which the shell names like a file. */
const git = (run: Run): Looks | null => {
  const { subcommand, args, directories, elsewhere } = readGitCall(run.args, run.variables);
  if (subcommand !== 'grep' || elsewhere) return null;
  const { options, operands } = readOptions(args, GIT_GREP);
  const named = options.some(({ name }) => name === '-e' || name === '-f') ? operands : operands.slice(1);
  if (options.some(({ name }) => name === '--cached' || name === '-h' || name === '--help')) return null;
  const moves = directories.flatMap(({ value }) => value ?? []);
  if (moves.length < directories.length) return null;
  const looks = run.extended ? MANY : lookIn(named);
  return looks === null ? null : { ...looks, directories: moves, mayNameOther: true };
};

const GIT_GREP: OptionSpec = {
  ...VALUES,
  valued: 'efABCmO',
  longValued: [
    'after-context',
    'before-context',
    'context',
    'max-count',
    'max-depth',
    'threads',
    'open-files-in-pager',
  ],
};

/** find(1): a search by name, kind or age; not one that changes what it finds, nor one of a single folder. */
const find = ({ args, extended }: Run): Looks | null => {
  const words = args.map(({ value }) => value ?? '');
  const depth = words[words.indexOf('-maxdepth') + 1];
  if (words.some((word) => FIND_ACTIONS.has(word))) return null;
  if (words.includes('-maxdepth') && (depth === '0' || depth === '1')) return null;
  return extended ? null : lookIn(startingPoints(args));
};

const FIND_ACTIONS = new Set(
  '-delete -exec -execdir -ok -okdir -fprint -fprint0 -fprintf -fls --help -help --version -version'.split(' '),
);

/** fd: the same with a pattern first. */
const fd = ({ args, extended }: Run): Looks | null => {
  const { options, operands } = readOptions(args, FD);
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  if (extended || has('-x', '-X', '--exec', '--exec-batch', '-h', '--help', '-V', '--version')) return null;
  const depth = options.find(({ name }) => ['-d', '--max-depth', '--maxdepth', '--exact-depth'].includes(name));
  if (depth?.value?.value === '1') return null;
  const searched = options.flatMap(({ name, value }) => (name === '--search-path' && value !== null ? [value] : []));
  return lookIn([...operands.slice(1), ...searched]);
};

const FD: OptionSpec = {
  ...VALUES,
  valued: 'Ecdejot',
  longValued:
    'and base-directory batch-size changed-before changed-within color exact-depth exclude extension format ignore-file max-buffer-time max-depth max-results min-depth owner path-separator search-path size threads type'.split(
      ' ',
    ),
};

const SEARCHERS: Readonly<Record<string, (run: Run) => Looks | null>> = {
  grep,
  egrep: grep,
  fgrep: grep,
  rgrep: grep,
  rg: walker(RG, ['--files'], ['-e', '-f', '--regexp', '--file'], ['-h', '--help', '-V', '--version', '--type-list']),
  ag: walker(AG, [], [], ['--help', '--version', '-V', '--list-file-types']),
  ack: walker(ACK, ['-f'], ['--match'], ['--help', '--man', '--version', '--help-types']),
  git,
  find,
  fd,
  fdfind: fd,
};

const MANY: Looks = { paths: [], isMany: true };

/** In these folders and files; null where one of them only shows at run time. */
const lookIn = (words: readonly ShellWord[]): Looks | null => {
  const paths = words.flatMap(({ value, glob }) => value ?? (glob === undefined ? [] : [folderOf(glob)]));
  return paths.length < words.length ? null : { paths, isMany: words.some(isPattern) };
};

const isPattern = ({ glob }: ShellWord): boolean => glob !== undefined;

/** The folder below which a pattern finds what it does: `src` of `src/*.ts`. */
const folderOf = (pattern: string): string => {
  const fixed = pattern.slice(0, pattern.search(/[*?[{\\]/));
  return fixed.includes('/') ? fixed.slice(0, fixed.lastIndexOf('/')) || '/' : '.';
};

const hasMeta = (text: string): boolean => /[*?[]/.test(text);
