import { UNKNOWN_VALUE } from '../simple-command.ts';

/** A token of a program's text, comments and blanks left out. */
export interface Token {
  readonly kind: 'name' | 'text' | 'mark';
  /** Of a text what it says, with marks for what is filled in at run time. */
  readonly value: string;
  /** A text that the language hands to a shell by itself: backquotes, `qx`, `%x`. */
  readonly isCommand?: boolean;
}

/** How a language spells its texts and comments. */
export interface Spelling {
  /** Beginnings of comments that go to the end of the line. */
  readonly lineComments: readonly string[];
  /** C's comments. */
  readonly blockComments: boolean;
  /** Quotes between which backslashes mean only themselves and the quote. */
  readonly rawQuotes: string;
  /** What is filled into texts: each beginning, with what ends it; an empty end for a name. */
  readonly fills: readonly (readonly [begin: string, end: string])[];
  /** Fills happen between these quotes only. */
  readonly fillQuotes: string;
  /** Backquotes hold a command line. */
  readonly backquotesRun: boolean;
  /** `qx(…)`, `%x(…)`: a command line between any brackets. */
  readonly commandWords: readonly string[];
  /** `qw(…)`, `%q(…)`: a text between any brackets, or the words of a list. */
  readonly textWords: Readonly<Record<string, 'text' | 'list'>>;
  /** Letters in front of a quote: `f"…"`, `r'…'`. */
  readonly prefixes: boolean;
}

const MOST_TOKENS = 20_000;

/** Reads a program's text; what stands behind a text that does not end is left out. */
export const tokensOf = (code: string, spelling: Spelling): Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; at < code.length && tokens.length < MOST_TOKENS; ) {
    const behind = behindComment(code, at, spelling);
    if (behind > at) {
      at = behind;
      continue;
    }
    const char = code.charAt(at);
    if (/\s/.test(char)) {
      at += 1;
      continue;
    }
    const read = bracketed(code, at, spelling) ?? quotedText(code, at, spelling);
    if (read === null) return tokens;
    if (read !== undefined) {
      tokens.push(...read.tokens);
      at = read.end;
      continue;
    }
    const name = /^[A-Za-z_$@][\w$]*/.exec(code.slice(at, at + 64))?.[0];
    const mark = /^(?:::|->|=>|==|\+=)/.exec(code.slice(at, at + 2))?.[0];
    const value = name ?? mark ?? char;
    tokens.push({ kind: name === undefined ? 'mark' : 'name', value });
    at += value.length;
  }
  return tokens;
};

const behindComment = (code: string, at: number, { lineComments, blockComments }: Spelling): number => {
  if (lineComments.some((begin) => code.startsWith(begin, at))) return lineEnd(code, at);
  if (!blockComments || !code.startsWith('/*', at)) return at;
  const end = code.indexOf('*/', at + 2);
  return end < 0 ? code.length : end + 2;
};

const lineEnd = (code: string, at: number): number => {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
};

interface ReadText {
  readonly tokens: readonly Token[];
  readonly end: number;
}

const BRACKETS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Null when the text does not end; undefined when none begins here. */
const bracketed = (code: string, at: number, spelling: Spelling): ReadText | null | undefined => {
  const { commandWords, textWords } = spelling;
  const word = [...commandWords, ...Object.keys(textWords)].find((candidate) => code.startsWith(candidate, at));
  if (word === undefined || /\w/.test(code.charAt(at - 1))) return undefined;
  const open = code.charAt(at + word.length);
  if (!/[^\w\s,;=]/.test(open)) return undefined;
  const end = code.indexOf(BRACKETS[open] ?? open, at + word.length + 1);
  if (end < 0) return null;
  const value = filled(code.slice(at + word.length + 1, end), spelling);
  const isCommand = commandWords.includes(word);
  const tokens: readonly Token[] =
    textWords[word] === 'list' ? listed(value) : [{ kind: 'text', value, ...(isCommand ? { isCommand } : {}) }];
  return { tokens, end: end + 1 };
};

/** The words of a text as if each stood in quotes, between brackets. */
const listed = (text: string): Token[] => [
  { kind: 'mark', value: '[' },
  ...text
    .split(/\s+/)
    .filter((word) => word !== '')
    .flatMap((value): Token[] => [
      { kind: 'text', value },
      { kind: 'mark', value: ',' },
    ]),
  { kind: 'mark', value: ']' },
];

const quotedText = (code: string, at: number, spelling: Spelling): ReadText | null | undefined => {
  const prefix = spelling.prefixes ? (/^[rbfuRBFU]{1,2}(?=["'])/.exec(code.slice(at, at + 3))?.[0] ?? '') : '';
  const begin = at + prefix.length;
  const quote = code.charAt(begin);
  if (!['"', "'", '`'].includes(quote)) return undefined;
  const triple = spelling.prefixes && code.startsWith(quote.repeat(3), begin);
  const mark = triple ? quote.repeat(3) : quote;
  let end = begin + mark.length;
  while (end < code.length && !code.startsWith(mark, end)) end += code.charAt(end) === '\\' ? 2 : 1;
  if (end >= code.length) return null;
  const inner = code.slice(begin + mark.length, end);
  const isFilled = prefix === '' ? spelling.fillQuotes.includes(quote) : /f/i.test(prefix);
  const raw = isFilled ? filled(inner, spelling) : inner;
  const value = /r/i.test(prefix) ? raw : unescaped(raw, spelling.rawQuotes.includes(quote));
  const isCommand = quote === '`' && spelling.backquotesRun;
  return { tokens: [{ kind: 'text', value, ...(isCommand ? { isCommand } : {}) }], end: end + mark.length };
};

/** Puts a mark in the place of what is filled in. */
const filled = (text: string, { fills }: Spelling): string => {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const fill = fills.find(([begin]) => text.startsWith(begin, at));
    const end = fill === undefined ? at : endOfFill(text, at, fill);
    if (text.charAt(at) === '\\') {
      result += text.slice(at, at + 2);
      at += 2;
    } else if (end > at) {
      result += UNKNOWN_VALUE;
      at = end;
    } else {
      result += text.charAt(at);
      at += 1;
    }
  }
  return result;
};

const endOfFill = (text: string, at: number, [begin, end]: readonly [string, string]): number => {
  if (end === '') {
    const name = /^\w+/.exec(text.slice(at + begin.length))?.[0] ?? '';
    return name === '' ? at : at + begin.length + name.length;
  }
  const found = text.indexOf(end, at + begin.length);
  return found < 0 ? text.length : found + end.length;
};

const LETTERS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  e: '\x1b',
  0: '\0',
  '\n': '',
};

const unescaped = (text: string, isRaw: boolean): string =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([0-7]{3})|([\s\S]))/g,
    (spelled, hex, unicode, octal, char) => {
      if (isRaw) return char === '\\' || char === "'" || char === '`' ? char : spelled;
      if (char !== undefined) return LETTERS[char] ?? char;
      return String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? unicode, 16) : Number.parseInt(octal, 8));
    },
  );
