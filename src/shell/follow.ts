import { changeDirectories, UNKNOWN_DIRECTORY } from './directory.ts';
import { type Findings, giveUp, goesOn } from './findings.ts';
import { addRun, type Caller, type Frame, inputOf, type Setting, substitutedRuns } from './frame.ts';
import { calledFunctions, type FoundFunction, uncalledFunctions } from './functions.ts';
import { type NestedScript, nestedScript } from './nested-script.ts';
import type { Run } from './run.ts';
import { changedState, followShells, losesStatus, type ShellState } from './shell-state.ts';
import type { SimpleCommand } from './simple-command.ts';
import { recognizeTestRun } from './test-run.ts';
import { type Invocation, unwrap } from './wrappers.ts';

const DEEPEST_SCRIPT = 4;

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
  const text = { source, parsed, called: new Set<number>() };
  const states = followShells(scopes, setting.state);
  const frame: Frame = { text, root: 0, setting, states, runs: new Map(), caller };
  followRange(frame, 0, commands.length, found);
  // Whoever calls a function that nobody here calls may do so anywhere.
  const anywhere = { ...setting, state: { ...setting.state, directory: UNKNOWN_DIRECTORY } };
  for (const uncalled of uncalledFunctions(frame)) followBody(uncalled, anywhere, null, found);
  return states.get(0);
};

const followRange = (frame: Frame, first: number, last: number, found: Findings): void => {
  const { commands, scopes } = frame.text.parsed;
  const bodies = new Map<number, number>();
  for (const [scope, { body }] of scopes.entries()) {
    if (scope <= frame.root || body === undefined || body.first === body.last) continue;
    if (!bodies.has(body.first)) bodies.set(body.first, body.last);
  }
  for (let position = first; position < last; ) {
    const end = bodies.get(position);
    if (end === undefined) followCommand(frame, commands[position] as SimpleCommand, position, found);
    position = end ?? position + 1;
  }
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

const followCommand = (frame: Frame, command: SimpleCommand, position: number, found: Findings): void => {
  const isEmpty = command.words.length === 0;
  if ((isEmpty && command.redirects.length === 0) || !goesOn(found)) return;
  const { states, text } = frame;
  const invocation = isEmpty ? NO_INVOCATION : unwrap(command.words);
  for (const name of invocation.names) found.programs.add(name);
  const state = states.get(command.scope);
  const here: Setting = {
    ...frame.setting,
    offset: command.located ? frame.setting.offset : null,
    masked: frame.setting.masked || invocation.detached || losesStatus(command.losses, states),
    state: { ...state, directory: changeDirectories(state.directory, invocation.directories) },
    input: inputOf(frame, command),
  };
  const run = runOf(frame, command, invocation, here);
  addRun(frame, command, run);
  findIn(run, here, found);

  const changed = invocation.inShell ? changedState(state, invocation.program, invocation.args) : undefined;
  if (changed !== undefined) {
    states.set(command.scope, changed);
    return;
  }
  const by: Caller = { frame, command, position, sharesShell: invocation.inShell };
  for (const called of invocation.names.length === 1 ? calledFunctions(frame, command, position) : []) {
    if (here.functions.includes(called.name) || here.functions.length >= DEEPEST_CALL) continue;
    states.set(command.scope, followBody(called, here, by, found));
  }
  const script = nestedScript(invocation.program, invocation.args, command.located ? text.source : '');
  if (script === undefined) return;
  const after = followScript(script, here, { ...by, sharesShell: invocation.inShell && script.shell === null }, found);
  if (script.shell === null && invocation.inShell && after !== undefined) states.set(command.scope, after);
};

/** Functions that call one another. */
const DEEPEST_CALL = 16;

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

const runOf = (frame: Frame, command: SimpleCommand, invocation: Invocation, here: Setting): Run => {
  const { program, args, names, variables } = invocation;
  return {
    program,
    spelled: command.words[command.words.length - args.length - 1]?.value ?? (command.words.length === 0 ? '' : null),
    args,
    directory: here.state.directory,
    variables: [...command.assignments, ...variables],
    redirects: command.redirects,
    wrappers: names.slice(0, -1),
    input: here.input,
    substitutions: substitutedRuns(frame, command),
    extended: invocation.extended,
    host: here.host,
    functions: here.functions,
    isPiped: command.losses.some(({ kind }) => kind === 'piped'),
    isBackground: command.losses.some(({ kind }) => kind === 'background'),
    offset: here.offset,
    start: command.start,
    end: command.end,
  };
};

const findIn = (run: Run, here: Setting, found: Findings): void => {
  const acts = found.reader.actsOf(run);
  if (acts === null) found.beyond = true;
  else found.acts.push(...acts);
  const forced = found.reader.forcePushOf(run);
  if (forced !== undefined) {
    if (!forced.directoryKnown) found.problems.push('the folder of a force push only shows at run time');
    found.forcePushes.push(forced.push);
  }
  const tests = run.program === null ? undefined : recognizeTestRun(run.program, run.args);
  if (tests === undefined) return;
  const directory = changeDirectories(run.directory, tests.directories);
  if (!directory.known) found.problems.push('the folder of a test run only shows at run time');
  found.testRuns.push({ runner: tests.runner, masked: here.masked || tests.optional, directory: directory.path });
};
