import { asNode } from '../interpreter-calls.ts';
import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import { asSwitch } from '../shell-calls.ts';
import type { ShellWord } from '../simple-command.ts';

/** Where an interpreter has its code from. */
export interface InterpreterCall {
  /** The word that is the code (`-c`), or names the file it is in; null when it is read from standard input. */
  readonly code: Pick<ShellWord, 'value' | 'text'> | null;
  /** The code itself, or the file. */
  readonly kind: 'inline' | 'file' | 'input';
}

/** What an interpreter or a builtin of the shell would run; undefined for every other program. */
export const interpreterCall = ({ program, args, spelled }: Run): InterpreterCall | undefined => {
  const name = (program ?? '').replace(/(?<=[a-z])[\d.]+$/, '');
  if (program === 'eval')
    return { code: { value: joined(args), text: args.map(({ text }) => text).join(' ') }, kind: 'inline' };
  if (program === 'source' || program === '.' || spelled === '.') {
    const [file] = args[0]?.value === '--' ? args.slice(1) : args;
    if (STDIN.has(file?.value ?? '')) return { code: null, kind: 'input' };
    return file === undefined ? undefined : { code: file, kind: 'file' };
  }
  const interpreter = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  if (interpreter === undefined) return undefined;
  const { options, operands } = readOptions(args.map(name === 'node' ? asNode : asSwitch), interpreter);
  if (options.some(({ name: option }) => option === '--version' || option === '--help')) return undefined;
  if (interpreter === SHELL && options.some(({ name: option }) => option === '-n')) return undefined;
  const inline = options.find(({ name: option }) => interpreter.inline.includes(option));
  if (inline !== undefined) {
    const word = interpreter.takesOperand === true ? operands[0] : inline.value;
    // The value of an option is part of its word, or the next one.
    const text = interpreter.takesOperand === true ? (operands[0]?.text ?? '') : inline.word.text;
    return { code: { value: word?.value ?? null, text }, kind: 'inline' };
  }
  if (options.some(({ name: option }) => interpreter.modules?.includes(option))) return undefined;
  const [file] = operands.filter(({ value }) => !interpreter.subcommands?.includes(value ?? ''));
  const reads =
    file === undefined ||
    STDIN.has(file.value ?? '') ||
    options.some(({ name: option }) => interpreter.stdin?.includes(option));
  return reads ? { code: null, kind: 'input' } : { code: file, kind: 'file' };
};

const joined = (words: readonly ShellWord[]): string | null =>
  words.some(({ value }) => value === null) ? null : words.map(({ value }) => value).join(' ');

const STDIN = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

interface Interpreter extends OptionSpec {
  /** Options that say the code, as their value or as the first operand. */
  readonly inline: readonly string[];
  readonly takesOperand?: true;
  /** Options that name installed code. */
  readonly modules?: readonly string[];
  /** Options under which the code comes from standard input, whatever the operands are. */
  readonly stdin?: readonly string[];
  readonly subcommands?: readonly string[];
}

const SHELL: Interpreter = {
  inline: ['-c'],
  takesOperand: true,
  valued: 'oO',
  longValued: ['rcfile', 'init-file'],
  stdin: ['-s'],
};

const SCRIPT: Interpreter = { valued: 'eEIiMmrlL', inline: ['-e', '-E', '-r'] };

/** Their manual pages; for all others of a family the same letters. */
const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  bash: SHELL,
  sh: SHELL,
  dash: SHELL,
  zsh: SHELL,
  ksh: SHELL,
  mksh: SHELL,
  ash: SHELL,
  fish: { inline: ['-c', '--command'], valued: 'cC', longValued: ['command', 'init-command'] },
  python: { valued: 'cmWX', inline: ['-c'], modules: ['-m'] },
  pypy: { valued: 'cmWX', inline: ['-c'], modules: ['-m'] },
  perl: { ...SCRIPT, valued: 'eEIMm' },
  ruby: { ...SCRIPT, valued: 'eIr', inline: ['-e'] },
  node: {
    valued: 'epr',
    longValued: ['eval', 'print', 'require', 'import', 'loader'],
    inline: ['-e', '-p', '--eval', '--print'],
  },
  deno: { inline: [], subcommands: ['run', 'eval'] },
  bun: { valued: 'e', inline: ['-e'], subcommands: ['run'] },
  php: { valued: 'rBRFEfcd', inline: ['-r', '-B', '-R', '-F', '-E'] },
  lua: { valued: 'el', inline: ['-e'] },
  osascript: { valued: 'el', inline: ['-e'] },
  tclsh: { inline: [] },
  Rscript: { valued: 'e', inline: ['-e'] },
  pwsh: { longValued: ['Command'], inline: ['-c', '-Command'], takesOperand: true },
};
