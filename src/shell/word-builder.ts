import { type Found, type ShellWord, UNKNOWN_VALUE } from './simple-command.ts';

/** Puts the words together that one word of the source stands for. */
export interface WordBuilder {
  /** Text in which no character means anything more. */
  readonly addText: (text: string) => void;
  /** The path of a folder, `~` or `.` in front: part of a path only at its beginning. */
  readonly addFolder: (path: string, tilde: boolean) => void;
  readonly addPattern: (pattern: string) => void;
  /** Something of which at most the beginning is known, or of what it is one. */
  readonly addUnknown: (prefix?: string, found?: Found) => void;
  /** A word begins here, even if nothing follows. */
  readonly begin: () => void;
  /** Ends a word, if one has begun. */
  readonly end: () => void;
  readonly words: () => ShellWord[];
}

export const buildWords = (source: ShellWord): WordBuilder => {
  const words: ShellWord[] = [];
  let word = emptyWord();
  const add = (text: string, pattern: string, isPattern: boolean): void => {
    word.begun = true;
    word.isPattern ||= isPattern;
    // Values that double at each step must not.
    if (word.outline.length + text.length > LONGEST_VALUE) {
      word.known = false;
      return;
    }
    word.outline += text;
    if (!word.known) return;
    if (!word.isPattern) word.prefix += text;
    word.text += text;
    word.pattern += pattern;
  };
  const addUnknown = (prefix = '', found?: Found): void => {
    word.found ??= found;
    word.begun = true;
    if (word.known && !word.isPattern) word.prefix += prefix;
    word.known = false;
    word.outline += UNKNOWN_VALUE;
  };
  const end = (): void => {
    if (word.begun && words.length < MOST_WORDS) words.push(finished(source, word));
    // What does not fit is not known.
    else if (word.begun) words[MOST_WORDS - 1] = { ...finished(source, emptyWord()), value: null };
    word = emptyWord();
  };
  return {
    addText: (text) => {
      for (const [index, known] of text.split(UNKNOWN_VALUE).entries()) {
        if (index > 0) addUnknown();
        if (known !== '') add(known, known.replace(/[\\*?[\]]/g, '\\$&'), false);
      }
    },
    addFolder: (path, tilde) => {
      if (word.text !== '' || word.isPattern || !word.known) {
        addUnknown();
        return;
      }
      word.tilde = tilde;
      word.isFolder = true;
      add(path, path, false);
    },
    addPattern: (pattern) => {
      if (pattern.includes(UNKNOWN_VALUE)) addUnknown();
      else add(pattern, pattern, true);
    },
    addUnknown,
    begin: () => {
      word.begun = true;
    },
    end,
    words: () => {
      end();
      return words;
    },
  };
};

/** UTF-16 units of a value, as of a text. */
const LONGEST_VALUE = 65_536;
/** Words that one word of a text becomes. */
const MOST_WORDS = 1_024;

interface OpenWord {
  found: Found | undefined;
  text: string;
  pattern: string;
  /** The text in front of the first thing that is not known. */
  prefix: string;
  outline: string;
  known: boolean;
  isPattern: boolean;
  tilde: boolean;
  isFolder: boolean;
  begun: boolean;
}

const emptyWord = (): OpenWord => ({
  found: undefined,
  text: '',
  pattern: '',
  prefix: '',
  outline: '',
  known: true,
  isPattern: false,
  tilde: false,
  isFolder: false,
  begun: false,
});

const finished = ({ text: spelled, start, end }: ShellWord, word: OpenWord): ShellWord => {
  const span = { text: spelled, start, end, expanded: true };
  // `$HOME.old` is no path in the home folder.
  if (word.isFolder && !/^[~.]+(?:\/|$)/.test(word.prefix)) {
    return { ...span, value: null, tilde: false, outline: UNKNOWN_VALUE };
  }
  const { text, pattern, prefix, outline, known, isPattern, tilde, found } = word;
  if (known && !isPattern) return { ...span, value: text, tilde };
  return {
    ...span,
    value: null,
    tilde,
    outline,
    ...(known ? { glob: pattern } : {}),
    ...(prefix === '' ? {} : { prefix }),
    ...(found === undefined || prefix !== ''
      ? {}
      : { found: outline === UNKNOWN_VALUE ? found : { ...found, narrowed: true } }),
  };
};
