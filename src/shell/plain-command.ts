import type { AndOr, Command, LogicalOperator, ParsedScript, Pipeline, Redirect, Statement, Word } from 'unbash';
import { readScript } from './read-script.ts';
import type { ParsedCommand } from './simple-command.ts';

// Most commands of an agent are programs with plain arguments in a row. Reading those takes no parser, whose loading
// costs a hook call more than everything else it does about a command. What is not plainly plain is left to the parser.

/** Longest text that is read so, in UTF-16 units. */
const LONGEST = 4_096;

/** Words that mean something else than a program where a program's name is expected. */
const RESERVED = new Set(
  'if then elif else fi for in do done while until case esac select function time coproc'.split(' '),
);

/** Blanks, an operator, a redirect, or a word: single-quoted, double-quoted or bare. */
const TOKEN =
  /[ \t]+|(&&|\|\||[;|\n])|(\d?(?:>>|>&|>|<))[ \t]*|(?:'([^']*)'|"([^"$`\\]*)"|([\w./:@%+,=^-]+))(?=[ \t\n;|&<>]|$)/y;

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
  return readScript(() => script, visitNothing);
};

/** Nothing is nested in a plain text. */
const visitNothing = (): void => {};

interface Token {
  readonly pos: number;
  readonly end: number;
  readonly operator?: string;
  /** With its descriptor; the word that follows is its target. */
  readonly redirect?: string;
  readonly word?: Word;
}

/** The tokens, with `;` for line ends that end a command and without those that do not; null when one is not plain. */
const tokensOf = (source: string): Token[] | null => {
  const tokens: Token[] = [];
  const isExpectingCommand = (): boolean => tokens.length === 0 || tokens.at(-1)?.operator !== undefined;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const pos = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) return null;
    const [text, operator, redirect, single, double, bare] = match;
    const end = TOKEN.lastIndex;
    if (operator === '\n') {
      if (!isExpectingCommand()) tokens.push({ pos, end, operator: ';' });
    } else if (operator !== undefined) tokens.push({ pos, end, operator });
    else if (redirect !== undefined) tokens.push({ pos, end, redirect });
    else {
      const value = single ?? double ?? bare;
      if (value === undefined) continue;
      if (bare !== undefined && isSpecial(bare, source.charAt(end), isExpectingCommand())) return null;
      tokens.push({ pos, end, word: { type: 'Word', text, pos, end, value } });
    }
  }
  if (tokens.at(-1)?.operator === ';') tokens.pop();
  return tokens;
};

/** Whether a bare word is an assignment, a word of the shell's grammar, or the descriptor of a redirect. */
const isSpecial = (word: string, next: string, isFirst: boolean): boolean =>
  /^\w+\+?=/.test(word) || (isFirst && RESERVED.has(word)) || ((next === '<' || next === '>') && /^\d+$/.test(word));

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
  const operator = redirect.replace(/^\d/, '') as Redirect['operator'];
  return { type: 'Redirect', pos, end: target.end, operator, descriptor: undefined, target };
};

const spanOf = (tokens: readonly Token[]) => ({ pos: tokens[0]?.pos ?? 0, end: tokens.at(-1)?.end ?? 0 });
