import { changeDirectories, UNKNOWN_DIRECTORY } from './directory.ts';
import { findInRun } from './find-in-run.ts';
import { type Findings, giveUp, goesOn } from './findings.ts';
import { addRun, bodiesOf, type Caller, type FollowedText, type Frame, inputOf, type Setting } from './frame.ts';
import { calledFunctions, type FoundFunction, uncalledFunctions } from './functions.ts';
import { followLoop } from './loops.ts';
import { type NestedScript, nestedScript } from './nested-script.ts';
import type { Run } from './run.ts';
import { changedState, followShells, losesStatus, type ShellState } from './shell-state.ts';
import type { ShellAssignment, ShellScope, SimpleCommand } from './simple-command.ts';
import { type Invocation, unwrap } from './wrappers.ts';

const DEEPEST_SCRIPT = 4;
/** Functions that call one another. */
const DEEPEST_CALL = 16;

/** Follows a text from command to command, adding what it would run to `found`; returns the state its shell ends in. */
export const followText = (source: string, setting: Setting, caller: Caller | null, found: Findings): ShellState => {
  const parsed = found.reader.read(source);
  if (parsed === null) {
    found.beyond = true;
    return setting.state;
  }
  found.text ??= parsed;
  const { commands, scopes, problems } = parsed;
  if (problems.length > 0) found.complete = false;
  found.problems.push(...problems);
  const text: FollowedText = { source, parsed, called: new Set(), bodies: bodiesOf(parsed) };
  const states = followShells(scopes, setting.state);
  const frame: Frame = { text, root: 0, setting, states, runs: new Map(), caller };
  followRange(frame, 0, commands.length, found);
  // Whoever calls a function that nobody here calls may do so anywhere, with anything.
  const anywhere = { ...setting, state: { ...setting.state, directory: UNKNOWN_DIRECTORY, positional: null } };
  for (const uncalled of uncalledFunctions(frame)) followBody(uncalled, anywhere, null, found);
  return states.get(0);
};

const followRange = (frame: Frame, first: number, last: number, found: Findings): void => {
  const { parsed, bodies } = frame.text;
  for (let position = first; position < last && found.stepsLeft >= 0; ) {
    const inner = bodies.get(position)?.filter((scope) => scope > frame.root) ?? [];
    const done = inner.find((scope) => enterBody(frame, scope, position, found));
    if (done === undefined) followCommand(frame, parsed.commands[position] as SimpleCommand, position, found);
    position = done === undefined ? position + 1 : (parsed.scopes[done]?.body?.last ?? last);
  }
};

/** Whether all of a body was dealt with: that of a function waits for its calls, that of a loop can be followed here. */
const enterBody = (frame: Frame, scope: number, position: number, found: Findings): boolean => {
  const { kind, body } = frame.text.parsed.scopes[scope] as ShellScope;
  if (kind === 'function' || body === undefined) return true;
  const command = frame.text.parsed.commands[position] as SimpleCommand;
  const caller = { frame, command, position, sharesShell: true };
  return followLoop(frame, scope, found, (state) => {
    const { text, setting } = frame;
    const states = followShells(text.parsed.scopes, state, scope);
    followRange({ text, root: scope, setting, states, runs: new Map(), caller }, body.first, body.last, found);
    return states.get(scope);
  });
};

/** Follows the body of a function where it is called; returns the state the shell is in afterwards. */
const followBody = (
  { text, scope, name }: FoundFunction,
  outer: Setting,
  caller: Caller | null,
  found: Findings,
): ShellState => {
  const body = text.parsed.scopes[scope]?.body;
  text.called.add(scope);
  const setting = { ...outer, functions: [...outer.functions, name] };
  const states = followShells(text.parsed.scopes, setting.state, scope);
  const frame: Frame = { text, root: scope, setting, states, runs: new Map(), caller };
  if (body !== undefined) followRange(frame, body.first, body.last, found);
  return states.get(scope);
};

const followCommand = (frame: Frame, written: SimpleCommand, position: number, found: Findings): void => {
  if (!goesOn(found)) return;
  const { states, text } = frame;
  const state = states.get(written.scope);
  const { command, substitutions } = expanded(frame, written, state, found);
  if (command.words.length === 0) followWordless(frame, command, substitutions, found);
  if (command.words.length === 0) return;
  const invocation = unwrap(command.words);
  for (const name of invocation.names) found.programs.add(name);
  const here: Setting = {
    ...frame.setting,
    offset: command.located ? frame.setting.offset : null,
    masked: frame.setting.masked || invocation.detached || losesStatus(command.losses, states),
    state: { ...state, directory: changeDirectories(state.directory, invocation.directories) },
    input: inputOf(frame, command),
  };
  const run = runOf(command, invocation, here, substitutions);
  addRun(frame, command, run);
  findInRun(run, { masked: here.masked, repeats: frame.root !== 0 }, found);

  const { program, args, inShell } = invocation;
  const changed = inShell
    ? (changedState(state, program, args) ?? found.reader.words?.changedVariables(state, program, args, substitutions))
    : undefined;
  if (changed !== undefined) {
    states.set(command.scope, changed);
    return;
  }
  const by: Caller = { frame, command, position, sharesShell: inShell };
  for (const called of invocation.names.length === 1 ? calledFunctions(frame, command, position) : []) {
    if (here.functions.includes(called.name) || here.functions.length >= DEEPEST_CALL) continue;
    const after = followBody(called, { ...here, state: { ...here.state, positional: args } }, by, found);
    states.set(command.scope, { ...after, positional: state.positional });
  }
  const script = nestedScript(program, args, command.located ? text.source : '');
  if (script === undefined) return;
  const isOwn = inShell && script.shell === null;
  const after = followScript(script, here, { ...by, sharesShell: isOwn }, found);
  if (isOwn && after !== undefined) states.set(command.scope, after);
};

/** The command as the shell sees it, and what printed parts of it. */
const expanded = (
  frame: Frame,
  command: SimpleCommand,
  state: ShellState,
  found: Findings,
): { readonly command: SimpleCommand; readonly substitutions: Run[] } => {
  const runsIn = (scope: number): readonly Run[] => frame.runs.get(scope) ?? [];
  const substitutions = command.substitutions.flatMap(runsIn);
  const { words } = found.reader;
  if (words === null) return { command, substitutions };
  const uses = (runs: readonly Run[]): void => {
    substitutions.push(...runs.filter((run) => !substitutions.includes(run)));
  };
  const outputOf = (scope: number) => words.outputOfRuns(runsIn(scope));
  return { command: words.expandCommand(command, { state, outputOf, uses }), substitutions };
};

/** Assignments and redirects without a program. */
const followWordless = (frame: Frame, command: SimpleCommand, substitutions: readonly Run[], found: Findings): void => {
  const { states, setting } = frame;
  const { scope, assignments, redirects, located } = command;
  const { words } = found.reader;
  if (redirects.length > 0) {
    const here = { ...setting, offset: located ? setting.offset : null, state: states.get(scope) };
    const run = runOf(command, NO_INVOCATION, { ...here, input: inputOf(frame, command) }, substitutions);
    findInRun(run, { masked: true, repeats: frame.root !== 0 }, found);
  }
  if (words === null || assignments.length === 0) return;
  states.set(
    scope,
    assignments.reduce((state, assignment) => words.assigned(state, assignment, substitutions), states.get(scope)),
  );
};

const NO_INVOCATION: Invocation = {
  names: [],
  program: '',
  args: [],
  variables: [],
  directories: [],
  detached: false,
  extended: false,
  inShell: false,
};

const followScript = (script: NestedScript, here: Setting, caller: Caller, found: Findings): ShellState | undefined => {
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
  return followText(script.text, { ...here, offset, depth: here.depth + 1, state }, caller, found);
};

const runOf = (
  command: SimpleCommand,
  { program, args, names, variables, extended }: Invocation,
  here: Setting,
  substitutions: readonly Run[],
): Run => ({
  program,
  spelled: names.length === 0 ? '' : (command.words[command.words.length - args.length - 1]?.value ?? null),
  args,
  directory: here.state.directory,
  variables: [...exported(here.state), ...command.assignments, ...variables],
  redirects: command.redirects,
  wrappers: names.slice(0, -1),
  input: here.input,
  substitutions,
  extended,
  host: here.host,
  functions: here.functions,
  isPiped: command.losses.some(({ kind }) => kind === 'piped'),
  isBackground: command.losses.some(({ kind }) => kind === 'background'),
  offset: here.offset,
  start: command.start,
  end: command.end,
});

const exported = ({ variables }: ShellState): ShellAssignment[] =>
  variables.size === 0
    ? []
    : [...variables].flatMap(([name, variable]) =>
        variable.exported ? [{ name, value: variable.word?.value ?? null, tilde: variable.word?.tilde ?? false }] : [],
      );
