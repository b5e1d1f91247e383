import type { Command, Option } from 'commander';
import type { Io } from '../io.ts';
import { printable } from '../style.ts';
import { type Offer, valuesFor } from './values.ts';

/** What could stand in place of a word. */
interface Completion {
  readonly offers: readonly Offer[];
  /** Names of files could stand there as well. */
  readonly files: boolean;
}

const NOTHING: Completion = { offers: [], files: false };

/** Where in a command a word stands. */
interface Place {
  readonly command: Command;
  /** The one above it; the command `help`, which commander adds, does not know its own. */
  readonly above: Command | null;
  /** The option whose value the word is. */
  readonly takenBy: Option | null;
  /** The word may also be something else: the option can do without a value, or has one. */
  readonly mayEnd: boolean;
  /** How many arguments of the command stand before it. */
  readonly given: number;
  /** Behind `--`: it is no option. */
  readonly literal: boolean;
  /** Long names of options that stand before it. */
  readonly used: ReadonlySet<string>;
}

/**
 * What could stand in place of the last of `words`, which are those behind `docket` up to the cursor, by what `program`
 * declares. Throws what reading the project's log throws.
 */
export const complete = async (
  program: Command,
  words: readonly string[],
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<Completion> => {
  const current = words.at(-1) ?? '';
  const place = words.slice(0, -1).reduce(placeBehind, startOf(program, null));
  const { offers, files } = await offersAt(place, current, io);
  return { offers: offers.filter(({ value }) => value.startsWith(current) && isPlain(value)), files };
};

/**
 * As shells read it: `files` or `words` in the first line, then a line for each offer, a tab between it and what it
 * means.
 */
export const completionText = ({ offers, files }: Completion): string =>
  [
    files ? 'files' : 'words',
    ...offers.map(({ value, means }) => (means === '' ? value : `${value}\t${printable(means)}`)),
    '',
  ].join('\n');

/** What was logged could hold anything; what a shell would read as more than a word is not offered. */
const isPlain = (value: string): boolean => /^[\w@%+=:,./-]+$/.test(value);

const startOf = (command: Command, above: Command | null): Place => ({
  command,
  above,
  takenBy: null,
  mayEnd: true,
  given: 0,
  literal: false,
  used: new Set(),
});

const placeBehind = (place: Place, word: string): Place => {
  const { command, takenBy, mayEnd, given, literal, used } = place;
  if (literal) return { ...place, given: given + 1 };
  if (takenBy !== null && !(mayEnd && word.startsWith('-'))) {
    return { ...place, takenBy: takenBy.variadic ? takenBy : null, mayEnd: true };
  }
  if (word === '--') return { ...place, takenBy: null, literal: true };
  if (word.startsWith('-') && word !== '-') {
    const [name = ''] = word.split('=');
    const option = optionNamed(command, name);
    const takes = option !== null && (option.required || option.optional) && !word.includes('=');
    return {
      ...place,
      takenBy: takes ? option : null,
      mayEnd: option?.optional === true,
      used: new Set([...used, option?.long ?? name]),
    };
  }
  const next = given === 0 ? commandNamed(command, word) : undefined;
  return next === undefined ? { ...place, takenBy: null, given: given + 1 } : startOf(next, command);
};

/** Options of the commands above count below as well. */
const optionNamed = (command: Command, name: string): Option | null => {
  const own = optionsOf(command).find(({ long, short }) => long === name || short === name);
  return own ?? (command.parent === null ? null : optionNamed(command.parent, name));
};

const optionsOf = (command: Command): Option[] => command.createHelp().visibleOptions(command);

const commandsOf = (command: Command): Command[] => command.createHelp().visibleCommands(command);

const commandNamed = (command: Command, word: string): Command | undefined =>
  commandsOf(command).find((candidate) => candidate.name() === word || candidate.aliases().includes(word));

const offersAt = async (place: Place, current: string, io: Pick<Io, 'env' | 'cwd'>): Promise<Completion> => {
  const { command, above, takenBy, mayEnd, given, literal, used } = place;
  const assigned = literal ? null : /^(--[\w-]+)=/.exec(current);
  if (assigned !== null) {
    const [before, name = ''] = assigned;
    const option = optionNamed(command, name);
    if (option === null || !(option.required || option.optional)) return NOTHING;
    const { offers, files } = await valuesFor(command, option, io);
    return { offers: offers.map(({ value, means }) => ({ value: `${before}${value}`, means })), files };
  }
  if (takenBy !== null && !(mayEnd && current.startsWith('-'))) return valuesFor(command, takenBy, io);
  if (current.startsWith('-') && !literal) {
    const open = optionsOf(command).filter(({ long, variadic }) => long !== undefined && (variadic || !used.has(long)));
    return { offers: open.map(({ long, description }) => ({ value: long ?? '', means: description })), files: false };
  }
  const listed = command.name() === 'help' ? above : command;
  const commands = given === 0 && !literal && listed !== null ? commandsOf(listed) : [];
  const named = commands.map((each) => ({ value: each.name(), means: each.description() }));
  const takers = command.registeredArguments;
  const argument = takers[given] ?? (takers.at(-1)?.variadic === true ? takers.at(-1) : undefined);
  if (argument === undefined) return { offers: named, files: false };
  const { offers, files } = await valuesFor(command, argument, io);
  return { offers: [...named, ...offers], files };
};
