import type { AndOr, Command, LogicalOperator, ParsedScript, Pipeline, Redirect, Statement, Word } from 'unbash';
import { readScript, type Syntax } from './read-script.ts';
import type { ParsedCommand } from './simple-command.ts';

// Most commands of an agent are programs with plain arguments in a row. Reading those takes no parser, whose loading
// costs a hook call more than everything else it does about a command. What is not plainly plain is left to the parser.

/** Longest text that is read so, in UTF-16 units. */
const LONGEST = 4_096;

/** Words that mean something else than a program where a program's name is expected. */
const RESERVED = new Set(
  'if then elif else fi for in do done while until case esac select function time coproc'.split(' '),
);

/**
 * Reads a text that is nothing but programs with literal words and simple redirects, joined by `&&`, `||`, `|`, `;` and
 * line ends, into what the parser would make of it. Null for any other text.
 */
export const readPlainCommand = (source: string): ParsedCommand | null => {
  const tokens = source.length > LONGEST ? null : tokensOf(source);
  const statements = tokens === null ? null : mapped(splitAt(tokens, [';']), statementOf);
  if (statements === null) return null;
  const script: ParsedScript = {
    type: 'Script',
    shebang: undefined,
    pos: 0,
    end: source.length,
    commands: statements,
  };
  return readScript(() => script, NOTHING_NESTED);
};

/** Nothing is nested in a plain text, and nothing in it is expanded. */
const NOTHING_NESTED: Syntax = {
  visitChildren: () => {},
  piecesIn: () => ({ ofWord: () => [], ofDocument: () => [] }),
};

interface Token {
  readonly pos: number;
  readonly end: number;
  readonly operator?: string;
  /** With its descriptor; the word that follows is its target. */
  readonly redirect?: string;
  readonly word?: Word;
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
  return { pos, end, word: { type: 'Word', text, pos, end, value } };
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

interface Joined {
  readonly parts: readonly (readonly Token[])[];
  readonly operators: readonly string[];
}

const splitAt = (tokens: readonly Token[], operators: readonly string[]): Joined => {
  const parts: Token[][] = [[]];
  const found: string[] = [];
  for (const token of tokens) {
    if (token.operator === undefined || !operators.includes(token.operator)) parts.at(-1)?.push(token);
    else {
      found.push(token.operator);
      parts.push([]);
    }
  }
  return { parts, operators: found };
};

/** What each part is; null when one of them is nothing. */
const mapped = <Node>({ parts }: Joined, nodeOf: (tokens: readonly Token[]) => Node | null): Node[] | null => {
  const nodes: Node[] = [];
  for (const part of parts) {
    const node = nodeOf(part);
    if (node === null) return null;
    nodes.push(node);
  }
  return nodes;
};

const statementOf = (tokens: readonly Token[]): Statement | null => {
  const joined = splitAt(tokens, ['&&', '||']);
  const commands = mapped(joined, pipelineOf);
  const [first] = commands ?? [];
  if (commands === null || first === undefined) return null;
  const span = spanOf(tokens);
  const operators = joined.operators as readonly LogicalOperator[];
  const list: AndOr = { type: 'AndOr', ...span, commands, operators };
  return { type: 'Statement', ...span, command: commands.length === 1 ? first : list, background: undefined };
};

const pipelineOf = (tokens: readonly Token[]): Pipeline | Command | null => {
  const joined = splitAt(tokens, ['|']);
  const commands = mapped(joined, commandOf);
  const [first] = commands ?? [];
  if (commands === null || first === undefined) return null;
  const operators = joined.operators as Pipeline['operators'];
  return commands.length === 1 ? first : { type: 'Pipeline', ...spanOf(tokens), prefixes: [], commands, operators };
};

const commandOf = (tokens: readonly Token[]): Command | null => {
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  let pending: Token | null = null;
  for (const token of tokens) {
    const { word } = token;
    if (word === undefined) {
      if (pending !== null) return null;
      pending = token;
    } else if (pending === null) words.push(word);
    else {
      redirects.push(redirectOf(pending, word));
      pending = null;
    }
  }
  const [name, ...args] = words;
  if (name === undefined || pending !== null) return null;
  return { type: 'Command', ...spanOf(tokens), name, prefix: [], suffix: [...args, ...redirects], args, redirects };
};

const redirectOf = ({ pos, redirect = '' }: Token, target: Word): Redirect => {
  const hasDescriptor = isDigit(redirect.charAt(0));
  const operator = (hasDescriptor ? redirect.slice(1) : redirect) as Redirect['operator'];
  const value = Number(redirect.charAt(0));
  const descriptor = hasDescriptor ? { type: 'FileDescriptor' as const, pos, end: pos + 1, value } : undefined;
  return { type: 'Redirect', pos, end: target.end, operator, descriptor, target };
};

const spanOf = (tokens: readonly Token[]) => ({ pos: tokens[0]?.pos ?? 0, end: tokens.at(-1)?.end ?? 0 });
