import type { Call } from './calls.ts';
import { type CodeEffect, effectsOf } from './code/effects-of.ts';
import { HOME_FOLDER } from './code/home-folder.ts';
import { LANGUAGES } from './code/languages.ts';
import { type OptionSpec, readOptions } from './options.ts';
import { inputText } from './output.ts';
import type { Run } from './run.ts';
import { outlineOf, type ShellWord, UNKNOWN_VALUE } from './simple-command.ts';

/** What a program given to an interpreter runs and deletes, as far as known functions and texts in it say. */
export const interpreterCalls = (run: Run): Call[] => {
  const name = languageName(run.program ?? '');
  const language = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  if (language === undefined) return [];
  return codeOf(name, run).flatMap((code) =>
    effectsOf(code, language)
      .filter(({ effect, texts }) => effect !== 'query' || (LOSING.test(texts[0] ?? '') && !code.includes(':memory:')))
      .map(callOf),
  );
};

/** Words with which SQL begins to lose something. */
const LOSING = /\b(?:drop|truncate|delete|update|alter)\b/i;

/** `python3.12` is python. */
const languageName = (program: string): string => program.replace(/[\d.]+$/, '');

/** How an interpreter is told its program: in options, or in its first operand. */
interface Interpreter {
  readonly spec: OptionSpec;
  readonly options: readonly string[];
  readonly subcommand?: string;
  /** The first operand is the program, unless one of these names a file. */
  readonly operand?: readonly string[];
}

const NODE: Interpreter = {
  spec: { valued: 'epr', longValued: ['eval', 'import', 'print', 'require', 'loader', 'input-type'] },
  options: ['-e', '-p', '--eval', '--print'],
};
const AWK: Interpreter = {
  spec: { valued: 'fFvieEl', longValued: ['file', 'field-separator', 'assign', 'source', 'include'] },
  options: ['-e', '--source'],
  operand: ['-f', '--file', '-e', '--source', '-E'],
};

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  python: { spec: { valued: 'cmWXQ' }, options: ['-c'] },
  pypy: { spec: { valued: 'cmWX' }, options: ['-c'] },
  node: NODE,
  nodejs: NODE,
  tsx: NODE,
  bun: NODE,
  deno: { spec: {}, options: [], subcommand: 'eval' },
  perl: { spec: { valued: 'eEIMmFxC' }, options: ['-e', '-E'] },
  ruby: { spec: { valued: 'eCIrEFx' }, options: ['-e'] },
  php: { spec: { valued: 'rcdfBREFSt', longValued: ['run'] }, options: ['-r', '-B', '-R', '-E', '--run'] },
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  nawk: AWK,
  lua: { spec: { valued: 'el' }, options: ['-e'] },
  luajit: { spec: { valued: 'el' }, options: ['-e'] },
  osascript: { spec: { valued: 'els' }, options: ['-e'] },
};

const codeOf = (name: string, run: Run): string[] => {
  const interpreter = INTERPRETERS[name] as Interpreter;
  const args = interpreter === NODE ? run.args.map(asNode) : run.args;
  const { options, operands } = readOptions(args, interpreter.spec);
  const has = (names: readonly string[]): boolean => options.some((option) => names.includes(option.name));
  const inline = options.flatMap(({ name: option, value }) =>
    interpreter.options.includes(option) && value !== null ? [outlineOf({ ...NO_WORD, ...value })] : [],
  );
  if (inline.length > 0) return inline;
  const [first, second] = operands;
  if (interpreter.subcommand !== undefined && first?.value === interpreter.subcommand) {
    const code = readOptions(operands.slice(1), { longValued: ['ext', 'config'] }).operands;
    return code.map(outlineOf);
  }
  if (interpreter.operand !== undefined)
    return first === undefined || has(interpreter.operand) ? [] : [outlineOf(first)];
  if (first?.contents !== undefined) return [first.contents];
  const readsInput = first === undefined || first.value === '-' || first.value === '/dev/stdin';
  const isRun = name !== 'bun' && name !== 'deno' ? readsInput : first?.value === 'run' && second?.value === '-';
  return isRun && !has(['-m', '-v', '-V', '--version', '-h', '--help']) ? [inputText(run) ?? ''] : [];
};

/** `-pe` is the one cluster of letters that node knows. */
export const asNode = (word: ShellWord): ShellWord => (word.value === '-pe' ? { ...word, value: '-p' } : word);

const NO_WORD = { text: '', start: 0, end: 0 };

const callOf = ({ effect, texts }: CodeEffect): Call => {
  const [only = ''] = texts;
  if (effect === 'run' && texts.length === 1) return { kind: 'script', text: only, offset: null, shell: {} };
  // Any client will do: what it is told is what counts.
  if (effect === 'query') return { kind: 'words', words: ['sqlite3', 'database', only].map(wordOf), extended: false };
  const words = texts.map(wordOf);
  if (effect === 'run') return { kind: 'words', words, extended: false };
  const options = effect === 'delete-tree' ? ['-r', '-f'] : ['-f'];
  return { kind: 'words', words: [...['rm', ...options, '--'].map(wordOf), ...words], extended: false };
};

const wordOf = (spelled: string): ShellWord => {
  const tilde = spelled.startsWith(HOME_FOLDER);
  const text = spelled.replaceAll(HOME_FOLDER, '~');
  const word = { text: '', tilde, start: 0, end: 0, expanded: true };
  if (!text.includes(UNKNOWN_VALUE)) return { ...word, value: text };
  const prefix = text.slice(0, text.indexOf(UNKNOWN_VALUE));
  return { ...word, value: null, outline: text, ...(prefix === '' ? {} : { prefix }) };
};
