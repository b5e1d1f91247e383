import type { Setting } from './frame.ts';
import type { Run } from './run.ts';
import type { ShellState, Variables } from './shell-state.ts';
import type { ShellAssignment, SimpleCommand } from './simple-command.ts';
import type { Invocation } from './wrappers.ts';

/** The run that a command is, behind its wrappers. */
export const makeRun = (
  command: SimpleCommand,
  { program, args, names, variables, extended }: Invocation,
  here: Setting,
  substitutions: readonly Run[],
  word = command.words[command.words.length - args.length - 1],
): Run => ({
  program,
  spelled: names.length === 0 ? '' : (word?.value ?? null),
  ...(word === undefined ? {} : { word }),
  args,
  directory: here.state.directory,
  variables: [...exported(here.state), ...command.assignments, ...variables],
  redirects: command.redirects,
  wrappers: [...(command.behind ?? []), ...names.slice(0, -1)],
  input: here.input,
  substitutions,
  extended: extended || command.extends === true,
  host: here.host,
  ...(here.mounts === undefined ? {} : { mounts: here.mounts }),
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

/** What redirects and assignments without a program invoke. */
export const NO_INVOCATION: Invocation = {
  names: [],
  program: '',
  args: [],
  variables: [],
  directories: [],
  detached: false,
  extended: false,
  inShell: false,
  host: null,
  script: null,
  source: null,
  mounts: [],
};

/** The variables that a program finds in its environment. */
export const environment = ({ variables }: Run): Variables =>
  new Map(
    variables.map(({ name, value, tilde = false }) => [
      name,
      { word: { value, text: '', tilde, start: 0, end: 0 }, runs: [], exported: true },
    ]),
  );
