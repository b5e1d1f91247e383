import type { Call } from './calls.ts';
import { readGitCall } from './git-arguments.ts';
import { type OptionSpec, readOptions } from './options.ts';
import type { Run } from './run.ts';
import { outlineOf, type ShellWord } from './simple-command.ts';

/** Settings whose value git hands to a shell (git-config(1)). */
const COMMAND_SETTINGS =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|sequence\.editor|pager\..+|credential\.(?:.+\.)?helper|diff\.external|diff\..+\.(?:command|textconv)|difftool\..+\.cmd|mergetool\..+\.cmd|merge\..+\.driver|filter\..+\.\w+|gpg\..*program|uploadpack\.packobjectshook)$/i;

const script = (text: string | null, elsewhere = false): Call => ({
  kind: 'script',
  text,
  offset: null,
  shell: {},
  elsewhere,
});

/** The command lines that git is given to run: in settings, aliases, and by subcommands that run others. */
export const gitCalls = ({ args, variables }: Run): readonly Call[] => {
  const { subcommand, args: rest, config } = readGitCall(args, variables);
  const alias = config.findLast(({ name }) => name === `alias.${subcommand?.toLowerCase()}`)?.value;
  // An alias that is no command line is one of git, which its arguments were read as.
  const isScript = alias?.startsWith('!') === true;
  const run = isScript
    ? [script([alias.slice(1), ...rest.map(quoted)].join(' '))]
    : SUBCOMMANDS[subcommand ?? '']?.(rest);
  const set = config.flatMap(({ name, value }) =>
    COMMAND_SETTINGS.test(name) && value !== null ? [script(value.replace(/^!/, ''))] : [],
  );
  const environment = variables.flatMap(({ name, value }) => (COMMAND_VARIABLES.has(name) ? [script(value)] : []));
  return [...set, ...environment, ...(run ?? [])];
};

/** Variables whose value git hands to a shell (git(1), "ENVIRONMENT VARIABLES"). */
const COMMAND_VARIABLES = new Set([
  'GIT_EDITOR',
  'GIT_EXTERNAL_DIFF',
  'GIT_PAGER',
  'GIT_SEQUENCE_EDITOR',
  'GIT_SSH_COMMAND',
]);

const quoted = (word: ShellWord): string => `'${outlineOf(word).replaceAll("'", "'\\''")}'`;

type Subcommand = (args: readonly ShellWord[]) => readonly Call[];

/** The values of options, each of which is a command line. */
const optionScripts =
  (spec: OptionSpec, names: readonly string[], elsewhere = false): Subcommand =>
  (args) =>
    readOptions(args, { ...spec, mixed: true }).options.flatMap(({ name, value }) =>
      names.includes(name) && value !== null ? [script(value.value, elsewhere)] : [],
    );

const FILTERS = ['setup', 'env-filter', 'tree-filter', 'index-filter', 'parent-filter', 'msg-filter', 'commit-filter'];

const foreach: Subcommand = (args) => {
  const at = args.findIndex(({ value }) => value === 'foreach');
  const command = readOptions(args.slice(at + 1), {}).operands;
  if (at < 0 || command.length === 0) return [];
  const [only] = command;
  return [command.length === 1 && only !== undefined ? script(outlineOf(only), true) : wordCall(command)];
};

const wordCall = (words: readonly ShellWord[]): Call => ({ kind: 'words', words, extended: false, elsewhere: true });

const bisect: Subcommand = ([action, ...command]) =>
  action?.value === 'run' && command.length > 0 ? [{ kind: 'words', words: command, extended: false }] : [];

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  submodule: foreach,
  bisect,
  rebase: optionScripts({ valued: 'xsXC', longValued: ['exec', 'onto', 'strategy', 'strategy-option'] }, [
    '-x',
    '--exec',
  ]),
  'filter-branch': (args) => [
    // In a temporary folder, with the files of each commit.
    ...optionScripts(
      { longValued: FILTERS },
      FILTERS.map((name) => `--${name}`),
      true,
    )(args),
    ...optionScripts({ longValued: ['tag-name-filter', 'subdirectory-filter'] }, ['--tag-name-filter'], true)(args),
  ],
  difftool: optionScripts({ valued: 'xt', longValued: ['extcmd', 'tool'] }, ['-x', '--extcmd']),
  'for-each-repo': (args) => {
    const { operands } = readOptions(args, { longValued: ['config'] });
    const git: ShellWord = { value: 'git', text: '', tilde: false, start: 0, end: 0, expanded: true };
    return operands.length === 0 ? [] : [wordCall([git, ...operands])];
  },
};
