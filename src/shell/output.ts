import { decodedInput } from './decoders.ts';
import type { Output } from './expand.ts';
import { foundInOutput } from './fed-paths.ts';
import { readOptions } from './options.ts';
import type { Run } from './run.ts';
import { outlineOf, type ShellWord, UNKNOWN_VALUE } from './simple-command.ts';

/** What commands print together, as far as the text shows it. */
export const outputOfRuns = (runs: readonly Run[]): Output => {
  const printing = runs.filter((run) => !isSilent(run));
  const [only] = printing;
  if (only === undefined) return { text: runs.length === 0 ? null : '', isFolder: false };
  // Of several it may be that only one runs.
  if (printing.length > 1) return UNKNOWN;
  if (only.program === 'pwd' && only.args.every(({ value }) => /^-[PL]$/.test(value ?? ''))) return folderOf(only);
  const found = foundInOutput(only.input.kind === 'pipe' ? [...only.input.from, only] : [only]);
  return { text: printedText(only), isFolder: false, ...(found === null ? {} : { found }) };
};

/** What a run prints, with marks for what only shows at run time; null when nothing of it is known. */
export const printedText = (run: Run, depth = 0): string | null => {
  const { program, args } = run;
  if (depth > LONGEST_CHAIN || run.extended || isRedirected(run)) return null;
  switch (program) {
    case 'echo':
      return echoed(args);
    case 'printf':
      return printed(args);
    case 'cat':
      return catenated(run, depth);
    case 'tee':
      return inputText(run, depth);
    case 'base64':
    case 'openssl':
    case 'rev':
    case 'xxd':
      return decodedInput(run, inputText(run, depth));
    case 'which':
      return args.length === 1 ? (args[0]?.value ?? null) : null;
    case 'command':
    case 'type':
      return args.length === 2 && /^-[vp]$/.test(args[0]?.value ?? '') ? (args[1]?.value ?? null) : null;
    default:
      return null;
  }
};

/** The text that a run reads, as `printedText`: of several that print it, what is known of each. */
export const inputText = ({ input }: Run, depth = 0): string | null => {
  if (input.kind === 'text') return input.text ?? input.outline ?? null;
  if (input.kind !== 'pipe') return null;
  const texts = input.direct.filter((run) => !isSilent(run)).map((run) => printedText(run, depth + 1));
  if (texts.every((text) => text === null)) return null;
  const text = texts.map((known) => known ?? `${UNKNOWN_VALUE}\n`).join('');
  return text.length > LONGEST_OUTPUT ? null : text;
};

/** The lines of what a run reads, each once; null when they are not known, or too many to look at one by one. */
export const inputLines = (run: Run): string[] | null => {
  const text = inputText(run);
  if (text === null || text.includes(UNKNOWN_VALUE)) return null;
  const lines = [...new Set(text.split(/[\n\0]/).filter((line) => line.trim() !== ''))];
  return lines.length > MOST_LINES ? null : lines.map(withoutQuotes);
};

const MOST_LINES = 16;

/** What xargs makes of a line that is quoted as a whole. */
const withoutQuotes = (line: string): string => /^\s*(["'])(.*)\1\s*$/.exec(line)?.[2] ?? line;

/** Programs that hand on what they read. */
const LONGEST_CHAIN = 32;

const catenated = (run: Run, depth: number): string | null => {
  const { operands } = readOptions(run.args, { mixed: true });
  if (operands.length === 0) return inputText(run, depth);
  const texts = operands.map(({ value, contents }) => (value === '-' ? inputText(run, depth) : (contents ?? null)));
  return texts.includes(null) ? null : texts.join('');
};

const UNKNOWN: Output = { text: null, isFolder: false };

const folderOf = ({ directory }: Run): Output =>
  directory.known ? { text: directory.path ?? '.', isFolder: true } : UNKNOWN;

/** Prints nothing, or elsewhere. */
const isSilent = (run: Run): boolean => SILENT.has(run.program ?? '…') || isRedirected(run);

const SILENT = new Set([
  '',
  ':',
  '[',
  'cd',
  'chmod',
  'cp',
  'exit',
  'export',
  'mkdir',
  'mv',
  'rm',
  'set',
  'shopt',
  'sleep',
  'test',
  'touch',
  'true',
]);

const isRedirected = ({ redirects }: Run): boolean =>
  redirects.some(
    ({ operator, descriptor }) =>
      operator.includes('>') && (descriptor === null || descriptor === 1) && operator !== '<>',
  );

const echoed = (args: readonly ShellWord[]): string | null => {
  let at = 0;
  let escapes = false;
  let newline = '\n';
  for (; /^-[neE]+$/.test(args[at]?.value ?? ''); at += 1) {
    const letters = args[at]?.value ?? '';
    if (letters.includes('n')) newline = '';
    escapes = letters.includes('e') || (escapes && !letters.includes('E'));
  }
  const text = args.slice(at).map(outlineOf).join(' ');
  return (escapes ? decoded(text) : text) + newline;
};

/** printf(1): the format is used again while arguments are left. */
const printed = (args: readonly ShellWord[]): string | null => {
  const operands = args[0]?.value === '--' ? args.slice(1) : args;
  const [format, ...given] = operands.map(outlineOf);
  if (format === undefined || format.startsWith('-') || format.includes(UNKNOWN_VALUE)) return null;
  let used = 0;
  let text = '';
  do {
    const before = used;
    const part = decoded(format).replace(/%(%|[-0-9.]*[a-zA-Z])/g, (spelled, kind: string) => {
      if (kind === '%') return '%';
      const value = given[used] ?? '';
      used += 1;
      if (kind === 'b') return decoded(value);
      return /^[sdi]$/.test(kind) ? value : spelled;
    });
    text += part;
    if (used === before) break;
  } while (used < given.length && text.length < LONGEST_OUTPUT);
  return text;
};

const LONGEST_OUTPUT = 65_536;

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** Escapes of `echo -e` and printf. */
const decoded = (text: string): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([abefnrtv\\]))/g,
    (_, hex, unicode, octal, letter) => {
      if (letter !== undefined) return LETTERS[letter] ?? '\\';
      return String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? unicode, 16) : Number.parseInt(octal, 8));
    },
  );
