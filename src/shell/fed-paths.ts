import { readFindCall } from './find-call.ts';
import { readOptions } from './options.ts';
import type { Run } from './run.ts';
import type { Found, ShellWord } from './simple-command.ts';

/** The arguments that `find` or `xargs` add to a program. */
export interface FedPaths {
  /** The paths themselves, or those below which they lie; null for what only shows at run time. */
  readonly paths: readonly (ShellWord | null)[];
  /** They are all that lies below the paths: `some` of it, chosen by name, age and the like, or `everything`. */
  readonly below: 'some' | 'everything' | null;
  /** The names by which they were chosen. */
  readonly names: readonly string[];
}

/** What the expression of a call of find says about what it finds. */
export const foundBy = (run: Run): Found => {
  const { paths, narrowed, names } = readFindCall(run);
  return { points: paths.length === 0 ? [HERE] : paths, narrowed, names };
};

/** What programs that are handed it get. */
export const fedBy = ({ points, narrowed, names }: Found): FedPaths => ({
  paths: points,
  below: narrowed ? 'some' : 'everything',
  names,
});

/** What the lines are that a pipeline prints: something that find finds, or null. */
export const foundInOutput = (runs: readonly Run[]): Found | null => {
  const { paths, below, names } = pathsFrom(runs);
  const points = paths.flatMap((path) => path ?? []);
  return below === null ? null : { points, narrowed: below === 'some', names };
};

/** Operands with what is fed: in the place of `{}` and the like, behind them, or only as a part of one of them. */
export const withFed = (operands: readonly ShellWord[], { paths }: FedPaths): (ShellWord | null)[] => {
  const own = operands.filter((word) => word.found === undefined && (!standsForFed(word) || word.prefix !== undefined));
  return own.some(standsForFed) ? own : [...own, ...paths];
};

/** An unknown value that no expansion of the shell is the reason for. */
const standsForFed = ({ value, text, glob }: ShellWord): boolean =>
  value === '{}' || value === '%' || (value === null && glob === undefined && !/[$`]/.test(text));

/** Whether find runs it: then the find says what it gets. */
export const isFromFind = ({ wrappers, extended }: Run): boolean => extended && wrappers.includes('find');

/** What a run gets as further arguments, from its standard input; or in the place of arguments, from a find before it or around it. */
export const fedPaths = (run: Run): FedPaths | null => {
  const [found, ...others] = run.args.flatMap((word) => word.found ?? []);
  if (found !== undefined) return fedBy(others.reduce(together, found));
  return run.extended ? pathsFromInput(run) : null;
};

const together = (one: Found, other: Found): Found => ({
  points: [...one.points, ...other.points],
  narrowed: one.narrowed && other.narrowed,
  names: [...one.names, ...other.names],
});

const pathsFromInput = ({ input }: Run): FedPaths => {
  if (input.kind === 'text') return { paths: wordsOf(input.text), below: null, names: [] };
  return input.kind === 'pipe' ? pathsFrom(input.from) : UNKNOWN;
};

/** The paths that the last program of a pipeline prints. */
const pathsFrom = (runs: readonly Run[]): FedPaths => {
  const names: string[] = [];
  let filtered = false;
  for (const run of runs.toReversed()) {
    const program = run.program ?? '';
    if (program === 'find' || program === 'fd') {
      const found = program === 'fd' ? UNKNOWN : fedBy(foundBy(run));
      return { ...found, below: filtered ? 'some' : found.below, names: [...found.names, ...names] };
    }
    if (program === 'echo' || program === 'printf') {
      const { operands } = readOptions(run.args, {});
      return { paths: operands.flatMap((word) => wordsOf(word.value, word)), below: null, names: [] };
    }
    if (GREPS.has(program) && !readOptions(run.args, { mixed: true }).options.some(({ name }) => name === '-v')) {
      filtered = true;
      names.push(...namesInPattern(run.args));
    } else if (!FILTERS.has(program)) return UNKNOWN;
    filtered ||= program === 'head' || program === 'tail';
  }
  return UNKNOWN;
};

const HERE: ShellWord = { value: '.', text: '', tilde: false, start: 0, end: 0 };

const UNKNOWN: FedPaths = { paths: [null], below: null, names: [] };

const GREPS = new Set(['grep', 'egrep', 'fgrep', 'rg']);

/** Programs that give on the lines they get. */
const FILTERS = new Set([...GREPS, 'sort', 'uniq', 'head', 'tail', 'tr', 'cat', 'tee', 'sed']);

/** Words of a text, each a path; `\n` and the like stand between those of `printf`. */
const wordsOf = (text: string | null, word?: ShellWord): (ShellWord | null)[] =>
  text === null
    ? [null]
    : text
        .split(/(?:\\[n0]|\s|\0)+/)
        .filter((part) => part !== '' && !part.startsWith('%'))
        .map((value) => (value === word?.value ? word : { ...HERE, value }));

/** `(__pycache__|\.pyc$)`: the names that a simple pattern of grep lets through. */
const namesInPattern = (args: readonly ShellWord[]): string[] => {
  const pattern = readOptions(args, { mixed: true, valued: 'eABCm' }).operands[0]?.value ?? '';
  return pattern.split(/\\?\|/).map((part) => part.replace(/[\\()^$*/]/g, ''));
};
