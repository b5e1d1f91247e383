import type { DirectoryWord } from './directory.ts';
import { type OptionSpec, readOptions } from './options.ts';
import type { ShellAssignment, ShellWord } from './simple-command.ts';

/** One call of git, behind its global options. */
export interface GitCall {
  /** Null when there is none, when it only shows at run time, or when git would only print help. */
  readonly subcommand: string | null;
  readonly args: readonly ShellWord[];
  /** What `-C` says, in order. */
  readonly directories: readonly DirectoryWord[];
  /** `--git-dir` and the like name another repository than the folder does. */
  readonly elsewhere: boolean;
  /** The last `--git-dir`. */
  readonly gitDir: DirectoryWord | null;
  /** What `-c`, `--config-env` and the environment set for this call; names in lower case. */
  readonly config: readonly ShellAssignment[];
  /** The arguments come from an alias among `config`, and so do not stand in the text. */
  readonly aliased: boolean;
}

/** Reads the arguments of git (git(1), "OPTIONS"), with the variables that are set for it. */
export const readGitCall = (words: readonly ShellWord[], variables: readonly ShellAssignment[] = []): GitCall => {
  const { options, operands } = readOptions(words, GLOBAL_OPTIONS);
  const [subcommand, ...args] = operands;
  const onlyPrints = options.some(({ name, value }) => value === null && PRINTING.has(name));
  const config = [
    ...settingsIn(variables),
    ...options.flatMap(({ name, value }) => (CONFIG_OPTIONS.has(name) ? [setting(name, value)] : [])),
  ];
  const call: GitCall = {
    subcommand: onlyPrints ? null : (subcommand?.value ?? null),
    args,
    directories: options.flatMap(({ name, value }) => (name === '-C' && value !== null ? [value] : [])),
    elsewhere: options.some(({ name }) => REPOSITORY_OPTIONS.has(name)),
    gitDir: options.findLast(({ name }) => name === '--git-dir')?.value ?? null,
    config,
    aliased: false,
  };
  return withoutAlias(call);
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

const CONFIG_OPTIONS = new Set(['-c', '--config-env']);

/** `-c name` without a value sets it to true; what `--config-env` sets only shows at run time. */
const setting = (option: string, word: DirectoryWord | null): ShellAssignment => {
  const text = word?.value ?? '';
  const at = text.indexOf('=');
  const name = (at < 0 ? text : text.slice(0, at)).toLowerCase();
  if (option !== '-c' || word?.value === null) return { name, value: null };
  return { name, value: at < 0 ? 'true' : text.slice(at + 1) };
};

/** `GIT_CONFIG_KEY_0=… GIT_CONFIG_VALUE_0=…` (git-config(1), "ENVIRONMENT"), and what `-c` is handed on as. */
const settingsIn = (variables: readonly ShellAssignment[]): ShellAssignment[] =>
  variables.flatMap(({ name, value }) => {
    if (value !== null && name.startsWith('GIT_CONFIG_KEY_')) {
      const number = name.slice('GIT_CONFIG_KEY_'.length);
      const given = variables.findLast((other) => other.name === `GIT_CONFIG_VALUE_${number}`)?.value ?? null;
      return [{ name: value.toLowerCase(), value: given }];
    }
    if (value === null || name !== 'GIT_CONFIG_PARAMETERS') return [];
    return [...value.matchAll(/'([^'=]+)'?=(?:'([^']*)'|([^']*)')/g)].map(([, key = '', quoted, rest]) => ({
      name: key.toLowerCase(),
      value: quoted ?? rest ?? null,
    }));
  });

/** An alias that begins with `!` is a command of the shell, not of git. */
const withoutAlias = (call: GitCall, depth = 0): GitCall => {
  const alias = call.config.findLast(({ name }) => name === `alias.${call.subcommand?.toLowerCase()}`)?.value;
  if (alias === undefined || alias === null || alias.startsWith('!') || depth > DEEPEST_ALIAS) return call;
  const [subcommand = null, ...args] = alias.split(/\s+/).filter((word) => word !== '');
  const words = args.map((value): ShellWord => ({ value, text: value, tilde: false, start: 0, end: 0 }));
  return withoutAlias({ ...call, subcommand, args: [...words, ...call.args], aliased: true }, depth + 1);
};

const DEEPEST_ALIAS = 4;
