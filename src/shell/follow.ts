import { type Call, callsOf } from './calls.ts';
import { asChosen, bodyBehind } from './chosen.ts';
import { changeDirectories, UNKNOWN_DIRECTORY } from './directory.ts';
import { expandCommand } from './expand.ts';
import { foundInOutput } from './fed-paths.ts';
import { findInRun } from './find-in-run.ts';
import { affords, type Findings, giveUp, goesOn } from './findings.ts';
import { addRun, type Caller, type Frame, fileInput, inputOf, type Setting, textOf } from './frame.ts';
import { calledFunctions, type FoundFunction, MOST_DEFINITIONS, uncalledFunctions } from './functions.ts';
import { joinedWords } from './joined-words.ts';
import { followLoop } from './loops.ts';
import { environment, makeRun, NO_INVOCATION } from './make-run.ts';
import { outputOfRuns } from './output.ts';
import { parseCommand } from './parse.ts';
import type { Run } from './run.ts';
import { isShell } from './shell-calls.ts';
import { changedState, followShells, losesStatus, type ShellState, STARTING_STATE } from './shell-state.ts';
import {
  type ShellAssignment,
  type ShellScope,
  type ShellWord,
  type SimpleCommand,
  UNKNOWN_VALUE,
} from './simple-command.ts';
import { assigned, changedVariables } from './variables.ts';
import { WRAPPERS } from './wrapper-table.ts';
import { MOST_WRAPPERS, unwrap } from './wrappers.ts';

const DEEPEST_SCRIPT = 12;
/** Programs that run the words they are given, such as find, in one another. */
const DEEPEST_LAUNCH = 16;
/** Functions that call one another. */
const DEEPEST_CALL = 16;

/** Follows a text from command to command, adding what it would run to `found`; returns the state its shell ends in. */
export const followText = (source: string, setting: Setting, caller: Caller | null, found: Findings): ShellState => {
  const parsed = parseCommand(source);
  found.text ??= parsed;
  const { commands, scopes, problems } = parsed;
  if (problems.length > 0) found.complete = false;
  found.problems.push(...problems);
  const text = textOf(source, parsed);
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
  return followLoop(frame, scope, (state) => {
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
  if (!goesOn(found, written)) return;
  const { states, setting } = frame;
  const state = states.get(written.scope);
  const { command, substitutions } = expanded(frame, written, state);
  if (!affords(found, command)) return;
  const here: Setting = {
    ...setting,
    offset: command.located ? setting.offset : null,
    masked: setting.masked || losesStatus(command.losses, states),
    state,
    input: inputOf(frame, command),
  };
  const by: Caller = { frame, command, position, sharesShell: true };
  if (command.words.length === 0) followWordless(by, here, substitutions, found);
  else if (!followAlias(by, here, found)) followWords(by, here, substitutions, found);
};

/** A name that the text gave to another text, which goes on with the words behind the name. */
const followAlias = (by: Caller, here: Setting, found: Findings): boolean => {
  const [head, ...rest] = by.command.words;
  const name = head?.value ?? null;
  const alias = name === null || head?.text !== name ? undefined : here.state.aliases.get(name);
  if (alias === undefined || name === null) return false;
  found.programs.add(name);
  const { aliases } = here.state;
  const others = new Map([...aliases].filter(([other]) => other !== name));
  const text = [alias, ...rest.map((word) => word.text)].join(' ');
  const call = { kind: 'script', text, offset: null, shell: 'same' } as const;
  const after = followCall(call, { ...here, state: { ...here.state, aliases: others } }, by, [], found);
  if (after !== undefined) by.frame.states.set(by.command.scope, { ...after, aliases });
  return true;
};

/** Follows a program with its arguments, and what it runs in turn. */
const followWords = (by: Caller, outer: Setting, substitutions: readonly Run[], found: Findings): void => {
  const { frame, command, position } = by;
  const { states, text } = frame;
  const { state } = outer;
  const invocation = unwrap(command.words, WRAPPERS);
  for (const name of invocation.names) found.programs.add(name);
  if (invocation.names.length > MOST_WRAPPERS) giveUp(found, 'more programs that run one another than are followed');
  const here: Setting = {
    ...outer,
    masked: outer.masked || invocation.detached,
    state: { ...state, directory: changeDirectories(state.directory, invocation.directories) },
    host: invocation.host ?? outer.host,
    ...(invocation.mounts.length === 0 ? {} : { mounts: invocation.mounts }),
    input: invocation.source === null ? outer.input : fileInput(invocation.source),
  };
  const run = makeRun(command, invocation, here, substitutions);
  addRun(frame, command, run);
  findInRun(run, { masked: here.masked, repeats: repeats(frame, here) }, found);

  const { program, args, script } = invocation;
  const inShell = invocation.inShell && by.sharesShell;
  const changed = inShell
    ? (changedState(state, program, args) ??
      changedVariables(state, program, args, substitutions, program === 'read' ? readWord(by, run) : null))
    : undefined;
  if (changed !== undefined) {
    states.set(command.scope, changed);
    return;
  }
  const functions = inShell && invocation.names.length === 1 ? calledFunctions(frame, command, position) : [];
  if (functions.length > MOST_DEFINITIONS) giveUp(found, 'a function is defined too many times');
  for (const called of functions) {
    if (here.functions.includes(called.name) || here.functions.length >= DEEPEST_CALL) continue;
    const after = followBody(called, { ...here, state: { ...here.state, positional: args } }, by, found);
    states.set(command.scope, { ...after, positional: state.positional });
  }
  const source = command.located ? text.source : '';
  const calls: readonly Call[] = script === null ? callsOf(run, source) : joinedCalls(script, source);
  const own = { ...here, printed: run.substitutions };
  const inner = { ...own, state: { ...here.state, variables: environment(run) } };
  for (const call of calls) {
    if (call.kind === 'beyond') {
      giveUp(found, call.problem);
      continue;
    }
    const isOwn = call.kind === 'script' && typeof call.shell === 'string' && inShell;
    const after = followCall(call, isOwn ? own : inner, { ...by, sharesShell: isOwn }, invocation.names, found);
    const stays = isOwn && call.shell === 'same';
    if (stays && after !== undefined) states.set(command.scope, after);
  }
};

/** A line that `read` reads: known where it is something that find finds. */
const readWord = ({ frame, command }: Caller, { input }: Run): ShellWord | null => {
  const found = input.kind === 'pipe' ? foundInOutput(input.from) : null;
  if (found === null) return null;
  const { source } = frame.text;
  const text = command.located ? bodyBehind(source, command.end) : source;
  return asChosen({ value: null, text: '', tilde: false, start: 0, end: 0, found }, text);
};

/** What a program runs that joins words: `ssh host sh -c 'rm -rf x'` runs less than it says, which is what it means. */
const joinedCalls = (script: readonly ShellWord[], source: string): readonly Call[] => {
  const joined: Call = { kind: 'script', ...joinedWords(script, source), shell: {} };
  const isMeantWhole = script.length > 2 && isShell(unwrap(script, WRAPPERS).program ?? '');
  return isMeantWhole ? [joined, { kind: 'words', words: script, extended: false }] : [joined];
};

/** In a body, in a text that is no part of the one that was given, and behind a program the same can be found many times. */
const repeats = ({ root }: Frame, { offset, launches }: Setting): boolean =>
  root !== 0 || offset === null || launches > 0;

/** The command as the shell sees it, and what printed parts of it. */
const expanded = (
  frame: Frame,
  command: SimpleCommand,
  state: ShellState,
): { readonly command: SimpleCommand; readonly substitutions: Run[] } => {
  const runsIn = (scope: number): readonly Run[] => frame.runs.get(scope) ?? [];
  const substitutions = command.substitutions.flatMap(runsIn);
  if (command.words.slice(1).some(({ text }) => text.includes(UNKNOWN_VALUE)))
    substitutions.push(...frame.setting.printed);
  const uses = (runs: readonly Run[]): void => {
    substitutions.push(...runs.filter((run) => !substitutions.includes(run)));
  };
  const outputOf = (scope: number) => outputOfRuns(runsIn(scope));
  return { command: expandCommand(command, { state, outputOf, uses }), substitutions };
};

/** Assignments and redirects without a program. */
const followWordless = (by: Caller, here: Setting, substitutions: readonly Run[], found: Findings): void => {
  const { frame, command } = by;
  const { scope, assignments, redirects } = command;
  if (redirects.length > 0) {
    const run = makeRun(command, NO_INVOCATION, here, substitutions);
    findInRun(run, { masked: true, repeats: repeats(frame, here) }, found);
  }
  if (assignments.length === 0) return;
  const assign = (state: ShellState, assignment: ShellAssignment) => assigned(state, assignment, substitutions);
  frame.states.set(scope, assignments.reduce(assign, here.state));
};

/** Follows what a program runs in turn; returns the state that a script ends in. */
const followCall = (
  call: Exclude<Call, { kind: 'beyond' }>,
  here: Setting,
  caller: Caller,
  runners: readonly (string | null)[],
  found: Findings,
): ShellState | undefined => {
  const directory = call.elsewhere ? UNKNOWN_DIRECTORY : here.state.directory;
  if (call.kind === 'words') {
    if (here.launches >= DEEPEST_LAUNCH) {
      giveUp(found, 'programs that run programs are nested too deeply');
      return undefined;
    }
    const { command: outer } = caller;
    const behind = [...(outer.behind ?? []), ...runners];
    const command = { ...outer, words: call.words, assignments: [], redirects: [], extends: call.extended, behind };
    const setting = { ...here, launches: here.launches + 1, state: { ...here.state, directory } };
    followWords({ ...caller, command, sharesShell: false }, setting, [], found);
    return undefined;
  }
  if (call.text === null) {
    found.programs.add(null);
    return undefined;
  }
  if (here.depth >= DEEPEST_SCRIPT) {
    giveUp(found, 'scripts in arguments are nested too deeply');
    return undefined;
  }
  const offset = here.offset === null || call.offset === null ? null : here.offset + call.offset;
  const state =
    typeof call.shell === 'string'
      ? { ...here.state, directory }
      : { ...STARTING_STATE, ...call.shell, directory, variables: here.state.variables };
  const printed = call.text.includes(UNKNOWN_VALUE) ? here.printed : [];
  return followText(call.text, { ...here, printed, offset, depth: here.depth + 1, state }, caller, found);
};
