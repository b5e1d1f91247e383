import { changeDirectories } from './directory.ts';
import { interpretCommand } from './interpret.ts';
import { scriptFolders, scriptOf } from './package-scripts.ts';
import { isFilter, onlyPrepares, printsNothingOfItsOwn } from './quiet-programs.ts';
import { isHarmlessVariable } from './review/variables.ts';
import type { Run } from './run.ts';

/** A run of a command that somebody listed. */
export interface ListedRun {
  /** As it stands in the list. */
  readonly listed: string;
  /** Where it runs, relative to where the text runs; null for that folder. */
  readonly directory: string | null;
  readonly directoryKnown: boolean;
  /** The file it runs, as the text names it; null where the list names none. */
  readonly file: string | null;
  /** What it prints goes through filters, or elsewhere. */
  readonly isFiltered: boolean;
}

/** What a command line has of some listed commands. */
export interface ListedRuns {
  readonly runs: readonly ListedRun[];
  /** Why what it prints need not come from them; null when only they can have printed it. In a clause. */
  readonly doubt: string | null;
  /** Nothing else in the line does work of its own, so that a failure is theirs. */
  readonly isAlone: boolean;
}

/**
 * Finds runs of listed commands, behind everything that runs programs. A list has commands as people write them: `npm run
 * NAME` stands for that script by any package manager, a path for the file at the end of a longer one. `says` tells whether
 * a text holds what is looked for in the output: a command that holds it itself may print it in many ways, complaints included.
 */
export const listedRuns = (command: string, list: readonly string[], says: (text: string) => boolean): ListedRuns => {
  const all: Run[] = [];
  const { understood, programs } = interpretCommand(command, {
    actsOf: (run) => {
      all.push(run);
      return [];
    },
    ruledPrograms: () => new Set(),
  });
  const matched = all.flatMap((run) => matchOf(run, list, all));
  const others = all.filter((run) => !matched.some((match) => match.run === run));
  const printing =
    others.find((run) => !(printsNothingOfItsOwn(run) || isFilter(run)) || wordsOf(run).some(says)) ??
    // Package managers repeat the words they give on, and a check may repeat what it reads.
    matched.map(({ run }) => run).find((run) => wordsOf(run).some(says) || readsOther(run, says));
  const changed = matched
    .flatMap(({ run }) => run.variables)
    .find(({ name, value }) => name.startsWith('npm_') || !isHarmlessVariable(name, value));
  return {
    runs: matched.map(({ run, listed, file, directory }) => ({
      listed,
      file,
      directory: directory.path,
      directoryKnown: directory.known,
      isFiltered: run.isPiped || run.redirects.some(({ operator }) => operator.startsWith('>') || operator === '&>'),
    })),
    doubt: doubtOf(understood && !programs.includes(null), printing, changed?.name),
    isAlone: others.every((run) => isFilter(run) || onlyPrepares(run)),
  };
};

/** Whether its standard input is a text or a file that it could print. */
const readsOther = ({ input }: Run, says: (text: string) => boolean): boolean => {
  if (input.kind === 'text') return input.text === null || says(input.text);
  return input.kind === 'file' && input.path.value !== '/dev/null';
};

/** What a commit is called stands behind the name of its branch. */
const wordsOf = ({ program, args, variables }: Run): string[] =>
  program === 'git'
    ? []
    : [...args.map(({ value, text }) => `${value ?? ''} ${text}`), ...variables.map(({ value }) => value ?? '')];

const doubtOf = (understood: boolean, printing: Run | undefined, variable: string | undefined): string | null => {
  if (!understood) return 'the command could not be read completely';
  if (printing !== undefined) return `${printing.program || 'something'} in the same command could have printed it`;
  return variable === undefined ? null : `${variable} can make it run something else`;
};

interface Match {
  readonly run: Run;
  readonly listed: string;
  readonly file: string | null;
  readonly directory: Run['directory'];
}

const matchOf = (run: Run, list: readonly string[], all: readonly Run[]): Match[] => {
  const { program, host, extended } = run;
  if (program === null || program === '' || host !== 'here' || extended) return [];
  // A function of that name is another program.
  if (all.some(({ functions }) => functions.includes(program))) return [];
  for (const listed of list) {
    const words = listed.split(/\s+/).filter((word) => word !== '');
    const match = words.length === 0 ? null : matches(run, words);
    if (match !== null) return [{ run, listed, ...match }];
  }
  return [];
};

const matches = (run: Run, words: readonly string[]): Pick<Match, 'file' | 'directory'> | null => {
  const { directory } = run;
  const [manager = '', command, script, ...more] = words;
  const args = run.args.map(({ value }) => value);
  if (args.some((value) => value === '--help' || value === '--version')) return null;
  if (MANAGERS.includes(manager) && command === 'run' && script !== undefined && more.length === 0) {
    const program = run.program ?? '';
    if (!isStandard(run) || scriptOf(program, run.args) !== script) return null;
    return { file: null, directory: changeDirectories(directory, scriptFolders(program, run.args)) };
  }
  const spelled = spelledFor(manager, run, args);
  if (spelled.length < words.length) return null;
  const isSame = words.every((word, at) => (isPath(word) ? isAt(spelled[at], word) : spelled[at] === word));
  const at = words.findIndex(isPath);
  return isSame ? { file: at < 0 ? null : (spelled[at] ?? null), directory } : null;
};

/** The words of a run as a list has them: `bash scripts/check.sh` is that script. */
const spelledFor = (first: string, run: Run, args: readonly (string | null)[]): readonly (string | null)[] => {
  if (!isPath(first)) return [isStandard(run) ? run.program : null, ...args];
  return isStandard(run) && SHELLS.includes(run.program ?? '') ? args : [run.spelled, ...args];
};

const SHELLS = ['bash', 'sh', 'zsh', 'dash'];

const MANAGERS = ['npm', 'pnpm', 'yarn', 'bun'];

const isPath = (word: string): boolean => word.includes('/');

/** Whether a path as it is written ends in the listed one. */
const isAt = (written: string | null | undefined, listed: string): boolean => {
  const path = listed.replace(/^\.\//, '');
  return written === path || written?.endsWith(`/${path}`) === true;
};

/** A program that is found by its name, not one of that name somewhere. */
const isStandard = ({ spelled }: Run): boolean =>
  spelled !== null && (!spelled.includes('/') || /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/bin\/[^/]+$/.test(spelled));
