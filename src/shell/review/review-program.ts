import type { ShellWord } from '../simple-command.ts';
import type { Finding, Tier } from './finding.ts';
import { operandProblem } from './operands.ts';
import { optionOf, type ReviewedArguments, readArguments, readingRules } from './read-arguments.ts';
import { isKey, type Row, rowsOf } from './table.ts';

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

/** What a call comes to by the rows of a table; for a program that runs another one, which. */
export const reviewCall = (table: string, call: Call): Finding | RunsOther => {
  const rows = rowsOf(table, keyOf(call));
  if (rows.length === 0) return unsafe(call, 'is not in the table of programs that are known to be safe');
  const parent = rows.find(({ kind }) => kind === '>');
  const own = rows.filter(({ kind }) => kind !== '>');
  return (parent === undefined ? undefined : reviewSubcommand(table, call, parent, own)) ?? reviewOwn(own, call);
};

/** The keys of git's subcommands are their names alone: they have a table of their own. */
const keyOf = ({ program, subcommand }: Call): string => {
  if (subcommand === '') return program;
  return program === 'git' ? subcommand : `${program}/${subcommand}`;
};

const reviewSubcommand = (
  table: string,
  call: Call,
  parent: Row,
  own: readonly Row[],
): Finding | RunsOther | undefined => {
  const read = readArguments(call.args, { ...readingRules([parent]), leading: true });
  const [word, ...args] = read.operands;
  const name = word?.value;
  if (name === undefined) return undefined;
  if (name === null) return unsafe(call, 'has a subcommand that only shows at run time');
  const subcommand = call.subcommand === '' ? name : `${call.subcommand}/${name}`;
  const inner = { ...call, subcommand, args };
  const isKnown = isKey(name) && rowsOf(table, keyOf(inner)).length > 0;
  if (!isKnown)
    return own.length > 0 ? undefined : unsafe(call, `has a subcommand that is not known to be safe (${name})`);
  const found = reviewCall(table, inner);
  if ('reason' in found && found.reason !== null) return found;
  const unlisted = unlistedOption(parent, read);
  if (unlisted !== null) return unsafe(call, unknownOption(unlisted));
  return read.unknown === null ? found : unsafe(call, dynamicOption(read.unknown));
};

/** Rows that name what is not safe come first, then those that a safe call fits, then what is said of all others. */
const reviewOwn = (rows: readonly Row[], call: Call): Finding | RunsOther => {
  const rules = readingRules(rows);
  const read = readArguments(call.args, rules);
  const hit = rows.flatMap((row) => triggers(row, rows, read)).sort((a, b) => b.tier - a.tier)[0];
  if (hit !== undefined) return escalated(call, hit);
  const fitting = rows.find((row) => isSafeRow(row) && misfit(row, rows, read, call.extended) === null);
  if (fitting !== undefined) {
    const tier = Number(fitting.kind) as Tier;
    const force =
      tier === 1
        ? null
        : forceAmong(
            read.options.map(({ name }) => name),
            call,
            rows,
          );
    return force === null ? { tier, reason: null } : { tier: 3, reason: overrides(force) };
  }
  const runner = rows.find(({ kind }) => kind === 'run');
  if (runner !== undefined) return otherProgram(runner, read, call);
  const otherwise = rows.find((row) => isUnsafeRow(row) && row.tokens.includes('*'));
  if (otherwise !== undefined) return escalated(call, { tier: tierOf(otherwise), reason: otherwise.reason });
  const closest = rows.find(isSafeRow);
  return unsafe(
    call,
    (closest === undefined ? null : misfit(closest, rows, read, call.extended)) ?? 'is not known to be safe',
  );
};

const isSafeRow = ({ kind }: Row): boolean => kind === '1' || kind === '2';

const isUnsafeRow = ({ kind }: Row): boolean => kind.endsWith('!');

const tierOf = ({ kind }: Row): Tier => (kind.startsWith('3') ? 3 : 2);

/** What options or operands of a call an unsafe row names. */
const triggers = (row: Row, rows: readonly Row[], read: ReviewedArguments): { tier: Tier; reason: string }[] => {
  if (!isUnsafeRow(row)) return [];
  const listed = listedOptions(rows);
  return row.tokens.flatMap((token) => {
    const spelled = token === '*' ? null : spelledIn(token, read, listed);
    return spelled === null ? [] : [{ tier: tierOf(row), reason: `${row.reason} (${spelled})` }];
  });
};

/** How a call spells what a token of an unsafe row is about; null when it does not. */
const spelledIn = (
  token: string,
  { options, operands, dashes }: ReviewedArguments,
  listed: readonly string[],
): string | null => {
  if (token === '--') return dashes ? '--' : null;
  if (!token.startsWith('-')) return operands.some(({ value }) => value === token) ? token : null;
  const name = optionOf(token);
  const values = valuesOf(token);
  const found = options.find(
    (option) =>
      (option.name === name || abbreviates(option.name, name, listed)) &&
      (values === null || option.value === null || values.includes(option.value)),
  );
  // After `--` it is an operand, unless that `--` was the value of an option that is not known to have one.
  return found?.name ?? operands.find(({ value }) => value !== null && value.split('=')[0] === name)?.value ?? null;
};

/** getopt_long and git take the beginning of a long option for it. */
const abbreviates = (written: string, name: string, listed: readonly string[]): boolean =>
  written.startsWith('--') && written.length > 2 && name.startsWith(written) && !listed.includes(written);

const listedOptions = (rows: readonly Row[]): string[] =>
  rows.filter((row) => !isUnsafeRow(row)).flatMap(({ tokens }) => tokens.map(optionOf));

/** The values that `-I={},%` allows or, in an unsafe row, names. */
const valuesOf = (token: string): readonly string[] | null => {
  const equals = token.indexOf('=');
  return equals < 0 || equals === token.length - 1 ? null : token.slice(equals + 1).split(',');
};

/** Why a call does not fit a row; null when it does. */
const misfit = (row: Row, rows: readonly Row[], read: ReviewedArguments, extended: boolean): string | null => {
  const isOpen = row.tokens.includes('*');
  const isHarmless = isOpen && !rows.some(isUnsafeRow);
  if (!isHarmless) {
    if (read.unknown !== null) return dynamicOption(read.unknown);
    if (extended) return 'gets arguments that only show at run time';
  }
  const unlisted = isOpen ? null : unlistedOption(row, read);
  if (unlisted !== null) return unknownOption(unlisted);
  const needed = row.tokens.filter((token) => token.startsWith('+-')).map(optionOf);
  if (needed.length > 0 && !read.options.some(({ name }) => needed.includes(name)))
    return 'is only known to be safe with other options';
  return operandProblem(row.tokens, read);
};

const unlistedOption = ({ tokens }: Row, { options }: ReviewedArguments): string | null => {
  const found = options.find(
    ({ name, value }) =>
      !tokens.some((token) => {
        const values = valuesOf(token);
        return optionOf(token) === name && (values === null || (value !== null && values.includes(value)));
      }),
  );
  return found?.name ?? null;
};

/** `timeout 5 ls` is as safe as `ls`, when its own options are listed. */
const otherProgram = (runner: Row, read: ReviewedArguments, call: Call): Finding | RunsOther => {
  const problem = unlistedOption(runner, read);
  if (problem !== null) return unsafe(call, unknownOption(problem));
  if (read.unknown !== null) return unsafe(call, dynamicOption(read.unknown));
  const own = runner.tokens.includes('skip1') ? 1 : 0;
  const words = read.operands.slice(own);
  if (words.length === 0) {
    return call.extended ? unsafe(call, 'runs a program that only shows at run time') : { tier: 1, reason: null };
  }
  return { words, extended: call.extended || runner.tokens.includes('extends') };
};

const unsafe = (call: Call, reason: string): Finding => escalated(call, { tier: 2, reason });

/** Options that override a check make anything risky, whatever else is known of it (seed 001). */
const escalated = (call: Call, finding: { tier: Tier; reason: string }): Finding => {
  if (finding.tier === 3) return finding;
  const force = forceAmong(
    call.args.map(({ value }) => value ?? ''),
    call,
    [],
  );
  return force === null ? finding : { tier: 3, reason: overrides(force) };
};

const unknownOption = (option: string): string => `has an option that is not known to be safe (${option})`;

const dynamicOption = (text: string): string => `has an argument that may be an option at run time (${text})`;

const overrides = (option: string): string => `overrides a check or discards something (${option})`;

const FORCING = ['--force', '--hard', '--no-verify'];

const forceAmong = (words: readonly string[], { program }: Call, rows: readonly Row[]): string | null => {
  const listed = listedOptions(rows);
  return (
    words.find(
      (word) =>
        !listed.includes(word) &&
        (FORCING.includes(word) ||
          (program === 'git' && word.startsWith('-') && !word.startsWith('--') && word.includes('f'))),
    ) ?? null
  );
};
