import type { ShellWord } from '../simple-command.ts';
import { listedAs } from './table.ts';

export interface ReviewedOption {
  /** With its dashes; `-#` for digits such as `-5`, but not for `-0`. */
  readonly name: string;
  /** Null when it has none, or one that only shows at run time. */
  readonly value: string | null;
}

/** The arguments of a program as its rows tell to read them. */
export interface ReviewedArguments {
  readonly options: readonly ReviewedOption[];
  readonly operands: readonly ShellWord[];
  /** A `--` stood before operands. */
  readonly dashes: boolean;
  /** The text of a word that may be an option, or several words, at run time. */
  readonly unknown: string | null;
}

/**
 * Reads arguments as the rows of a program tell: which options have values, whether one dash begins a whole word
 * (`words`), and whether options stand before the first operand only (`leading`).
 */
export const readArguments = (words: readonly ShellWord[], rows: string): ReviewedArguments => {
  const isWordy = rows.includes(' words ');
  const isLeading = rows.includes(' leading ');
  const isAssigning = rows.includes(' :variables ');
  const options: ReviewedOption[] = [];
  const operands: ShellWord[] = [];
  let unknown: string | null = null;
  let at = 0;
  const nextValue = (): string | null => {
    at += 1;
    const word = words[at];
    if (word !== undefined && word.value === null && !isOneWord(word.text)) unknown ??= word.text;
    return word?.value ?? null;
  };
  for (; at < words.length; at += 1) {
    const word = words[at] as ShellWord;
    const spelled = word.value ?? dynamicOption(word.text);
    if (spelled === '--' && !isWordy) {
      return { options, operands: [...operands, ...words.slice(at + 1)], dashes: true, unknown };
    }
    if (spelled === null || !isOption(spelled)) {
      if (spelled === null && !(isAssigning && isAssignment(word.text)) && mayBeOption(word.text))
        unknown ??= word.text;
      operands.push(word);
      if (!isLeading) continue;
      return { options, operands: [...operands, ...words.slice(at + 1)], dashes: false, unknown };
    }
    if (word.value === null && !isOneWord(word.text.slice(spelled.length))) unknown ??= word.text;
    if (isWordy || spelled.startsWith('--')) options.push(longOption(spelled, word, rows, nextValue));
    else options.push(...shortOptions(spelled, rows, nextValue));
  }
  return { options, operands, dashes: false, unknown };
};

const isOption = (spelled: string): boolean => spelled.startsWith('-') && spelled.length > 1;

const longOption = (spelled: string, word: ShellWord, rows: string, nextValue: () => string | null): ReviewedOption => {
  const equals = spelled.indexOf('=');
  if (equals >= 0)
    return { name: spelled.slice(0, equals), value: word.value === null ? null : spelled.slice(equals + 1) };
  return { name: spelled, value: hasValue(listedAs(rows, spelled)) ? nextValue() : null };
};

const shortOptions = (spelled: string, rows: string, nextValue: () => string | null): ReviewedOption[] => {
  const options: ReviewedOption[] = [];
  for (let at = 1; at < spelled.length; at += 1) {
    const char = spelled.charAt(at);
    if (isDigit(char)) {
      const start = at;
      while (isDigit(spelled.charAt(at + 1))) at += 1;
      options.push({ name: spelled.slice(start, at + 1) === '0' ? '-0' : '-#', value: null });
      continue;
    }
    const name = `-${char}`;
    const rest = spelled.slice(at + 1);
    const listed = listedAs(rows, name);
    if (hasValue(listed)) return [...options, { name, value: rest === '' ? nextValue() : rest }];
    options.push({ name, value: null });
    if (listed === '?') break;
  }
  return options;
};

const hasValue = (listed: string | null): boolean => listed?.startsWith('=') ?? false;

const isDigit = (char: string): boolean => char >= '0' && char <= '9' && char !== '';

/** `--format="$X"` names its option although its value is not known. */
const dynamicOption = (text: string): string | null => {
  if (!text.startsWith('--')) return null;
  const equals = text.indexOf('=');
  const name = text.slice(0, equals);
  return equals > 2 && !HIDING.some((char) => name.includes(char)) ? `${name}=` : null;
};

const isAssignment = (text: string): boolean => {
  const equals = text.indexOf('=');
  return equals > 0 && !text.startsWith('-') && !HIDING.some((char) => text.slice(0, equals).includes(char));
};

/** What makes a spelling another text than it shows. */
const HIDING = ['$', '`', '\\', '"', "'", '*', '?', '[', '{'];

/** Whether a word that only shows at run time may begin with a dash, or be more than one word. */
const mayBeOption = (text: string): boolean => {
  const expands = text.includes('$') || text.includes('`');
  if (expands && !isOneWord(text)) return true;
  const first = text.startsWith('"') ? text.charAt(1) : text.charAt(0);
  return first === '-' || first === '' || HIDING.includes(first);
};

/** One pair of double quotes around all of it: not split into words, unless it is `"$@"` or `"${a[@]}"`. */
const isOneWord = (text: string): boolean =>
  text.startsWith('"') && text.indexOf('"', 1) === text.length - 1 && !text.includes('@');
