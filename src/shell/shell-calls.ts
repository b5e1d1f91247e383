import type { Call } from './calls.ts';
import { asChosen } from './chosen.ts';
import { foundInOutput } from './fed-paths.ts';
import { joinedWords } from './joined-words.ts';
import { type OptionSpec, readOptions } from './options.ts';
import { inputLines, inputText } from './output.ts';
import type { Run } from './run.ts';
import { STARTING_STATE, withOptions } from './shell-state.ts';
import { outlineOf, type ShellWord, UNKNOWN_VALUE } from './simple-command.ts';

/** Whether a program reads command lines: a shell, or a builtin that does. */
export const isShell = (program: string): boolean => SHELLS.has(program) || Object.hasOwn(BUILTINS, program);

/** The command lines that a shell or builtin is given: in arguments, on its input, in a file that commands print. */
export const shellCalls = (run: Run, source: string): readonly Call[] =>
  (BUILTINS[run.program ?? ''] ?? ownShell)(run, source);

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'mksh', 'ash', 'fish', 'rbash']);

const OPTIONS: OptionSpec = { valued: 'oO', longValued: ['rcfile', 'init-file', 'init-command', 'command'] };

const ownShell = (run: Run, source: string): readonly Call[] => {
  const { args } = run;
  const { options, operands } = readOptions(args.map(asSwitch), OPTIONS);
  const { pipefail, errexit } = withOptions(STARTING_STATE, args);
  // `-n` only reads the script.
  if (options.some(({ name }) => name === '--version' || name === '--help' || name === '-n')) return [];
  const long = options.find(({ name }) => name === '--command')?.value;
  if (long) return [{ kind: 'script', text: long.value, offset: null, shell: { pipefail, errexit } }];
  if (options.some(({ name }) => name === '-c')) {
    const [script, , ...given] = operands;
    const positional = operands.length > 1 ? [...given, ...fedWords(run)] : given;
    const shell = { pipefail, errexit, positional };
    const fed = fedScripts(run, script);
    if (fed !== null) return fed.map((text) => ({ kind: 'script', text, offset: null, shell }));
    const joined = script === undefined ? { text: null, offset: null } : joinedWords([script], source);
    const chosen = positional.map((word) => asChosen(word, joined.text ?? ''));
    return [{ kind: 'script', ...joined, shell: { ...shell, positional: chosen } }];
  }
  const [file, ...positional] = operands;
  const shell = { pipefail, errexit, positional };
  if (file?.contents !== undefined) return [{ kind: 'script', text: file.contents, offset: null, shell }];
  const readsInput =
    file === undefined || STANDARD_INPUT.has(file.value ?? '') || options.some(({ name }) => name === '-s');
  return readsInput ? inputScript(run, shell) : [];
};

/** The scripts that xargs makes of what it reads, or of a script with a mark in it; null when those are not known. */
const fedScripts = (run: Run, script: ShellWord | undefined): string[] | null => {
  if (!run.extended || (script !== undefined && script.fed !== true)) return null;
  const inputs = inputLines(run);
  if (script === undefined) return inputs;
  return inputs?.map((input) => outlineOf(script).replaceAll(UNKNOWN_VALUE, () => input)) ?? null;
};

/** `+e` switches off what `-e` switches on, and is read like that. */
export const asSwitch = (word: ShellWord): ShellWord =>
  /^\+[A-Za-z]/.test(word.value ?? '') ? { ...word, value: (word.value as string).replace('+', '-') } : word;

/** What xargs adds behind the name of a script, where it is known, or one word of what find finds. */
const fedWords = (run: Run): readonly ShellWord[] => {
  if (!run.extended) return [];
  const lines = inputLines(run);
  if (lines !== null) return lines.map((value) => ({ ...WORD, value }));
  const found = run.input.kind === 'pipe' ? foundInOutput(run.input.from) : null;
  return found === null ? [] : [{ ...WORD, value: null, found }];
};

const WORD = { text: '', tilde: false, start: 0, end: 0 };

const STANDARD_INPUT = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

const inputScript = (run: Run, shell: Extract<Call, { kind: 'script' }>['shell']): Call[] => {
  const { input } = run;
  const text = inputText(run);
  // A file says as little as a program does; a shell that only inherits its input is given none.
  if (text === null && input.kind === 'inherited') return [];
  return [{ kind: 'script', text, offset: null, shell }];
};

type Builtin = (run: Run, source: string) => readonly Call[];

const evaluated: Builtin = ({ args }, source) => {
  const words = args[0]?.value === '--' ? args.slice(1) : args;
  return words.length === 0 ? [] : [{ kind: 'script', ...joinedWords(words, source), shell: 'same' }];
};

const sourced: Builtin = (run) => {
  const [file] = run.args;
  if (file?.contents !== undefined) return [{ kind: 'script', text: file.contents, offset: null, shell: 'same' }];
  return STANDARD_INPUT.has(file?.value ?? '') ? inputScript(run, 'same') : [];
};

/** `trap COMMAND SIGNAL…`; `-` and an empty text only reset or ignore. */
const trapped: Builtin = ({ args }, source) => {
  const [command, ...signals] = args[0]?.value === '--' ? args.slice(1) : args;
  if (command === undefined || signals.length === 0 || /^(?:-.*)?$/.test(command.value ?? 'x')) return [];
  return [{ kind: 'script', ...joinedWords([command], source), shell: 'ending' }];
};

/** `at TIME` and `batch` run their input later (at(1)). */
const later: Builtin = (run) => {
  const { options } = readOptions(run.args, { mixed: true, valued: 'fqt' });
  return options.some(({ name }) => /^-[fldrcV]$/.test(name)) ? [] : inputScript(run, {});
};

const BUILTINS: Readonly<Record<string, Builtin>> = {
  eval: evaluated,
  source: sourced,
  '.': sourced,
  trap: trapped,
  at: later,
  batch: later,
};
