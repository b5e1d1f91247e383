import { changeDirectories } from '../directory.ts';
import { readGitCall } from '../git-arguments.ts';
import { type OptionSpec, type ReadOptions, readOptions } from '../options.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { mayNameOwn } from './own-names.ts';

/**
 * What git does to files of docket's and the host's: takes back those that are named as a branch would be (`restore`), and
 * takes away what lies in a folder, or all that is ignored, as logs are (`sweep`). Whatever else git does to files is for
 * other recognizers.
 */
export const gitFiles: Recognizer = {
  programs: ['git'],
  recognize: (run) => {
    if (run.host !== 'here') return [];
    const { subcommand, args, directories } = readGitCall(run.args, run.variables);
    const command = subcommand !== null && Object.hasOwn(COMMANDS, subcommand) ? COMMANDS[subcommand] : undefined;
    if (command === undefined) return [];
    const read = readOptions(args, command);
    if (has(read, command.idle)) return [];
    const directory = changeDirectories(run.directory, directories);
    const named = read.operands.filter(mayNameOwn);
    const found: FoundAct[] = named.length === 0 ? [] : [{ kind: 'restore', paths: named, directory }];
    if (command.sweeps?.(read) !== true) return found;
    const paths = subcommand === 'stash' || read.operands.length === 0 ? [HERE] : read.operands;
    return [...found, { kind: 'sweep', paths: paths.slice(0, MOST_PATHS), directory }];
  },
};

interface FileCommand extends OptionSpec {
  /** Options under which it leaves files alone. */
  readonly idle: readonly string[];
  /** Whether it takes away what lies in the folders it names. */
  readonly sweeps?: (read: ReadOptions) => boolean;
}

const has = ({ options }: ReadOptions, names: readonly string[]): boolean =>
  options.some(({ name }) => names.includes(name));

/** git-checkout(1), git-mv(1), git-rm(1), git-clean(1), git-stash(1) */
const COMMANDS: Readonly<Record<string, FileCommand>> = {
  checkout: { mixed: true, valued: 'bB', longValued: ['orphan', 'conflict'], idle: ['-b', '-B', '--orphan'] },
  mv: { mixed: true, idle: ['-n', '--dry-run'], sweeps: () => true },
  rm: { mixed: true, idle: ['-n', '--dry-run', '--cached'], sweeps: (read) => read.operands.length > 0 },
  clean: {
    mixed: true,
    valued: 'e',
    longValued: ['exclude'],
    idle: ['-n', '--dry-run'],
    sweeps: ({ options, ...read }) =>
      has({ options, ...read }, ['-x', '-X']) &&
      has({ options, ...read }, ['-f', '--force']) &&
      !options.some(
        ({ name, value }) =>
          (name === '-e' || name === '--exclude') && mayNameOwn({ value: value?.value ?? '', text: '' }),
      ),
  },
  stash: {
    mixed: true,
    valued: 'm',
    longValued: ['message'],
    idle: [],
    sweeps: (read) => has(read, ['-a', '--all']) && STASHES.has(read.operands[0]?.value ?? 'push'),
  },
};

const STASHES = new Set(['push', 'save']);

const MOST_PATHS = 16;
const HERE: ShellWord = { value: '.', text: '.', tilde: false, start: 0, end: 0 };
