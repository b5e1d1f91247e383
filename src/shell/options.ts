import type { ShellWord } from './simple-command.ts';

/** Which options of a program take a value; all others are taken for switches. */
export interface OptionSpec {
  /** Letters of short options with a value, attached or in the next word. */
  readonly valued?: string;
  /** Letters of short options whose value, where they have one, is attached. */
  readonly optional?: string;
  /** Names of long options, without the dashes, whose value may be the next word. */
  readonly longValued?: readonly string[];
  /** Options may also stand behind operands. */
  readonly mixed?: boolean;
}

export interface ReadOption {
  /** With its dashes: `-f`, `--force`. The letters of a cluster are options of their own. */
  readonly name: string;
  /** Null for a switch. What is attached is a word of its own, placed where it stands if it does so as it is. */
  readonly value: ShellWord | null;
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
    return words[index] ?? NO_WORD;
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
  if (equals >= 0) return { name: spelled.slice(0, equals), value: wordPart(word, equals + 1), attached: true, word };
  return { name: spelled, value: longValued.includes(spelled.slice(2)) ? nextValue() : null, attached: false, word };
};

const shortOptions = (
  word: ShellWord,
  spelled: string,
  { valued = '', optional = '' }: OptionSpec,
  nextValue: () => ReadOption['value'],
): ReadOption[] => {
  const options: ReadOption[] = [];
  for (let at = 1; at < spelled.length; at += 1) {
    const name = `-${spelled[at]}`;
    if (optional.includes(spelled[at] ?? ' ')) {
      const value = at + 1 < spelled.length ? wordPart(word, at + 1) : null;
      options.push({ name, value, attached: value !== null, word });
      break;
    }
    if (!valued.includes(spelled[at] ?? ' ')) {
      options.push({ name, value: null, attached: false, word });
      continue;
    }
    const attached = at + 1 < spelled.length || word.value === null;
    options.push({ name, value: attached ? wordPart(word, at + 1) : nextValue(), attached, word });
    break;
  }
  return options;
};

/**
 * What stands in a word from a position of its value on, as a word. It has no text, and the place of the whole word, when
 * the source does not spell it in one piece. The shell leaves a `~` inside a word alone.
 */
export const wordPart = (word: ShellWord, from: number): ShellWord => {
  const { value, glob, prefix, expanded, text, start, end } = word;
  const known = value ?? prefix ?? glob;
  const rest = {
    value: value === null ? null : value.slice(from),
    tilde: false,
    ...(glob === undefined ? {} : { glob: glob.slice(from) }),
    ...(prefix === undefined ? {} : { prefix: prefix.slice(from) }),
    ...(expanded === undefined ? {} : { expanded }),
  };
  const isPlain = known === undefined || text.startsWith(known.slice(0, from));
  return isPlain ? { ...rest, text: text.slice(from), start: start + from, end } : { ...rest, text: '', start, end };
};

const NO_WORD: ShellWord = { value: null, text: '', tilde: false, start: 0, end: 0 };
