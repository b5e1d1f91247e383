import { readOptions } from './options.ts';
import type { Run } from './run.ts';
import { type ShellState, unknownVariable, type Variable } from './shell-state.ts';
import type { ShellAssignment, ShellWord } from './simple-command.ts';

/** Variables that are followed in one shell. */
const MOST_VARIABLES = 256;

/** The state after an assignment whose value `runs` printed. */
export const assigned = (
  state: ShellState,
  assignment: ShellAssignment,
  runs: readonly Run[],
  exported = false,
): ShellState => {
  const { name, list } = assignment;
  const before = state.variables.get(name);
  const variable: Variable = {
    word: list === undefined ? assignedWord(assignment, before) : null,
    ...(list === undefined ? {} : { list: assignment.append ? [...(before?.list ?? []), ...list] : list }),
    runs: assignment.append ? [...(before?.runs ?? []), ...runs] : runs,
    exported: exported || before?.exported === true,
    ...(isFolder(assignment) ? { base: state.directory } : {}),
  };
  return withVariable(state, name, variable);
};

/** The state after a builtin that changes variables or names; undefined for every other program. */
export const changedVariables = (
  state: ShellState,
  program: string | null,
  args: readonly ShellWord[],
  runs: readonly Run[],
  read: ShellWord | null = null,
): ShellState | undefined => {
  switch (program) {
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      return declared(state, program, args, runs);
    case 'unset':
      return named(state, args, { word: EMPTY_WORD, runs: [], exported: false });
    case 'read':
      return named(state, args, read === null ? unknownVariable() : { ...unknownVariable(), word: read });
    case 'mapfile':
    case 'readarray':
    case 'getopts':
      return named(state, args, unknownVariable());
    case 'shift':
      return { ...state, positional: state.positional?.slice(Number(args[0]?.value ?? 1) || 0) ?? null };
    case 'alias':
      return { ...state, aliases: withAliases(state.aliases, args) };
    case 'git':
      return withGitAlias(state, args);
    case 'unalias':
      return { ...state, aliases: new Map([...state.aliases].filter(([name]) => !isNamed(args, name))) };
    default:
      return undefined;
  }
};

const EMPTY_WORD: ShellWord = { value: '', text: '', tilde: false, start: 0, end: 0 };

const isNamed = (args: readonly ShellWord[], name: string): boolean =>
  args.some(({ value }) => value === name || value === '-a');

const declared = (state: ShellState, program: string, args: readonly ShellWord[], runs: readonly Run[]): ShellState => {
  const isExport = program === 'export' || args.some(({ value }) => /^-[a-zA-Z]*x/.test(value ?? ''));
  let after = state;
  for (const { value, assignment } of args) {
    if (assignment !== undefined) after = assigned(after, assignment, runs, isExport);
    else if (isExport && value !== null && after.variables.has(value)) {
      after = withVariable(after, value, { ...(after.variables.get(value) as Variable), exported: true });
    }
  }
  return after;
};

/** Gives all variables that operands name the same value. */
const named = (state: ShellState, args: readonly ShellWord[], variable: Variable): ShellState => {
  const names = readOptions(args, { valued: 'adinNptuO', mixed: true }).operands.map(({ value }) => value ?? '');
  return names.reduce((after, name) => withVariable(after, name, variable), state);
};

/** The state in which a variable is set. */
export const withVariable = (state: ShellState, name: string, variable: Variable): ShellState => {
  const { variables } = state;
  if (variables.size >= MOST_VARIABLES && !variables.has(name)) return state;
  return { ...state, variables: new Map(variables).set(name, variable) };
};

const assignedWord = (
  { value, tilde = false, word, append }: ShellAssignment,
  before: Variable | undefined,
): ShellWord => {
  const after = word ?? { ...EMPTY_WORD, value, tilde };
  if (append !== true) return after;
  const first = before?.word ?? null;
  const isKnown = first !== null && first.value !== null && after.value !== null && !after.tilde;
  return { ...(first ?? EMPTY_WORD), value: isKnown ? `${first.value}${after.value}` : null };
};

/** `X=$PWD/build` says where the shell is now. */
const isFolder = ({ word }: ShellAssignment): boolean =>
  word?.expanded === true && /^\.(?:\/|$)/.test(word.value ?? '');

/** `git config alias.x '!sh …'` holds for the calls behind it, as if the environment said so (git-config(1), "ENVIRONMENT"). */
const withGitAlias = (state: ShellState, args: readonly ShellWord[]): ShellState | undefined => {
  const [config, ...rest] = args;
  if (config?.value !== 'config') return undefined;
  const [name, value] = readOptions(rest[0]?.value === 'set' ? rest.slice(1) : rest, { valued: 'f' }).operands;
  if (name?.value?.startsWith('alias.') !== true || value === undefined) return undefined;
  const number = [...state.variables.keys()].filter((key) => key.startsWith('GIT_CONFIG_KEY_')).length;
  const set = (word: ShellWord): Variable => ({ word, runs: [], exported: true });
  const named = withVariable(state, `GIT_CONFIG_KEY_${number}`, set(name));
  return withVariable(named, `GIT_CONFIG_VALUE_${number}`, set(value));
};

const withAliases = (aliases: ReadonlyMap<string, string>, args: readonly ShellWord[]): ReadonlyMap<string, string> => {
  const after = new Map(aliases);
  for (const { value } of args) {
    const equals = value?.indexOf('=') ?? -1;
    if (equals > 0) after.set(value?.slice(0, equals) ?? '', value?.slice(equals + 1) ?? '');
  }
  return after;
};
