import type { ShellRedirect, ShellWord, SimpleCommand } from './simple-command.ts';

// Most commands of an agent are programs with plain arguments in a row. Reading those takes no parser, whose loading
// costs a hook call more than everything else it does about a command. What is not plainly plain is left to the parser.

/** Longest text that is read so, in UTF-16 units. */
const LONGEST = 4_096;

/** Words that mean something else than a program where a program's name is expected. */
const RESERVED = new Set(
  'if then elif else fi for in do done while until case esac select function time coproc'.split(' '),
);

/** A program with literal words and simple redirects. */
export type PlainCommand = Pick<SimpleCommand, 'words' | 'assignments' | 'redirects' | 'start' | 'end' | 'located'>;

/**
 * Reads a text that is nothing but programs with literal words and simple redirects, joined by `&&`, `||`, `|`, `;` and
 * line ends, into what the parser would say of each. Null for any other text.
 */
export const readPlainCommands = (source: string): PlainCommand[] | null => {
  const tokens = source.length > LONGEST ? null : tokensOf(source);
  if (tokens === null) return null;
  const commands: PlainCommand[] = [];
  let from = 0;
  for (let at = 0; at <= tokens.length; at += 1) {
    if (at < tokens.length && tokens[at]?.operator === undefined) continue;
    const command = commandOf(tokens, from, at);
    if (command === null) return null;
    commands.push(command);
    from = at + 1;
  }
  return commands;
};

interface Token {
  readonly pos: number;
  readonly end: number;
  readonly operator?: string;
  /** With its descriptor; the word that follows is its target. */
  readonly redirect?: string;
  readonly word?: ShellWord;
}

/**
 * The tokens, with `;` for line ends that end a command and without those that do not; null when one is not plain. A
 * loop over characters, since a pattern is compiled at its first use, which takes longer than the whole reading.
 */
const tokensOf = (source: string): Token[] | null => {
  const tokens: Token[] = [];
  for (let pos = 0; pos < source.length; ) {
    const char = source.charAt(pos);
    const isFirst = tokens.length === 0 || tokens.at(-1)?.operator !== undefined;
    if (char === ' ' || char === '\t' || (char === '\n' && isFirst)) {
      pos += 1;
      continue;
    }
    const token = operatorAt(source, pos, char) ?? redirectAt(source, pos) ?? wordAt(source, pos, char, isFirst);
    if (token === null) return null;
    tokens.push(token);
    pos = token.end;
  }
  if (tokens.at(-1)?.operator === ';') tokens.pop();
  return tokens;
};

const operatorAt = (source: string, pos: number, char: string): Token | null => {
  if (char === ';' || char === '\n') return { pos, end: pos + 1, operator: ';' };
  if (char !== '&' && char !== '|') return null;
  if (source.charAt(pos + 1) === char) return { pos, end: pos + 2, operator: char + char };
  return char === '|' ? { pos, end: pos + 1, operator: '|' } : null;
};

const redirectAt = (source: string, pos: number): Token | null => {
  const at = isDigit(source.charAt(pos)) ? pos + 1 : pos;
  const char = source.charAt(at);
  if (char !== '>' && char !== '<') return null;
  const next = source.charAt(at + 1);
  const end = char === '>' && (next === '>' || next === '&') ? at + 2 : at + 1;
  return { pos, end, redirect: source.slice(pos, end) };
};

const wordAt = (source: string, pos: number, char: string, isFirst: boolean): Token | null => {
  const isQuoted = char === "'" || char === '"';
  const close = isQuoted ? source.indexOf(char, pos + 1) : 0;
  if (close < 0) return null;
  const end = isQuoted ? close + 1 : endOfBareWord(source, pos);
  const text = source.slice(pos, end);
  if (text === '' || !endsWord(source.charAt(end))) return null;
  if (char === '"' && EXPANDED.some((special) => text.includes(special))) return null;
  if (!isQuoted && isSpecial(text, source.charAt(end), isFirst)) return null;
  const value = isQuoted ? text.slice(1, -1) : text;
  return { pos, end, word: { value, text, tilde: false, start: pos, end } };
};

/** What means something between double quotes. */
const EXPANDED = ['$', '`', '\\'];

const endOfBareWord = (source: string, pos: number): number => {
  let end = pos;
  while (end < source.length && isBare(source.charCodeAt(end))) end += 1;
  return end;
};

/** Letters, digits, `_` and other characters that mean nothing to the shell. */
const isBare = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x40 && code <= 0x5a) ||
  (code >= 0x2b && code <= 0x3a) ||
  code === 0x5f ||
  code === 0x3d ||
  code === 0x25 ||
  code === 0x5e;

const endsWord = (next: string): boolean => next === '' || ' \t\n;|&<>'.includes(next);

const isDigit = (char: string): boolean => char >= '0' && char <= '9';

/** Whether a bare word is an assignment, a word of the shell's grammar, or the descriptor of a redirect. */
const isSpecial = (word: string, next: string, isFirst: boolean): boolean =>
  (word.includes('=') && !word.startsWith('-')) ||
  (isFirst && RESERVED.has(word)) ||
  ((next === '<' || next === '>') && isDigit(word.charAt(word.length - 1)));

/** The command between two operators; null when it is none. */
const commandOf = (tokens: readonly Token[], from: number, to: number): PlainCommand | null => {
  const words: ShellWord[] = [];
  const redirects: ShellRedirect[] = [];
  let pending: string | null = null;
  for (let at = from; at < to; at += 1) {
    const { word, redirect = '' } = tokens[at] as Token;
    if (word === undefined) {
      if (pending !== null) return null;
      pending = redirect;
    } else if (pending === null) words.push(word);
    else {
      redirects.push(redirectOf(pending, word));
      pending = null;
    }
  }
  if (words.length === 0 || pending !== null) return null;
  const start = tokens[from]?.pos ?? 0;
  const end = tokens[to - 1]?.end ?? 0;
  return { words, assignments: [], redirects, start, end, located: true };
};

const redirectOf = (redirect: string, target: ShellWord): ShellRedirect => {
  const hasDescriptor = isDigit(redirect.charAt(0));
  return {
    operator: hasDescriptor ? redirect.slice(1) : redirect,
    target,
    descriptor: hasDescriptor ? Number(redirect.charAt(0)) : null,
  };
};
