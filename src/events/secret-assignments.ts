import { closingQuote, endOfRun, isProse, openingQuote, SAMPLE, type Span, wordBefore } from './redaction-spans.ts';
import { isSecretValue, looksChosen, looksMade, namesPassword, namesSecret, SECRET_NAME_END } from './secret-names.ts';

// `PASSWORD=…`, `--token …`, `"apiKey": "…"`: the value after a name that names a secret. What is code, a type, or a
// sentence rather than a secret written out must stay, since the log is read by people.

/** What the text says around a value. */
interface Assignment {
  readonly name: string;
  /** A command's option: the name was written with dashes before it. */
  readonly isOption: boolean;
  /** A name in capitals: environment variables and constants. */
  readonly isConstant: boolean;
  readonly separator: string;
  /** White space stands around the separator, as in code and in sentences, not in shells. */
  readonly isSpaced: boolean;
  /** The character before the name. */
  readonly before: string;
}

/** A name, what closes it (quotes, a bracket), and the separator behind it. */
export const assignmentPattern = (): RegExp =>
  new RegExp(
    `(${SECRET_NAME_END})(?![\\w-])(\\\\{0,16}(?:["'\`]\\]?)?)[?!]?([ \\t]{0,16})(=>|:=|[!=]==?|[=:,>]|%3d)?[ \\t]{0,16}`,
    'gi',
  );

/** The value behind a match of `assignmentPattern`, when it is a secret written out. */
export const assignedSecret = (match: RegExpExecArray): Span | null => {
  const { input, index } = match;
  const [whole, ending = '', closers = '', space = '', separator = ''] = match;
  const head = wordBefore(input, index);
  const name = (head + ending).replace(/^-+/, '');
  const at = index + whole.length;
  const isSpaced = space !== '' || /[ \t]$/.test(whole);
  const assignment: Assignment = {
    name,
    // The dash before `token = …` is that of a diff.
    isOption: head.startsWith('-') && !(separator === '=' && isSpaced),
    isConstant: /^[A-Z][A-Z0-9_]{2,}$/.test(name),
    separator,
    isSpaced,
    before: input[index - head.length - 1] ?? '',
  };
  if (!namesSecret(name)) return null;
  // `--token VALUE`, `aws configure set aws_secret_access_key VALUE`
  if (separator === '' && (closers !== '' || !isSpaced || !(assignment.isOption || name.includes('_')))) return null;
  if (separator === ',' && !/["'`]/.test(closers)) return null;
  const quote = openingQuote(input, at);
  const start = quote?.next ?? at;
  const end = quote === null ? -1 : closingQuote(input, start, quote);
  // A quote without an end: the text was cut, or the quote ends what stands before it.
  if (end < 0) return bareSecret(input, start, assignment, isLineStart(input, index - head.length));
  return isQuotedSecret(assignment, input.slice(start, Math.min(end, start + SAMPLE))) ? { start, end } : null;
};

const isQuotedSecret = (assignment: Assignment, value: string): boolean => {
  const { name, separator, isConstant, isOption, isSpaced } = assignment;
  if (!isSecretValue(name, value) || isType(value) || /^\s*(?:\+.*\+\s*$|[,)\]};]+(?:\s|$))/.test(value)) return false;
  if (separator === ',' && isOption) return !value.startsWith('-');
  const isVariable = isConstant && separator === '=' && !isSpaced;
  if (isVariable || isOption) return true;
  if (separator === '' || separator === ',' || isComparison(separator)) {
    return looksRight(name, value) && !namesSecret(value);
  }
  if (/\s/.test(value)) return /phrase$/i.test(name) || (namesPassword(name) && /\d/.test(value));
  if (isConstant ? isLabel(value) : value.toLowerCase() === name.toLowerCase()) return false;
  // The name of a variable that holds it.
  if (/^[A-Z][A-Z_]+$/.test(value) && namesSecret(value)) return false;
  return isConstant || !isSyntaxToken(name) || looksMade(value) || (value.length >= 6 && /\d/.test(value));
};

const bareSecret = (text: string, start: number, assignment: Assignment, isAtLineStart: boolean): Span | null => {
  const { isConstant, separator, isSpaced } = assignment;
  // A line of an `.env` file is all value; elsewhere operators of the shell and of queries end it.
  const isEnvLine = isConstant && separator === '=' && !isSpaced && isAtLineStart;
  const stops = isEnvLine ? '' : ';&|<>';
  const sampled = endOfRun(text, start, stops, Math.min(text.length, start + SAMPLE));
  const value = trimEnd(text.slice(start, sampled), isEnvLine);
  const behind = text.slice(start + value.length, start + value.length + 2);
  if (!isBareSecret(assignment, value, behind)) return null;
  const isLonger = start + value.length === sampled;
  return { start, end: isLonger ? endOfRun(text, sampled, stops) : start + value.length };
};

const isBareSecret = (assignment: Assignment, value: string, behind: string): boolean => {
  const { name, separator, isOption, isConstant, isSpaced, before } = assignment;
  if (!isSecretValue(name, value) || /^(?:[({&*!=]|\[(?!redacted:))/.test(value)) return false;
  if (isComparison(separator) || separator === ',') return false;
  if (isOption && separator !== ':') {
    return !/^-|^(?:id|type|src|source|name|env)=/.test(value) && !(separator === '' && isProse(value));
  }
  if (/^[A-Za-z_$][\w$.]*(?:\(|\[|::|->|=>)/.test(value) || isType(value)) return false;
  const isEnd = behind === '' || /^[\s\\"'`]/.test(behind);
  if (separator === '=' && !isSpaced) {
    if (isConstant || before === '?' || before === '&') return true;
    if (isMember(value)) return false;
    if (before === ';') return true;
    // Arguments of a function are followed by a comma or a bracket; those of a command are not.
    if (namesPassword(name) && before !== '.' && isEnd && value.length >= 3 && !namesPassword(value)) return true;
  }
  if (separator.startsWith('%')) return true;
  if (isMember(value)) return false;
  const isLine = /^(?:$|[\r\n\\"'`]| #)/.test(behind);
  if (isConstant && separator === ':' && isLine && value.length >= 3 && !isLabel(value)) return true;
  return looksRight(name, value);
};

const looksRight = (name: string, value: string): boolean =>
  namesPassword(name) ? looksChosen(value) : looksMade(value);

const isComparison = (separator: string): boolean => /^[!=]==?$/.test(separator);

/** Lexers have tokens, too: unless the name says what it opens, a value must look like a secret. */
const isSyntaxToken = (name: string): boolean =>
  /token$/i.test(name) && !/(?:auth|access|refresh|api|bearer|session|bot|id|csrf)[-_]?token$/i.test(name);

/** `config.token`: without many digits it is the member of an object, not a secret. */
const isMember = (value: string): boolean =>
  /^[A-Za-z_$][\w$]*\??\.[\w$.?!]+$/.test(value) && value.replace(/\D+/g, '').length < 3;

const isType = (value: string): boolean =>
  /^(?:str|string|number|bool|boolean|any|unknown|never|void|bytes?|buffer|secretstr|option|optional|none|[iuf]\d{1,3}|[a-z]{0,8}int\d{0,3}(?:array)?)(?:$|[^\w-])/i.test(
    value,
  );

/** A name or route with such a word in it (`auth/invalid-password`), as constants hold. */
const isLabel = (value: string): boolean =>
  !/\d/.test(value) &&
  /(?:^|[^a-z])(?:password|passwd|secret|token|key)s?$/i.test(value.replace(/([a-z])([A-Z])/g, '$1-$2'));

const isLineStart = (text: string, at: number): boolean =>
  at === 0 || /(?:^|\n|\\n|["'`])[+-]?(?:export )?$/.test(text.slice(Math.max(0, at - 10), at));

/** Punctuation behind a value belongs to the sentence or the code around it. */
const trimEnd = (value: string, isEnvLine: boolean): string => (isEnvLine ? value : value.replace(/[,.)}]{1,4}$/, ''));
