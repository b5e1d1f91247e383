import type { Act } from './acts/act.ts';
import { changeDirectories } from './directory.ts';
import { type ForcePush, readForcePush } from './force-push.ts';
import { REPOSITORY_VARIABLES, readGitCall } from './git-arguments.ts';
import { type NestedScript, nestedScript } from './nested-script.ts';
import { type OptionSpec, readOptions } from './options.ts';
import type { Run } from './run.ts';
import {
  changedState,
  followShells,
  losesStatus,
  type ShellState,
  type ShellStates,
  STARTING_STATE,
} from './shell-state.ts';
import type { ParsedCommand, SimpleCommand } from './simple-command.ts';
import { recognizeTestRun } from './test-run.ts';
import { type Invocation, unwrap } from './wrappers.ts';

export type { Edit, ForcePush } from './force-push.ts';

/** A program that runs tests. */
export interface TestRun {
  /** For people: `vitest`, `npm test`, `go test`. */
  readonly runner: string;
  /** The exit code of the whole text is not that of the tests: a success does not say that they ran and passed. */
  readonly masked: boolean;
  /** As in `ForcePush`. */
  readonly directory: string | null;
}

/** What a command line would run. */
export interface Understood {
  /** False when the text, or a script inside it, could not be read completely: then nothing is proven by absence. */
  readonly understood: boolean;
  /** What could not be read, and what is only known at run time although it matters. May be there when understood. */
  readonly problems: readonly string[];
  /** Names of the programs, functions and builtins, each once; null when one only shows at run time. */
  readonly programs: readonly (string | null)[];
  readonly forcePushes: readonly ForcePush[];
  /** What it would do that rules are about, in the order in which it would. */
  readonly acts: readonly Act[];
  /** The first test run; masked when any of several is. */
  readonly testRun: TestRun | null;
  /** Programs that some rule is about and whose name is a word of a text that could not be understood. */
  readonly mentions: readonly string[];
}

/** What command lines are read with. */
export interface CommandReader {
  /** Reads a text into simple commands; null when it is beyond this reader. */
  readonly read: (source: string) => ParsedCommand | null;
  /** What a run would do; null when that is beyond this reader. */
  readonly actsOf: (run: Run) => readonly Act[] | null;
}

/**
 * Says what a command line would run, as far as the text shows it. Quoted text, comments, here-documents and
 * arguments are data, unless a program runs them (`bash -c`, `eval`). Positions are UTF-16 offsets in `command`.
 * Null when the text, or a script inside it, is beyond the reader. Never throws.
 */
export const interpretCommand = (command: string, reader: CommandReader): Understood | null => {
  const found: Findings = {
    reader,
    beyond: false,
    complete: true,
    problems: [],
    programs: new Set(),
    forcePushes: [],
    acts: [],
    testRuns: [],
  };
  interpret(command, { offset: 0, depth: 0, masked: false, state: STARTING_STATE }, found);
  if (found.beyond) return null;
  const understood = found.complete;
  const [firstRun] = found.testRuns;
  return {
    understood,
    problems: [...new Set(found.problems)],
    programs: [...found.programs],
    // Nobody should rewrite what nobody could read.
    forcePushes: understood ? found.forcePushes : found.forcePushes.map((push) => ({ ...push, edits: [] })),
    acts: understood ? found.acts : found.acts.map((act) => ({ ...act, edits: [] })),
    testRun:
      firstRun === undefined
        ? null
        : { ...firstRun, masked: !understood || found.testRuns.some(({ masked }) => masked) },
    mentions: understood ? [] : RULED_PROGRAMS.filter((program) => mentions(command, program)),
  };
};

/** Programs that rules of guard are about. */
const RULED_PROGRAMS = ['git'];

const DEEPEST_SCRIPT = 4;
// What is found becomes one line of the log.
const MOST_FINDINGS = 256;

interface Findings {
  readonly reader: CommandReader;
  beyond: boolean;
  complete: boolean;
  readonly problems: string[];
  readonly programs: Set<string | null>;
  readonly forcePushes: ForcePush[];
  readonly acts: Act[];
  readonly testRuns: TestRun[];
}

interface Setting {
  /** Where the text stands in the original; null when it is not there character for character. */
  readonly offset: number | null;
  /** Scripts around it. */
  readonly depth: number;
  /** What runs the text already hides its exit code. */
  readonly masked: boolean;
  readonly state: ShellState;
}

/** Adds what `source` would run to `found`; returns the state its shell ends in. */
const interpret = (source: string, setting: Setting, found: Findings): ShellState => {
  const parsed = found.reader.read(source);
  if (parsed === null) {
    found.beyond = true;
    return setting.state;
  }
  const { commands, scopes, problems } = parsed;
  if (problems.length > 0) found.complete = false;
  found.problems.push(...problems);
  const states = followShells(scopes, setting.state);
  for (const command of commands) {
    if (command.words.length > 0) interpretSimple(source, command, setting, states, found);
  }
  return states.get(0);
};

const interpretSimple = (
  source: string,
  command: SimpleCommand,
  setting: Setting,
  states: ShellStates,
  found: Findings,
): void => {
  if (found.programs.size >= MOST_FINDINGS || found.forcePushes.length + found.acts.length >= MOST_FINDINGS) {
    giveUp(found, 'more commands than are listed');
    return;
  }
  const invocation = unwrap(command.words);
  for (const name of invocation.names) found.programs.add(name);
  const state = states.get(command.scope);
  const changed = invocation.inShell ? changedState(state, invocation.program, invocation.args) : undefined;
  if (changed !== undefined) {
    states.set(command.scope, changed);
    return;
  }
  const script = nestedScript(invocation.program, invocation.args, command.located ? source : '');
  const here: Setting = {
    offset: command.located ? setting.offset : null,
    depth: setting.depth,
    masked: setting.masked || invocation.detached || losesStatus(command.losses, states),
    state: { ...state, directory: changeDirectories(state.directory, invocation.directories) },
  };
  findActs(command, invocation, here, found);
  if (script === undefined) {
    findForcePush(command, invocation, here, found);
    findTestRun(invocation, here, found);
    return;
  }
  const after = interpretScript(script, here, found);
  if (script.shell === null && invocation.inShell && after !== undefined) states.set(command.scope, after);
};

const interpretScript = (script: NestedScript, here: Setting, found: Findings): ShellState | undefined => {
  if (script.text === null) {
    found.programs.add(null);
    return undefined;
  }
  if (here.depth >= DEEPEST_SCRIPT) {
    giveUp(found, 'scripts in arguments are nested too deeply');
    return undefined;
  }
  const offset = here.offset === null || script.offset === null ? null : here.offset + script.offset;
  const state = { ...here.state, ...script.shell };
  return interpret(script.text, { offset, depth: here.depth + 1, masked: here.masked, state }, found);
};

const giveUp = (found: Findings, problem: string): void => {
  found.complete = false;
  found.problems.push(problem);
};

const findActs = (command: SimpleCommand, invocation: Invocation, here: Setting, found: Findings): void => {
  const { program, args, names, variables } = invocation;
  const head = command.words[command.words.length - args.length - 1];
  const acts = found.reader.actsOf({
    program,
    spelled: head?.value ?? null,
    args,
    directory: here.state.directory,
    variables: [...command.assignments, ...variables.map((name) => ({ name, value: null }))],
    redirects: command.redirects,
    wrappers: names.slice(0, -1),
    input: { kind: 'inherited' },
    substitutions: [],
    extended: false,
    host: 'here',
    functions: [],
    isPiped: command.losses.some(({ kind }) => kind === 'piped'),
    isBackground: command.losses.some(({ kind }) => kind === 'background'),
    offset: here.offset,
    start: command.start,
    end: command.end,
  });
  if (acts === null) found.beyond = true;
  else found.acts.push(...acts);
};

const findForcePush = (command: SimpleCommand, outer: Invocation, here: Setting, found: Findings): void => {
  const piped = outer.program === 'xargs' ? readOptions(outer.args, XARGS_OPTIONS).operands : [];
  const extended = piped.length > 0;
  const invocation = extended ? unwrap(piped) : outer;
  if (invocation.program !== 'git') return;
  const call = readGitCall(invocation.args);
  const variables = [...invocation.variables, ...command.assignments.map(({ name }) => name)];
  const elsewhere = call.elsewhere || variables.some((name) => REPOSITORY_VARIABLES.has(name));
  const read = readForcePush({ ...call, elsewhere }, here.state.directory);
  if (read === undefined) return;
  if (!read.directoryKnown) found.problems.push('the folder of a force push only shows at run time');
  if (extended) {
    // Its input becomes further arguments, so that no branch it names is all it pushes.
    found.forcePushes.push({ ...read.push, branches: null, certain: false, edits: [] });
    return;
  }
  const { offset } = here;
  const edits =
    offset === null
      ? []
      : read.push.edits.map(({ start, end, text }) => ({ start: start + offset, end: end + offset, text }));
  found.forcePushes.push({ ...read.push, edits });
};

/** xargs(1): options with a value; `-e`, `-i` and `-l` only take an attached one. */
const XARGS_OPTIONS: OptionSpec = {
  valued: 'adEILnPRSsJ',
  longValued: ['arg-file', 'delimiter', 'max-args', 'max-chars', 'max-procs', 'process-slot-var'],
};

const findTestRun = ({ program, args }: Invocation, here: Setting, found: Findings): void => {
  const run = program === null ? undefined : recognizeTestRun(program, args);
  if (run === undefined) return;
  const directory = changeDirectories(here.state.directory, run.directories);
  if (!directory.known) found.problems.push('the folder of a test run only shows at run time');
  found.testRuns.push({ runner: run.runner, masked: here.masked || run.optional, directory: directory.path });
};

const mentions = (text: string, program: string): boolean => new RegExp(`(?<![\\w.-])${program}(?![\\w-])`).test(text);
