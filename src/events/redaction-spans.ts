import { isPlaceholder, isSecretValue, looksMade } from './secret-names.ts';

// Finds secrets by what stands around them. A pattern finds where one may begin; the code here finds where it ends and
// whether it is one. Regular expressions for the whole would need nested quantifiers. Every search is bounded, so that
// the work stays linear on hostile text.

/** A stretch of a text, from `start` up to but not including `end`, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The quote that opens a value: how many backslashes stand before it (1 in JSON inside JSON), and which it is. */
interface Quote {
  readonly slashes: number;
  readonly mark: string;
}

/** No more of a value than this decides whether it is a secret; one that is goes to its end. */
export const SAMPLE = 256;

/** The opening quote at an offset, with the offset behind it; null when the value there is not quoted. */
export const openingQuote = (text: string, at: number): (Quote & { readonly next: number }) | null => {
  const pattern = /(?:[bru]{1,2}|[$@])?(\\*)(["'`])/iy;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, slashes = '', mark = ''] = match;
  return { slashes: slashes.length, mark, next: pattern.lastIndex };
};

/** Where a quoted value that starts at an offset ends; -1 when its line ends before it does. */
export const closingQuote = (text: string, start: number, { slashes, mark }: Quote, limit = LIMIT): number => {
  const window = text.slice(start, start + limit);
  const newline = window.indexOf('\n');
  for (let at = window.indexOf(mark); at >= 0; at = window.indexOf(mark, at + 1)) {
    if (newline >= 0 && at > newline) return -1;
    let before = at;
    while (before > 0 && window[before - 1] === '\\') before -= 1;
    // Each level of escaping doubles the backslashes, so an escaped quote of the same level has more of them.
    if ((at - before) % (2 * slashes + 2) === slashes) return start + at - slashes;
  }
  return -1;
};

/** Where a run without white space, quotes and any of `stops` ends; escape sequences of JSON end it, too. */
export const endOfRun = (text: string, start: number, stops: string, limit = text.length): number => {
  let at = start;
  for (; at < limit; at += 1) {
    const unit = text[at] ?? '';
    if (unit <= ' ' || QUOTES.includes(unit) || stops.includes(unit)) break;
    if (unit === '\\' && ESCAPES.includes(text[at + 1] ?? '')) break;
  }
  return at;
};

/** The part of a name that stands before an offset, at most 64 characters of it. */
export const wordBefore = (text: string, at: number): string => {
  const word = /[\w-]*$/.exec(text.slice(Math.max(0, at - 64), at))?.[0] ?? '';
  // In JSON the line break before a name is a backslash and a letter.
  return text[at - word.length - 1] === '\\' && /^[nrt]/.test(word) ? word.slice(1) : word;
};

/** What the pattern matched behind its first group, which stays; and the rest of a run longer than patterns look. */
export const behindFirstGroup = (match: RegExpExecArray): Span => {
  const end = match.index + match[0].length;
  return {
    start: match.index + (match[1]?.length ?? 0),
    end: match[0].length < LONG ? end : endOfRun(match.input, end, ';&|<>'),
  };
};

/** The same, unless it is a placeholder. */
export const writtenOut = (match: RegExpExecArray): Span | null =>
  isPlaceholder(match[0].slice(match[1]?.length ?? 0)) ? null : behindFirstGroup(match);

/** The match, where nothing that a word could consist of stands before it: its prefix alone is the end of many words. */
export const standsAlone = (match: RegExpExecArray): Span | null =>
  /(?:^|[^\w+\]-]|\\[nrt])$/.test(textBefore(match)) ? behindFirstGroup(match) : null;

/** The same for what base64 can look like: a slash is a part of it. */
export const standsApart = (match: RegExpExecArray): Span | null =>
  textBefore(match).endsWith('/') ? null : standsAlone(match);

const textBefore = ({ input, index }: RegExpExecArray): string => input.slice(Math.max(0, index - 2), index);

/** A JSON Web Token (RFC 7519) or an encrypted one (RFC 7516): the match, when it has a header and a second part. */
export const jsonWebToken = (match: RegExpExecArray): Span | null => {
  const [header = '', second = ''] = match[0].split('.', 2);
  return header.length >= 12 && second.length >= 8 ? behindFirstGroup(match) : null;
};

/** A bearer credential (RFC 6750) outside a header: without a digit it is prose. */
export const bearerToken = (match: RegExpExecArray): Span | null =>
  /\d/.test(match[0]) ? behindFirstGroup(match) : null;

/** What stands between the first and the last line of a PEM private key (RFC 7468), or behind the first when it was cut. */
export const privateKeyBody = (match: RegExpExecArray): Span | null => {
  const { input } = match;
  const start = match.index + match[0].length;
  const dashes = input.indexOf('-----', start);
  if (dashes >= 0 && input.startsWith('-----END', dashes)) {
    return /[\w+/=]{20}/.test(input.slice(start, dashes)) ? { start, end: dashes } : null;
  }
  const rest = dashes < 0 ? input.slice(start) : input.slice(start, dashes);
  const lines = new RegExp(
    `(?:${BREAK}{0,8}(?:Proc-Type|DEK-Info|Version|Comment):[^\\n\\\\]{0,120}(?=[\\n\\\\])){0,4}${BREAK}{0,16}[\\w+/=]{20,4096}`,
    'y',
  );
  let length = 0;
  while (lines.test(rest)) length = lines.lastIndex;
  if (length === 0) return null;
  // The last line of a key that was cut may be short.
  if (/^[\s\\]{0,4}[\w+/=]{0,20}\s?$/.test(rest.slice(length, length + 26))) length = rest.length;
  return { start, end: start + length };
};

/** The password in a URL's authority (RFC 3986 §3.2.1), or the token that stands in place of the user. */
export const urlPassword = (match: RegExpExecArray): Span | null => {
  const { input, index } = match;
  const start = index + match[0].length;
  const [run = ''] = input.slice(start, start + SAMPLE).split(/[\s"'<>`\\]|:\/\//, 1);
  const [authority = ''] = run.split(/[/?#]/, 1);
  const scheme = wordBefore(input, index);
  let at = authority.lastIndexOf('@');
  // Passwords of databases are often written without the escaping that a `/`, `?` or `#` in them needs.
  if (at < 0 && /:(?!\d*$)/.test(authority) && !/^(?:https?|wss?|file)$/i.test(scheme)) at = run.lastIndexOf('@');
  const user = run.slice(0, Math.max(at, 0));
  if (isPlaceholder(user)) return null;
  const colon = colonIn(user);
  const password = colon < 0 ? '' : user.slice(colon + 1);
  if (password === '' || password === 'x-oauth-basic') {
    const token = colon < 0 ? user : user.slice(0, colon);
    return looksMade(token) && !isPlaceholder(token) ? { start, end: start + token.length } : null;
  }
  return isPlaceholder(password) ? null : { start: start + colon + 1, end: start + at };
};

/** The credentials in an `Authorization` field (RFC 9110 §11.6.2). The scheme stays. */
export const authorizationCredentials = (match: RegExpExecArray): Span | null => {
  const { input } = match;
  const sample = fieldSpan(match, SAMPLE);
  const scheme = authorizationScheme(input.slice(sample.start, sample.end));
  const start = sample.start + scheme.length;
  const word = input.slice(start, endOfRun(input, start, ';<>', sample.end));
  if (isPlaceholder(word) || isProse(word) || /^[({]|^[\w.]+[([]/.test(word)) return null;
  if (scheme === '' && !looksMade(word)) return null;
  const { end } = fieldSpan(match, LIMIT);
  const isOneWord = !/^(?:digest|oauth|hawk|signature|aws4)/i.test(scheme);
  return { start, end: isOneWord ? endOfRun(input, start, ';<>', end) : end };
};

/** The authentication scheme that a field's value begins with, and the white space behind it; empty without one. */
export const authorizationScheme = (value: string): string =>
  /^(?:bearer|basic|token|bot|api-?key|key|ssws|negotiate|digest|oauth|hawk|signature|aws4-[\w-]{1,24})[ \t=]{1,16}/i.exec(
    value,
  )?.[0] ?? '';

/** Whether every pair of a cookie, or the whole of what is no pair, only stands for a secret. */
export const areAllPlaceholders = (cookie: string): boolean =>
  cookie.split(';').every((pair) => isPlaceholder(pair.slice(pair.indexOf('=') + 1)));

/** The pairs of a `Cookie` or `Set-Cookie` field (RFC 6265 §4), when at least one of them is written out. */
export const cookiePairs = (match: RegExpExecArray): Span | null => {
  const sample = fieldSpan(match, SAMPLE);
  if (match[2] !== ':' && !sample.isQuoted) return null;
  const value = match.input.slice(sample.start, sample.end);
  return /^[\w!#$%&*+.^|~-]{1,128}=[^\s;]/.test(value) && !areAllPlaceholders(value) ? fieldSpan(match, LIMIT) : null;
};

/** The password in curl's `--user name:password`. */
export const curlPassword = (match: RegExpExecArray): Span | null => {
  const { input, index } = match;
  if (!input.slice(Math.max(0, index - SAMPLE), index).includes('curl')) return null;
  const { start, end } = argument(input, index + match[0].length);
  const colon = colonIn(input.slice(start, end)) + 1;
  const password = input.slice(start + colon, end);
  // `curl -u user:password` is how documents show it.
  const isSample = isPlaceholder(password) || /^(?:password|passwd|pass|secret|token)[.,]?$/i.test(password);
  return colon === 0 || isSample ? null : { start: start + colon, end };
};

/** The argument behind an option that takes a password. */
export const optionPassword = (match: RegExpExecArray): Span | null => {
  const value = argument(match.input, match.index + match[0].length);
  const text = match.input.slice(value.start, Math.min(value.end, value.start + SAMPLE));
  return isSecretValue('password', text) && !text.startsWith('-') ? value : null;
};

/** Whether a word is one that stands beside the name of an option or a header in a sentence. */
export const isProse = (word: string): boolean =>
  /^(?:an?|and|argument|auth|authentication|authorization|can|credentials|flag|for|from|header|if|in|is|must|of|on|option|or|parameter|password|scheme|should|string|the|to|tokens?|value|when|with)[^a-z]{0,3}$/i.test(
    word,
  );

/** Patterns look no further than this, or a little more. */
const LONG = 2048;
/** A quoted value or a header longer than this has no end. */
const LIMIT = 16 * 1024;

const QUOTES = '"\'`';
const ESCAPES = `\\${QUOTES}nrtbfu`;
/** What may stand between two lines of a key, also where JSON has escaped the line break. */
const BREAK = '(?:\\\\[nr]|[^\\w+/=])';

/** The colon between a user and a password; that in a marker is none. */
const colonIn = (text: string): number => text.replaceAll('[redacted:', '[redacted ').indexOf(':');

const argument = (text: string, at: number): Span => {
  const quote = openingQuote(text, at);
  const closed = quote === null ? -1 : closingQuote(text, quote.next, quote);
  const start = quote?.next ?? at;
  return { start, end: closed >= 0 ? closed : endOfRun(text, start, ';|&<>') };
};

/** The value of a header field: in quotes, in the quotes that the whole header stands in, or up to the line's end. */
const fieldSpan = (match: RegExpExecArray, limit: number): Span & { readonly isQuoted: boolean } => {
  const { input, index } = match;
  const at = index + match[0].length;
  const quote = openingQuote(input, at) ?? (match[1] === '' ? enclosingQuote(input, index, at) : null);
  const start = quote?.next ?? at;
  const closed = quote === null ? -1 : closingQuote(input, start, quote, limit);
  if (closed >= 0) return { start, end: closed, isQuoted: true };
  const [line = ''] = input
    .slice(start, start + limit)
    .split(/[\r\n]|\\[nr]|\\?["'`]\s{0,4}(?:[}\]]|,\s{0,4}["'{[\d-])/, 1);
  return { start, end: start + line.length, isQuoted: quote !== null };
};

const enclosingQuote = (text: string, name: number, next: number): ReturnType<typeof openingQuote> => {
  const before = text.slice(Math.max(0, name - SAMPLE), name - wordBefore(text, name).length);
  const [, slashes = '', mark] = /(\\{0,16})(["'`])$/.exec(before) ?? [];
  return mark === undefined ? null : { slashes: slashes.length, mark, next };
};
