import type { Mount } from './mounts.ts';
import type { Run, RunHost, RunInput } from './run.ts';
import type { ShellState, ShellStates } from './shell-state.ts';
import {
  outlineOf,
  type ParsedCommand,
  type ShellRedirect,
  type ShellScope,
  type ShellWord,
  type SimpleCommand,
} from './simple-command.ts';

/** A text that is followed, with what all who follow parts of it share. */
export interface FollowedText {
  readonly source: string;
  readonly parsed: ParsedCommand;
  /** Scopes of functions that were called. */
  readonly called: Set<number>;
  /** Scopes of the bodies of functions and loops, outermost first, by the position of their first command. */
  readonly bodies: ReadonlyMap<number, readonly number[]>;
  /** Scopes of the bodies of functions, by the name of the function. */
  readonly functions: ReadonlyMap<string, readonly number[]>;
}

/** What holds for all that a frame follows. */
export interface Setting {
  /** Where the text stands in the original; null when it is not there character for character. */
  readonly offset: number | null;
  /** Scripts around it. */
  readonly depth: number;
  /** Programs around it that run the words they are given. */
  readonly launches: number;
  /** What runs the text already hides its exit code. */
  readonly masked: boolean;
  readonly state: ShellState;
  readonly input: RunInput;
  /** What printed the parts of the text that only show at run time. */
  readonly printed: readonly Run[];
  readonly functions: readonly string[];
  readonly host: RunHost;
  /** What the container that it runs in can write to. */
  readonly mounts?: readonly Mount[];
}

/** A text that is about to be followed. */
export const textOf = (source: string, parsed: ParsedCommand): FollowedText => {
  const bodies = new Map<number, number[]>();
  const functions = new Map<string, number[]>();
  for (const [scope, { body, name }] of parsed.scopes.entries()) {
    if (body === undefined) continue;
    if (name !== undefined) addTo(functions, name, scope);
    if (body.first < body.last) addTo(bodies, body.first, scope);
  }
  return { source, parsed, called: new Set(), bodies, functions };
};

const addTo = <Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/** One text, or one body in it, that is followed from command to command. */
export interface Frame {
  readonly text: FollowedText;
  /** The scope that is followed: 0, or that of a function or loop. */
  readonly root: number;
  readonly setting: Setting;
  readonly states: ShellStates;
  /** The runs whose output a scope gives on, by scope. */
  readonly runs: Map<number, Run[]>;
  /** What runs this; null for the whole text. */
  readonly caller: Caller | null;
}

export interface Caller {
  readonly frame: Frame;
  /** The command that does, and its position in the list of commands. */
  readonly command: SimpleCommand;
  readonly position: number;
  /** The same shell process runs it, so that its functions are known. */
  readonly sharesShell: boolean;
}

/** Notes what a run's output becomes: it is asked for by those who read it, which come later. */
export const addRun = (frame: Frame, command: SimpleCommand, run: Run): void => {
  for (const [at, scope, index] of scopesAround(frame, command)) {
    if (scope.output === undefined) continue;
    addTo(at.runs, index, run);
    return;
  }
};

/** What a command reads as its standard input. */
export const inputOf = (frame: Frame, command: SimpleCommand): RunInput => {
  const own = redirectedInput(command.redirects);
  if (own !== undefined) return own;
  let current: number | null = command.scope;
  while (current !== null) {
    const scope: ShellScope | undefined = frame.text.parsed.scopes[current];
    const redirected = redirectedInput(scope?.redirects ?? []);
    if (redirected !== undefined) return redirected;
    if (scope?.source !== undefined) {
      return { kind: 'pipe', from: runsBefore(frame, scope.source), direct: frame.runs.get(scope.source) ?? [] };
    }
    current = current === frame.root ? null : (scope?.parent ?? null);
  }
  return frame.setting.input;
};

/** Members of a pipeline whose runs are told to those behind them. */
const LONGEST_PIPELINE = 32;

const runsBefore = (frame: Frame, last: number): Run[] => {
  const members: (readonly Run[])[] = [];
  for (let at: number | undefined = last; at !== undefined && members.length < LONGEST_PIPELINE; ) {
    members.push(frame.runs.get(at) ?? []);
    at = frame.text.parsed.scopes[at]?.source;
  }
  return members.reverse().flat();
};

/** What is read from a file, or from what stands for one. */
export const fileInput = (path: ShellWord): RunInput =>
  path.contents === undefined ? { kind: 'file', path } : { kind: 'text', text: path.contents };

const redirectedInput = (redirects: readonly ShellRedirect[]): RunInput | undefined => {
  const redirect = redirects.findLast(
    ({ operator, descriptor }) => operator.startsWith('<') && (descriptor === null || descriptor === 0),
  );
  if (redirect === undefined) return undefined;
  const text = redirect.document ?? (redirect.operator === '<<<' ? redirect.target : null);
  if (text !== null) {
    return { kind: 'text', text: text.value, ...(text.value === null ? { outline: outlineOf(text) } : {}) };
  }
  const isFile = redirect.target !== null && redirect.operator !== '<&';
  return isFile ? { kind: 'file', path: redirect.target } : undefined;
};

/** The scopes a command stands in, from the inside out, through those who call it. */
function* scopesAround(inner: Frame, command: SimpleCommand): Generator<[Frame, ShellScope, number]> {
  let frame = inner;
  let current: number | null = command.scope;
  while (current !== null) {
    const scope: ShellScope | undefined = frame.text.parsed.scopes[current];
    if (scope === undefined) return;
    yield [frame, scope, current];
    if (current !== frame.root) current = scope.parent;
    else if (frame.caller === null) return;
    else {
      current = frame.caller.command.scope;
      frame = frame.caller.frame;
    }
  }
}
