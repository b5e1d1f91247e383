import type { DirectoryWord } from './directory.ts';
import { type OptionSpec, readOptions } from './options.ts';
import type { ShellWord } from './simple-command.ts';

/** One call of git, behind its global options. */
export interface GitCall {
  /** Null when there is none, when it only shows at run time, or when git would only print help. */
  readonly subcommand: string | null;
  readonly args: readonly ShellWord[];
  /** What `-C` says, in order. */
  readonly directories: readonly DirectoryWord[];
  /** `--git-dir` and the like name another repository than the folder does. */
  readonly elsewhere: boolean;
}

/** Reads the arguments of git (git(1), "OPTIONS"). */
export const readGitCall = (words: readonly ShellWord[]): GitCall => {
  const { options, operands } = readOptions(words, GLOBAL_OPTIONS);
  const [subcommand, ...args] = operands;
  const onlyPrints = options.some(({ name, value }) => value === null && PRINTING.has(name));
  return {
    subcommand: onlyPrints ? null : (subcommand?.value ?? null),
    args,
    directories: options.flatMap(({ name, value }) => (name === '-C' && value !== null ? [value] : [])),
    elsewhere: options.some(({ name }) => REPOSITORY_OPTIONS.has(name)),
  };
};

/** Environment variables that make git work on another repository than the folder's. */
export const REPOSITORY_VARIABLES: ReadonlySet<string> = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR']);

const GLOBAL_OPTIONS: OptionSpec = {
  valued: 'Cc',
  longValued: ['attr-source', 'config-env', 'git-dir', 'namespace', 'super-prefix', 'work-tree'],
};

const PRINTING = new Set([
  '--help',
  '-h',
  '--version',
  '-v',
  '--exec-path',
  '--html-path',
  '--man-path',
  '--info-path',
]);

const REPOSITORY_OPTIONS = new Set(['--git-dir', '--work-tree', '--namespace', '--bare']);
