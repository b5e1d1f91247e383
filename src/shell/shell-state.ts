import { changeDirectory, type Directory, STARTING_DIRECTORY, UNKNOWN_DIRECTORY } from './directory.ts';
import { readOptions } from './options.ts';
import type { Run } from './run.ts';
import type { ShellScope, ShellWord, StatusLoss } from './simple-command.ts';

/** What earlier commands of the same shell process decide about later ones. */
export interface ShellState {
  readonly directory: Directory;
  /** Where it was before the last `cd`. */
  readonly previous: Directory;
  /** Folders that `pushd` left and `popd` goes back to, the last one last. */
  readonly pushed: readonly Directory[];
  /** `set -o pipefail` */
  readonly pipefail: boolean;
  /** `set -e` */
  readonly errexit: boolean;
  /** What the text sets; all others are whatever the environment says. */
  readonly variables: Variables;
  /** Texts that stand for the names of commands. */
  readonly aliases: ReadonlyMap<string, string>;
  /** `$1` and on; null when they only show at run time. */
  readonly positional: readonly ShellWord[] | null;
}

export type Variables = ReadonlyMap<string, Variable>;

/** A shell variable that the text sets. */
export interface Variable {
  /** Its value, and where that came from; null for an array. */
  readonly word: ShellWord | null;
  /** The words of an array. */
  readonly list?: readonly ShellWord[];
  /** What printed it. */
  readonly runs: readonly Run[];
  readonly exported: boolean;
  /** The folder from which a path in it begins, when it says `$PWD`. */
  readonly base?: Directory;
}

export const STARTING_STATE: ShellState = {
  directory: STARTING_DIRECTORY,
  previous: UNKNOWN_DIRECTORY,
  pushed: [],
  pipefail: false,
  errexit: false,
  variables: new Map(),
  aliases: new Map(),
  positional: [],
};

/** The states of all scopes of a text, followed from command to command. */
export interface ShellStates {
  readonly get: (scope: number) => ShellState;
  /** Also tells the scopes around a branch, which cannot know whether the branch ran. */
  readonly set: (scope: number, state: ShellState) => void;
}

/** Follows the scopes inside `root`, which starts in `initial`. Ask in the order of the commands. */
export const followShells = (scopes: readonly ShellScope[], initial: ShellState, root = 0): ShellStates => {
  const states = new Map<number, ShellState>([[root, initial]]);
  const get = (scope: number): ShellState => {
    // Scopes nest as deeply as the text does, so the way to a known one is walked, not recursed.
    const unseen: number[] = [];
    let current = scope;
    while (!states.has(current) && current !== 0) {
      unseen.push(current);
      current = scopes[current]?.parent ?? 0;
    }
    const state = states.get(current) ?? initial;
    for (const entered of unseen.reverse()) states.set(entered, state);
    return state;
  };
  const set = (scope: number, state: ShellState): void => {
    get(scope);
    states.set(scope, state);
    let after = state;
    let current = scope;
    while (current !== root && scopes[current]?.kind !== 'shell') {
      const isBranch = scopes[current]?.kind === 'branch';
      current = scopes[current]?.parent ?? 0;
      if (isBranch) after = eitherState(get(current), after);
      states.set(current, after);
    }
  };
  return { get, set };
};

/** The state after a `cd`, `pushd`, `popd` or `set`; undefined for every other program. */
export const changedState = (
  state: ShellState,
  program: string | null,
  args: readonly ShellWord[],
): ShellState | undefined => {
  switch (program) {
    case 'cd':
      return { ...state, ...moved(state, enteredDirectory(state, args)) };
    case 'pushd':
      return pushedState(state, args);
    case 'popd':
      return { ...state, ...moved(state, state.pushed.at(-1) ?? UNKNOWN_DIRECTORY), pushed: state.pushed.slice(0, -1) };
    case 'set':
      return withArguments(withOptions(state, args), args);
    default:
      return undefined;
  }
};

/** `set -- a b` and `set a b` replace the shell's own arguments. */
const withArguments = (state: ShellState, args: readonly ShellWord[]): ShellState => {
  const marked = args.findIndex(({ value }) => value === '--');
  const first = marked >= 0 ? marked + 1 : args.findIndex(({ value }) => value !== null && !/^[-+]/.test(value));
  const follows = args[first - 1]?.value ?? '';
  const isOptionName = marked < 0 && /^[-+]\w*o$/.test(follows);
  return first < 0 || isOptionName ? state : { ...state, positional: args.slice(first) };
};

/** Whether a command's failure is lost on the way to the end of the text, and whose options say so. */
export const losesStatus = (losses: readonly StatusLoss[], states: ShellStates): boolean =>
  losses.some(({ kind, shell }) => {
    if (kind === 'piped') return !states.get(shell).pipefail;
    if (kind === 'followed') return !states.get(shell).errexit;
    return true;
  });

/** Applies options of `set`, or of a shell's own command line, which have the same letters. */
export const withOptions = (state: ShellState, args: readonly ShellWord[]): ShellState => {
  let { pipefail, errexit } = state;
  for (let index = 0; index < args.length; index += 1) {
    const option = args[index]?.value ?? '';
    if (!/^[-+][A-Za-z]/.test(option)) break;
    const on = option.startsWith('-');
    if (option.includes('e')) errexit = on;
    if (!option.includes('o')) continue;
    index += 1;
    const name = args[index]?.value;
    if (name === 'pipefail') pipefail = on;
    if (name === 'errexit') errexit = on;
  }
  return { ...state, pipefail, errexit };
};

const eitherState = (one: ShellState, other: ShellState): ShellState => ({
  directory: eitherDirectory(one.directory, other.directory),
  previous: eitherDirectory(one.previous, other.previous),
  pushed: one.pushed === other.pushed ? one.pushed : [],
  pipefail: one.pipefail && other.pipefail,
  errexit: one.errexit && other.errexit,
  variables: eitherVariables(one.variables, other.variables),
  aliases: one.aliases === other.aliases ? one.aliases : new Map([...one.aliases, ...other.aliases]),
  positional: one.positional === other.positional ? one.positional : null,
});

const eitherDirectory = (one: Directory, other: Directory): Directory =>
  sameDirectory(one, other) ? one : UNKNOWN_DIRECTORY;

export const sameDirectory = (one: Directory, other: Directory): boolean =>
  one.known === other.known && one.path === other.path;

const eitherVariables = (one: Variables, other: Variables): Variables => {
  if (one === other) return one;
  const either = new Map<string, Variable>();
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const [first, second] = [one.get(name), other.get(name)];
    const isSame = first !== undefined && first.word?.value === second?.word?.value && first.list === second?.list;
    either.set(name, isSame ? first : unknownVariable([...(first?.runs ?? []), ...(second?.runs ?? [])]));
  }
  return either;
};

const UNKNOWN_WORD: ShellWord = { value: null, text: '', tilde: false, start: 0, end: 0, expanded: true };

/** A variable with a value that only shows at run time. */
export const unknownVariable = (runs: readonly Run[] = []): Variable => ({
  word: UNKNOWN_WORD,
  runs,
  exported: true,
});

const MOST_PUSHED = 16;

/** Without a folder, and with a number, `pushd` turns the list of folders around. */
const pushedState = (state: ShellState, args: readonly ShellWord[]): ShellState => {
  const [target] = args;
  const turns = target === undefined || /^[-+]/.test(target.value ?? '');
  const directory = turns ? UNKNOWN_DIRECTORY : enteredDirectory(state, args);
  const pushed = turns ? [] : [...state.pushed.slice(1 - MOST_PUSHED), state.directory];
  return { ...state, ...moved(state, directory), pushed };
};

const moved = ({ directory }: ShellState, to: Directory): Pick<ShellState, 'directory' | 'previous'> => ({
  directory: to,
  previous: directory,
});

const enteredDirectory = ({ directory, previous }: ShellState, args: readonly ShellWord[]): Directory => {
  const [target] = readOptions(args, {}).operands;
  if (target === undefined) return { path: '~', known: true };
  return target.value === '-' ? previous : changeDirectory(directory, target);
};
