import type { Run } from './run.ts';
import type { ShellWord } from './simple-command.ts';
import { asksNobody } from './starting-points.ts';

/** What a call of find does with what it finds (find(1), POSIX and GNU). */
export interface FindCall {
  /** Where it starts; empty for the folder it runs in. */
  readonly paths: readonly ShellWord[];
  /** `-delete`: an empty list; `-exec` and the like: the words of the program. */
  readonly actions: readonly (readonly ShellWord[])[];
  /** Only some of what is there is acted on: by name, age, size and the like, not by kind or depth alone. */
  readonly narrowed: boolean;
  /** The names that it looks for. */
  readonly names: readonly string[];
}

export const readFindCall = (run: Pick<Run, 'args' | 'input'>): FindCall => {
  const { args } = run;
  const begin = args.findIndex(startsExpression);
  const paths = (begin < 0 ? args : args.slice(0, begin)).filter(
    ({ value }) => !/^-(?:[HLP]+|O\d|D.*)$/.test(value ?? ''),
  );
  const words = begin < 0 ? [] : args.slice(begin);
  const reading: Reading = { run, words, at: 0, actions: [], names: [] };
  const group = readGroup(reading);
  return {
    paths,
    actions: reading.actions,
    narrowed: group.acts ? group.narrowsActs : group.narrows,
    names: reading.names,
  };
};

const startsExpression = ({ value }: ShellWord): boolean =>
  value !== null && (value === '(' || value === '!' || /^-(?!(?:[HLP]+|O\d|D.*)$)./.test(value));

interface Reading {
  readonly run: Pick<Run, 'args' | 'input'>;
  readonly words: readonly ShellWord[];
  at: number;
  readonly actions: (readonly ShellWord[])[];
  readonly names: string[];
}

/** Alternatives up to a closing parenthesis. */
interface Group {
  /** All of them match only some of what is there. */
  readonly narrows: boolean;
  /** Some act. */
  readonly acts: boolean;
  /** Those that act do so on some of what is there. */
  readonly narrowsActs: boolean;
}

const readGroup = (reading: Reading): Group => {
  const alternatives: { narrows: boolean; acts: boolean }[] = [{ narrows: false, acts: false }];
  let negated = false;
  while (reading.at < reading.words.length) {
    const value = reading.words[reading.at]?.value ?? '';
    const current = alternatives.at(-1) as { narrows: boolean; acts: boolean };
    reading.at += 1;
    if (value === ')') break;
    if (value === '!' || value === '-not') {
      negated = !negated;
      continue;
    }
    if (value === '-o' || value === '-or' || value === ',') alternatives.push({ narrows: false, acts: false });
    else if (value === '(') {
      const group = readGroup(reading);
      current.narrows ||= !negated && group.narrows;
      current.acts ||= group.acts;
    } else if (value === '-delete') {
      reading.actions.push([]);
      current.acts = true;
    } else if (EXECUTING.has(value)) {
      const program = readProgram(reading);
      const runs = !asksNobody(value, program, reading.run);
      if (runs) reading.actions.push(program);
      current.acts ||= runs;
    } else current.narrows = narrowsBy(reading, value, negated) || current.narrows;
    negated = false;
  }
  const acting = alternatives.filter(({ acts }) => acts);
  return {
    narrows: alternatives.every(({ narrows }) => narrows),
    acts: acting.length > 0,
    narrowsActs: acting.every(({ narrows }) => narrows),
  };
};

const EXECUTING = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Up to the `;` or the `+` behind `{}`. */
const readProgram = (reading: Reading): readonly ShellWord[] => {
  const begin = reading.at;
  while (reading.at < reading.words.length) {
    const value = reading.words[reading.at]?.value;
    reading.at += 1;
    const isLast = value === ';' || (value === '+' && reading.words[reading.at - 2]?.value === '{}');
    if (isLast) return reading.words.slice(begin, reading.at - 1);
  }
  return reading.words.slice(begin);
};

const narrowsBy = (reading: Reading, test: string, negated: boolean): boolean => {
  if (test === '-empty' || test === '-nouser' || test === '-nogroup') return !negated;
  if (!VALUED.has(test) && !NARROWING.has(test) && !test.startsWith('-newer')) return false;
  const value = reading.words[reading.at]?.value ?? null;
  reading.at += 1;
  if (VALUED.has(test) || negated || (value !== null && /^[*?./]*$/.test(value))) return false;
  if (value !== null && NAMING.has(test)) reading.names.push(value.slice(value.lastIndexOf('/') + 1));
  return true;
};

/** Tests and options with a value that leave out nothing, or too little. */
const VALUED = new Set([
  '-type',
  '-xtype',
  '-maxdepth',
  '-mindepth',
  '-regextype',
  '-printf',
  '-fprint',
  '-fprint0',
  '-fls',
  '-files0-from',
  '-fstype',
]);

const NAMING = new Set(['-name', '-iname', '-path', '-ipath', '-wholename', '-iwholename']);

const NARROWING = new Set([
  ...NAMING,
  '-regex',
  '-iregex',
  '-lname',
  '-size',
  '-amin',
  '-atime',
  '-cmin',
  '-ctime',
  '-mmin',
  '-mtime',
  '-Btime',
  '-used',
  '-user',
  '-group',
  '-uid',
  '-gid',
  '-perm',
  '-links',
  '-inum',
  '-samefile',
]);
