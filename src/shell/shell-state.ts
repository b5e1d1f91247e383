import { changeDirectory, type Directory, STARTING_DIRECTORY, UNKNOWN_DIRECTORY } from './directory.ts';
import { readOptions } from './options.ts';
import type { ShellScope, ShellWord, StatusLoss } from './simple-command.ts';

/** What earlier commands of the same shell process decide about later ones. */
export interface ShellState {
  readonly directory: Directory;
  /** `set -o pipefail` */
  readonly pipefail: boolean;
  /** `set -e` */
  readonly errexit: boolean;
}

export const STARTING_STATE: ShellState = { directory: STARTING_DIRECTORY, pipefail: false, errexit: false };

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
    case 'pushd':
      return { ...state, directory: enteredDirectory(state.directory, args) };
    case 'popd':
      return { ...state, directory: UNKNOWN_DIRECTORY };
    case 'set':
      return withOptions(state, args);
    default:
      return undefined;
  }
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

const eitherState = (one: ShellState, other: ShellState): ShellState => {
  const sameDirectory = one.directory.known === other.directory.known && one.directory.path === other.directory.path;
  return {
    directory: sameDirectory ? one.directory : UNKNOWN_DIRECTORY,
    pipefail: one.pipefail && other.pipefail,
    errexit: one.errexit && other.errexit,
  };
};

const enteredDirectory = (directory: Directory, args: readonly ShellWord[]): Directory => {
  const [target] = readOptions(args, {}).operands;
  if (target === undefined) return { path: '~', known: true };
  return target.value === '-' ? UNKNOWN_DIRECTORY : changeDirectory(directory, target);
};
