import type { ShellWord } from './simple-command.ts';

/** Which options of a program take a value; all others are taken for switches. */
export interface OptionSpec {
  /** Letters of short options with a value, attached or in the next word. */
  readonly valued?: string;
  /** Names of long options, without the dashes, whose value may be the next word. */
  readonly longValued?: readonly string[];
  /** Options may also stand behind operands. */
  readonly mixed?: boolean;
}

export interface ReadOption {
  /** With its dashes: `-f`, `--force`. The letters of a cluster are options of their own. */
  readonly name: string;
  /** Null for a switch. */
  readonly value: Pick<ShellWord, 'value' | 'tilde'> | null;
  /** The value is part of `word`. */
  readonly attached: boolean;
  readonly word: ShellWord;
}

export interface ReadOptions {
  readonly options: readonly ReadOption[];
  /** What is not an option; without `mixed`, everything from the first operand on. */
  readonly operands: readonly ShellWord[];
  /** A word that may be an option, or several words, at run time stood where options are read. */
  readonly dynamic: boolean;
}

/** Reads arguments as getopt_long would: clusters of letters, `--name=value`, `--`. Abbreviations stay as written. */
export const readOptions = (words: readonly ShellWord[], spec: OptionSpec): ReadOptions => {
  const options: ReadOption[] = [];
  const operands: ShellWord[] = [];
  let dynamic = false;
  let index = 0;
  const nextValue = () => {
    index += 1;
    return words[index] ?? { value: null, tilde: false };
  };
  for (; index < words.length; index += 1) {
    const word = words[index] as ShellWord;
    const spelled = word.value ?? literalOption(word, spec);
    if (spelled === '--') return { options, operands: [...operands, ...words.slice(index + 1)], dynamic };
    if (spelled === null || !spelled.startsWith('-') || spelled === '-') {
      dynamic ||= spelled === null;
      if (!spec.mixed) return { options, operands: words.slice(index), dynamic };
      operands.push(word);
    } else if (spelled.startsWith('--')) {
      options.push(longOption(word, spelled, spec, nextValue));
    } else {
      options.push(...shortOptions(word, spelled, spec, nextValue));
    }
  }
  return { options, operands, dynamic };
};

/** `--repo="$X"`: the option is known although its value is not. */
const literalOption = ({ text }: ShellWord, { valued = '' }: OptionSpec): string | null => {
  const long = /^--[a-z][a-z-]*=/.exec(text);
  if (long !== null) return long[0];
  return text.startsWith('-') && valued.includes(text[1] ?? ' ') ? text.slice(0, 2) : null;
};

const longOption = (
  word: ShellWord,
  spelled: string,
  { longValued = [] }: OptionSpec,
  nextValue: () => ReadOption['value'],
): ReadOption => {
  const equals = spelled.indexOf('=');
  if (equals >= 0)
    return { name: spelled.slice(0, equals), value: attachedValue(word, equals + 1), attached: true, word };
  return { name: spelled, value: longValued.includes(spelled.slice(2)) ? nextValue() : null, attached: false, word };
};

const shortOptions = (
  word: ShellWord,
  spelled: string,
  { valued = '' }: OptionSpec,
  nextValue: () => ReadOption['value'],
): ReadOption[] => {
  const options: ReadOption[] = [];
  for (let at = 1; at < spelled.length; at += 1) {
    const name = `-${spelled[at]}`;
    if (!valued.includes(spelled[at] ?? ' ')) {
      options.push({ name, value: null, attached: false, word });
      continue;
    }
    const attached = at + 1 < spelled.length || word.value === null;
    options.push({ name, value: attached ? attachedValue(word, at + 1) : nextValue(), attached, word });
    break;
  }
  return options;
};

/** The shell leaves a `~` inside a word alone. */
const attachedValue = ({ value }: ShellWord, from: number): ReadOption['value'] => ({
  value: value === null ? null : value.slice(from),
  tilde: false,
});
