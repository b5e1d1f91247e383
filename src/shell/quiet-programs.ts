import { readGitCall } from './git-arguments.ts';
import { readOptions } from './options.ts';
import { scriptOf } from './package-scripts.ts';
import type { Run } from './run.ts';
import type { ShellWord } from './simple-command.ts';

/**
 * Whether a run prints nothing that the text of the command chooses: it is silent, or says its own things. A list of what
 * stands beside a check in one command line; whatever is not in it may print anything.
 */
export const printsNothingOfItsOwn = (run: Run): boolean => {
  const { program, args, functions, extended } = run;
  if (program === null || functions.length > 0 || extended) return false;
  if (program === '') return true;
  if (SILENT.has(program)) return true;
  if (SHELLS.has(program)) return runsText(args);
  switch (program) {
    case 'echo':
      // Any other word with a dash is printed as it is.
      return !/^-[neE]+$/.test(args[0]?.value ?? '') && args.every(isPlainWord);
    case 'pwd':
    case 'date':
      return args.length === 0;
    case 'set':
      return (
        args.length > 0 && args.every(({ value }) => /^[-+][eu]*o?$|^(?:pipefail|errexit|nounset)$/.test(value ?? ''))
      );
    case 'export':
    case 'readonly':
      return args.length > 0 && args.every(({ value, text }) => !(value ?? text).startsWith('-'));
    case 'git':
      return isGitThatRecords(run);
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return isManaging(program, args);
    default:
      return false;
  }
};

/** Whether a run does nothing that could fail in the place of what stands beside it. */
export const onlyPrepares = ({ program, args }: Run): boolean =>
  program !== null && (PREPARING.has(program) || (SHELLS.has(program) && runsText(args)));

const PREPARING = new Set([
  ...'cd echo : true set export readonly sleep wait time timeout env nice nohup command exec stdbuf ionice'.split(' '),
  '',
]);

/** Whether a run only gives on what it reads from another program, in part or whole, and as it is. */
export const isFilter = ({ program, args, input, redirects, functions }: Run): boolean => {
  if (input.kind !== 'pipe' || functions.length > 0) return false;
  if (redirects.some(({ operator }) => operator.startsWith('<'))) return false;
  switch (program) {
    case 'cat':
      return args.length === 0;
    case 'head':
    case 'tail':
      return readOptions(args, { valued: 'nc', longValued: ['lines', 'bytes'], mixed: true }).operands.length === 0;
    case 'tee':
      return true;
    case 'grep':
      return isPlainGrep(args);
    default:
      return false;
  }
};

/** What they complain about they name; whoever asks looks at their words as well. */
const SILENT = new Set(
  (
    'cd : true false test [ unset sleep wait exit return break continue eval mkdir rmdir rm touch chmod cp mv ln ' +
    'time timeout env nice nohup command exec stdbuf ionice'
  ).split(' '),
);

const SHELLS = new Set('sh bash zsh dash ksh'.split(' '));

/** A text of its own is followed; a file could hold anything, and with `-x` a shell prints what it runs. */
const runsText = ([first, text]: readonly ShellWord[]): boolean =>
  /^-[leu]*c$/.test(first?.value ?? '') && text !== undefined;

/** `echo "exit: $?"`: what only shows at run time is a number, and nothing is spelled in another way. */
const isPlainWord = ({ value, text }: ShellWord): boolean =>
  !/[$`\\]/.test(value ?? text.replace(/\$\?|\$\{PIPESTATUS\[\d\]\}/g, '0'));

/** What they say begins with the name of a branch, or of what was done to a file. */
const isGitThatRecords = ({ args, variables }: Run): boolean => {
  const { subcommand, aliased, config } = readGitCall(args, variables);
  if (aliased || config.length > 0) return false;
  if (subcommand === 'status') return args.some(({ value }) => SHORT_STATUS.has(value ?? ''));
  return subcommand === 'add' || subcommand === 'commit';
};

/** In front of each name stand two letters. */
const SHORT_STATUS = new Set(['-s', '-sb', '--short', '--porcelain']);

/** Scripts are what the project says, as the check itself is; `exec` and `view` run and print what the text names. */
const isManaging = (program: string, args: readonly ShellWord[]): boolean => {
  if (MANAGING.has(args[0]?.value ?? '')) return true;
  const script = scriptOf(program, args);
  return script !== null && (/^(?:run|run-script)$/.test(args[0]?.value ?? '') || DIRECT.has(script));
};

const MANAGING = new Set('install i ci test t'.split(' '));
const DIRECT = new Set('build check compile format lint test typecheck'.split(' '));

/** `grep -E 'Overall|FAIL'`; one that leaves lines out or prints parts of them could make a verdict of another. */
const isPlainGrep = (args: readonly ShellWord[]): boolean => {
  const { options, operands } = readOptions(args, { valued: 'eABCm', longValued: ['color'], mixed: true });
  const isPattern = options.some(({ name }) => name === '-e');
  return (
    options.every(({ name }) => /^-[eEFGPinwxABCm]$|^--color$|^--line-buffered$/.test(name)) &&
    operands.length === (isPattern ? 0 : 1)
  );
};
