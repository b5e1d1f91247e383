import { type Cursor, find, findBehind, isAtLineStart, isNameCode, lineEnd, take, wordEndingAt } from './cursor.ts';
import { heredoc, matchAt, phpOpening, rubyOpening, shellOpening } from './heredocs.ts';
import { jsxElement } from './jsx.ts';
import { percentLiteral, sigil } from './percent-literals.ts';
import { readQuoted } from './quotes.ts';
import { regex, rubyRegex } from './regexes.ts';
import type { Quote, Special } from './syntax.ts';

/** Something that may begin at one of these characters. It moves the cursor behind it, or says that it does not. */
export interface Attempt {
  readonly first: string;
  readonly read: (cursor: Cursor) => boolean;
}

/** What only some languages have. */
export const SPECIALS: Readonly<Record<Special, readonly Attempt[]>> = {
  regex: [{ first: '/', read: regex }],
  'regex-ruby': [{ first: '/', read: rubyRegex }],
  jsx: [{ first: '<', read: jsxElement }],
  docstrings: [
    { first: '([{', read: (cursor) => bracket(cursor, 1) },
    { first: ')]}', read: (cursor) => bracket(cursor, -1) },
    { first: '"\'rRuUbBfF', read: (cursor) => pythonString(cursor) },
  ],
  'doc-attributes': [{ first: '"~', read: (cursor) => docAttribute(cursor) }],
  'heredoc-shell': [{ first: '<', read: heredoc(shellOpening) }],
  'heredoc-ruby': [{ first: '<', read: heredoc(rubyOpening) }],
  'heredoc-php': [{ first: '<', read: heredoc(phpOpening) }],
  'percent-literals': [{ first: '%', read: percentLiteral }],
  sigils: [{ first: '~', read: sigil }],
  'rust-raw': [
    { first: 'rbc', read: (cursor) => rawBehind(cursor, /(?:[bc]?r)(#{0,255})"/y, (hashes) => `"${hashes}`) },
  ],
  'cpp-raw': [
    {
      first: 'RuUL',
      read: (cursor) => rawBehind(cursor, /(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/y, (mark) => `)${mark}"`),
    },
  ],
  'raw-quotes': [{ first: '"$', read: (cursor) => rawBehind(cursor, /\${0,8}("{3,})/y, (quotes) => quotes) }],
  'digit-quotes': [{ first: "'", read: (cursor) => digitQuote(cursor) }],
  'hash-strings': [{ first: '#', read: (cursor) => hashString(cursor) }],
  'lone-quotes': [{ first: "'", read: (cursor) => loneQuote(cursor) }],
  'long-brackets': [
    { first: '-', read: (cursor) => longBracket(cursor, /--\[(=*)\[/y, 'comment') },
    { first: '[', read: (cursor) => longBracket(cursor, /\[(=*)\[/y, 'string') },
  ],
  'dash-comments': [{ first: '-', read: (cursor) => dashComment(cursor) }],
  'word-comments': [{ first: '#', read: (cursor) => wordComment(cursor) }],
  escapes: [{ first: '\\', read: (cursor) => skip(cursor, 2) }],
  'char-prefixes': [{ first: '?$', read: (cursor) => charPrefix(cursor) }],
  'php-tags': [
    { first: '?', read: (cursor) => phpEnd(cursor) },
    { first: '/#', read: (cursor) => phpComment(cursor) },
  ],
};

const skip = (cursor: Cursor, count: number): boolean => {
  cursor.at = Math.min(cursor.at + count, cursor.end);
  cursor.last = cursor.at - 1;
  return true;
};

const isBehindName = ({ text, at, from }: Cursor): boolean => at > from && isNameCode(text.charCodeAt(at - 1));

/** A bracket is code like any other: only counted. */
const bracket = (cursor: Cursor, change: number): boolean => {
  cursor.brackets = Math.max(0, cursor.brackets + change);
  return false;
};

/** A string that is a statement of its own says what the code beside it is about: nothing uses its value. */
const pythonString = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const found = isBehindName(cursor) ? null : matchAt(/([rRuUbBfF]{0,2})("""|'''|"|')/y, text, at);
  if (found === null) return false;
  const mark = found[2] ?? '"';
  const isStatement = cursor.brackets === 0 && !/[bBfF]/.test(found[1] ?? '') && isStatementStart(cursor);
  const quote: Quote = { open: mark, close: mark, escape: '\\', ...(mark.length === 3 ? MULTILINE : {}) };
  const before = cursor.last;
  readQuoted(cursor, quote, at, at + found[0].length);
  const piece = cursor.pieces.at(-1);
  if (!isStatement || piece === undefined || !endsStatement(cursor)) return true;
  cursor.pieces[cursor.pieces.length - 1] = { ...piece, kind: 'comment', form: 'docstring' };
  cursor.last = before;
  return true;
};

const MULTILINE = { multiline: true } as const;

/** Whether what comes next begins a line, after no line that goes on. */
const isStatementStart = ({ text, at, last }: Cursor): boolean => {
  if (last < 0) return true;
  const between = text.slice(Math.max(last + 1, at - LONGEST_GAP), at);
  return between.includes('\n') && text[last] !== '\\' && text[last] !== '=' && text[last] !== '+';
};

/** UTF-16 units before a string that are looked at for the end of a line. */
const LONGEST_GAP = 400;

const endsStatement = ({ text, at, end }: Cursor): boolean => {
  let next = at;
  while (next < end && (text[next] === ' ' || text[next] === '\t' || text[next] === '\r')) next += 1;
  return next >= end || text[next] === '\n' || text[next] === '#' || text[next] === ';';
};

/** `@moduledoc """…"""` of Elixir. */
const docAttribute = (cursor: Cursor): boolean => {
  const { text, at, last } = cursor;
  if (at - last > 2 || !DOC_ATTRIBUTES.includes(wordEndingAt(text, last))) return false;
  const found = matchAt(/(?:~[sS])?("""|")/y, text, at);
  if (found === null) return false;
  const mark = found[1] ?? '"';
  const end = behindUnescaped(cursor, mark, at + found[0].length);
  take(cursor, 'comment', 'docstring', at, end);
  return true;
};

const DOC_ATTRIBUTES = ['moduledoc', 'doc', 'typedoc', 'shortdoc'];

/** Behind the first mark that no backslash precedes. */
const behindUnescaped = (cursor: Cursor, mark: string, from: number): number => {
  let at = find(cursor, mark, from);
  while (at < cursor.end && cursor.text[at - 1] === '\\') at = find(cursor, mark, at + 1);
  return Math.min(at + mark.length, cursor.end);
};

/** A string that begins as the pattern says and ends with what its group asks for. */
const rawBehind = (cursor: Cursor, pattern: RegExp, closes: (group: string) => string): boolean => {
  const found =
    isBehindName(cursor) && cursor.text[cursor.at] !== '"' ? null : matchAt(pattern, cursor.text, cursor.at);
  if (found === null) return false;
  take(cursor, 'string', null, cursor.at, findBehind(cursor, closes(found[1] ?? ''), cursor.at + found[0].length));
  return true;
};

/** The `'` of `1'000'000`. */
const digitQuote = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const word = wordEndingAt(text, at - 1);
  // What stands before it may be the next digits of a number that has others.
  const isNumber = /^\d/.test(word) || (/^[\da-fA-F]+$/.test(word) && text[at - word.length - 1] === "'");
  return isNumber && isNameCode(text.charCodeAt(at + 1)) && skip(cursor, 1);
};

/** `#"…"#` and `##"""…"""##` of Swift. */
const hashString = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const found = matchAt(/(#{1,16})("""|")/y, text, at);
  if (found === null) return false;
  const [opening, hashes = '', mark = ''] = found;
  const from = at + opening.length;
  const close = mark + hashes;
  const stop = lineEnd(cursor, from);
  const inLine = text.slice(from, stop).indexOf(close);
  const end = mark === TRIPLE ? findBehind(cursor, close, from) : inLine < 0 ? stop : from + inLine + close.length;
  take(cursor, 'string', null, at, end);
  return true;
};

const TRIPLE = '"""';

/** A character (`'a'`, `'\n'`, `'\u{1f600}'`), or the mark of a lifetime, a type, a name: only the first is a string. */
const loneQuote = (cursor: Cursor): boolean => {
  const found = isBehindName(cursor) ? null : matchAt(/'(?:\\[^\n]{1,12}?|[^\\'\n])'/uy, cursor.text, cursor.at);
  if (found === null) return skip(cursor, 1);
  take(cursor, 'string', null, cursor.at, cursor.at + found[0].length);
  return true;
};

const longBracket = (cursor: Cursor, pattern: RegExp, kind: 'comment' | 'string'): boolean => {
  const found = matchAt(pattern, cursor.text, cursor.at);
  if (found === null) return false;
  const end = findBehind(cursor, `]${found[1] ?? ''}]`, cursor.at + found[0].length);
  take(cursor, kind, kind === 'comment' ? 'block' : null, cursor.at, end);
  return true;
};

/** `--` of Haskell, unless it is part of an operator (`-->`, `|--`). */
const dashComment = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const found = matchAt(/-{2,}/y, text, at);
  if (found === null) return false;
  const behind = at + found[0].length;
  const isOperator = SYMBOLS.includes(text[behind] ?? ' ') || SYMBOLS.includes(text[at - 1] ?? ' ');
  if (isOperator) return skip(cursor, found[0].length);
  take(cursor, 'comment', 'line', at, lineEnd(cursor, at));
  return true;
};

const SYMBOLS = '!#$%&*+./<=>?@\\^|~:-';

/** `#` where a word of a shell begins: not in `$#`, `${#list}`, `a#b`. */
const wordComment = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  if (at > 0 && !' \t\n\r;&|()`\ufeff'.includes(text[at - 1] ?? ' ')) return false;
  take(cursor, 'comment', 'line', at, lineEnd(cursor, at));
  return true;
};

/** `?"` of Ruby, `$"` of Erlang and Perl: a character, or the name of a variable. */
const charPrefix = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  return '"\'`#%'.includes(text[at + 1] ?? ' ') && !isBehindName(cursor) && !isClosed(text[at - 1]) && skip(cursor, 2);
};

const isClosed = (before: string | undefined): boolean => before === ')' || before === ']' || before === '}';

/** What stands between `?>` and the next `<?` is the page. */
const phpEnd = (cursor: Cursor): boolean => {
  if (!cursor.text.startsWith('?>', cursor.at)) return false;
  skipPage(cursor, cursor.at + 2);
  return true;
};

/** From here to behind the next opening tag. */
export const skipPage = (cursor: Cursor, from: number): void => {
  const { text, end } = cursor;
  const open = find(cursor, '<?', from);
  cursor.at = open;
  if (open < end) cursor.at += matchAt(/<\?(?:php|=)?/iy, text, open)?.[0].length ?? 2;
  cursor.last = cursor.at - 1;
};

/** `//` and `#` of PHP, which an attribute `#[` is not, and which end where the code does. */
const phpComment = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  if (text[at] === '/' ? text[at + 1] !== '/' : text[at + 1] === '[') return false;
  const stop = lineEnd(cursor, at);
  const close = text.slice(at, stop).indexOf('?>');
  take(cursor, 'comment', 'line', at, close < 0 ? stop : at + close);
  return true;
};

/** A comment that counts only at the beginning of a line, up to the end of the line that closes it. */
export const lineStartBlock =
  (open: string, close: string) =>
  (cursor: Cursor): boolean => {
    const { text, at } = cursor;
    if (!text.startsWith(open, at) || !isAtLineStart(text, at)) return false;
    const behind = text.charCodeAt(at + open.length);
    if (isNameCode(behind)) return false;
    take(cursor, 'comment', 'block', at, lineEnd(cursor, findBehind(cursor, `\n${close}`, at)));
    return true;
  };
