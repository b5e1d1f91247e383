import type { ShellWord } from '../simple-command.ts';
import { type Finding, SAFE, type Tier } from './finding.ts';
import { operandProblem } from './operands.ts';
import { type ReviewedArguments, readArguments } from './read-arguments.ts';
import { isKey, listedAs, type Row, rowsOf, says, takes } from './table.ts';
import { ownTable, SHARED_TABLES } from './tables.ts';

/** A program, or one of its subcommands, and what it is called with. */
export interface Call {
  readonly program: string;
  /** `stash/list`; empty for the program itself. */
  readonly subcommand: string;
  readonly args: readonly ShellWord[];
  /** Arguments that the text does not show come behind them (`xargs`). */
  readonly extended: boolean;
}

/** Another program that the call runs with the words. */
export interface RunsOther {
  readonly words: readonly ShellWord[];
  readonly extended: boolean;
}

/** What a call comes to by the rows of its table; for a program that runs another one, which. */
export const reviewCall = (call: Call): Finding | RunsOther => {
  const rows = rowsAbout(call);
  if (rows.length === 0) return unsafe(call, 'is not in the table of programs that are known to be safe');
  const parent = rows.find(({ kind }) => kind === '>');
  const own = parent === undefined ? rows : rows.filter((row) => row !== parent);
  return (parent === undefined ? undefined : reviewSubcommand(call, parent, own)) ?? reviewOwn(own, call);
};

const rowsAbout = ({ program, subcommand }: Call): readonly Row[] => {
  const own = ownTable(program);
  if (own !== null) return rowsOf([own], subcommand === '' ? program : subcommand);
  return rowsOf(SHARED_TABLES, subcommand === '' ? program : `${program}/${subcommand}`);
};

const reviewSubcommand = (call: Call, parent: Row, own: readonly Row[]): Finding | RunsOther | undefined => {
  const read = readArguments(call.args, `${parent.text} leading `);
  const [word, ...args] = read.operands;
  const name = word?.value;
  if (name === undefined) return undefined;
  if (name === null) return unsafe(call, 'has a subcommand that only shows at run time');
  const subcommand = call.subcommand === '' ? name : `${call.subcommand}/${name}`;
  const inner = { ...call, subcommand, args };
  // A program's own name is the key of its own rows.
  const isKnown = isKey(name) && name !== call.program && rowsAbout(inner).length > 0;
  if (!isKnown && own.length > 0) return undefined;
  if (!isKnown) return unsafe(call, `has a subcommand that is not known to be safe (${name})`);
  const found = reviewCall(inner);
  if ('reason' in found && found.reason !== null) return found;
  const unlisted = unlistedOption(parent, read);
  if (unlisted !== null) return unsafe(call, unknownOption(unlisted));
  return read.unknown === null ? found : unsafe(call, dynamicOption(read.unknown));
};

/** Rows that name what is not safe come first, then those that a safe call fits, then what is said of all others. */
const reviewOwn = (rows: readonly Row[], call: Call): Finding | RunsOther => {
  const read = readArguments(call.args, rows.map(({ text }) => text).join(''));
  const safeRows = rows.filter(isSafeRow);
  const hit = rows.flatMap((row) => triggers(row, safeRows, read)).sort((a, b) => b.tier - a.tier)[0];
  if (hit !== undefined) return escalated(call, hit);
  const isGuarded = rows.some(isUnsafeRow);
  const fitting = safeRows.find((row) => misfit(row, isGuarded, read, call.extended) === null);
  if (fitting !== undefined) return fittingRow(fitting, read, call);
  const runner = rows.find(({ kind }) => kind === 'run');
  if (runner !== undefined) return otherProgram(runner, read, call);
  const otherwise = rows.find((row) => isUnsafeRow(row) && says(row, '*'));
  if (otherwise !== undefined) return escalated(call, { tier: tierOf(otherwise), reason: otherwise.reason });
  const [closest] = safeRows;
  const problem = closest === undefined ? null : misfit(closest, isGuarded, read, call.extended);
  return unsafe(call, problem ?? 'is not known to be safe');
};

const isSafeRow = ({ kind }: Row): boolean => kind === '1' || kind === '2';

const isUnsafeRow = ({ kind }: Row): boolean => kind.endsWith('!');

const tierOf = ({ kind }: Row): Tier => (kind.startsWith('3') ? 3 : 2);

/** An inherently safe program has no option that could override anything. */
const fittingRow = (row: Row, { options }: ReviewedArguments, { program }: Call): Finding => {
  if (row.kind === '1') return SAFE;
  const force = options.find(({ name }) => listedAs(row.text, name) === null && isForcing(name, program));
  return force === undefined ? { tier: 2, reason: null } : { tier: 3, reason: overrides(force.name) };
};

interface Hit {
  readonly tier: Tier;
  readonly reason: string;
}

/** The options and operands of a call that an unsafe row names. */
const triggers = (row: Row, safeRows: readonly Row[], { options, operands, dashes }: ReviewedArguments): Hit[] => {
  if (!isUnsafeRow(row)) return [];
  const hit = (spelled: string): Hit => ({ tier: tierOf(row), reason: `${row.reason} (${spelled})` });
  const hits = options.filter(({ name, value }) => names(row, name, value, safeRows)).map(({ name }) => hit(name));
  for (const { value } of operands) {
    // After `--` it is an operand, unless that `--` was the value of an option that is not known to have one.
    if (value?.startsWith('-')) {
      const name = value.split('=')[0] ?? value;
      if (listedAs(row.text, name) !== null) hits.push(hit(name));
    } else if (value !== null && value !== '*' && isKey(value) && says(row, value)) hits.push(hit(value));
  }
  if (dashes && says(row, '--')) hits.push(hit('--'));
  return hits;
};

const names = (row: Row, option: string, value: string | null, safeRows: readonly Row[]): boolean => {
  const listed = listedAs(row.text, option);
  if (listed !== null) return value === null || takes(listed, value);
  // getopt_long and git take the beginning of a long option for it.
  const mayAbbreviate = option.startsWith('--') && option.length > 2 && row.text.includes(` ${option}`);
  return mayAbbreviate && !safeRows.some(({ text }) => listedAs(text, option) !== null);
};

/** Why a call does not fit a row; null when it does. */
const misfit = (row: Row, isGuarded: boolean, read: ReviewedArguments, extended: boolean): string | null => {
  const isOpen = says(row, '*');
  if (!isOpen || isGuarded) {
    if (read.unknown !== null) return dynamicOption(read.unknown);
    if (extended) return 'gets arguments that only show at run time';
  }
  const unlisted = isOpen ? null : unlistedOption(row, read);
  if (unlisted !== null) return unknownOption(unlisted);
  const isComplete = !row.text.includes(' +-') || read.options.some(({ name }) => row.text.includes(` +${name}`));
  return isComplete ? operandProblem(row, read) : 'is only known to be safe with other options';
};

const unlistedOption = ({ text }: Row, { options }: ReviewedArguments): string | null => {
  const found = options.find(({ name, value }) => {
    const listed = listedAs(text, name);
    return listed === null || !takes(listed, value);
  });
  return found?.name ?? null;
};

/** `timeout 5 ls` is as safe as `ls`, when its own options are listed. */
const otherProgram = (runner: Row, read: ReviewedArguments, call: Call): Finding | RunsOther => {
  const problem = unlistedOption(runner, read);
  if (problem !== null) return unsafe(call, unknownOption(problem));
  if (read.unknown !== null) return unsafe(call, dynamicOption(read.unknown));
  const words = read.operands.slice(says(runner, 'skip1') ? 1 : 0);
  if (words.length > 0) return { words, extended: call.extended || says(runner, 'extends') };
  return call.extended ? unsafe(call, 'runs a program that only shows at run time') : SAFE;
};

const unsafe = (call: Call, reason: string): Finding => escalated(call, { tier: 2, reason });

/** Options that override a check make anything risky, whatever else is known of it (seed 001). */
const escalated = ({ args, program }: Call, finding: Hit): Finding => {
  const force = finding.tier === 3 ? undefined : args.find(({ value }) => value !== null && isForcing(value, program));
  return force === undefined ? finding : { tier: 3, reason: overrides(force.text) };
};

const isForcing = (word: string, program: string): boolean => {
  if (word.startsWith('--')) return word === '--force' || word === '--hard' || word === '--no-verify';
  return program === 'git' && word.startsWith('-') && word.includes('f');
};

const unknownOption = (option: string): string => `has an option that is not known to be safe (${option})`;

const dynamicOption = (text: string): string => `has an argument that may be an option at run time (${text})`;

const overrides = (option: string): string => `overrides a check or discards something (${option})`;
