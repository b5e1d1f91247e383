import { type Cursor, isNameCode, take, wordEndingAt } from './cursor.ts';

/** Reads a regular expression of JavaScript, where one can stand and its line holds its end. */
export const regex = (cursor: Cursor): boolean => {
  const next = cursor.text[cursor.at + 1];
  return next !== '/' && next !== '*' && takesOperand(cursor) && readRegex(cursor);
};

/** The same of Ruby, where one may also be what a method is given: `split /,/`. */
export const rubyRegex = (cursor: Cursor): boolean => {
  const { text, at, last } = cursor;
  const isGiven = last < at - 1 && isNameCode(text.charCodeAt(last)) && !' =\n'.includes(text[at + 1] ?? ' ');
  return (isGiven || takesOperand(cursor)) && readRegex(cursor);
};

const readRegex = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const end = at < cursor.noRegexBefore ? null : regexEnd(cursor);
  if (end === null) return false;
  let behind = end;
  while (behind < cursor.end && isNameCode(text.charCodeAt(behind))) behind += 1;
  take(cursor, 'string', null, at, behind);
  return true;
};

/** Behind the slash that ends it. Where its line has none, no other one before the end of the line has one either. */
const regexEnd = (cursor: Cursor): number | null => {
  const { text, end } = cursor;
  let isInClass = false;
  let at = cursor.at + 1;
  while (at < end) {
    const char = text[at];
    if (char === '\n') break;
    if (char === '\\') at += 1;
    else if (char === '[') isInClass = true;
    else if (char === ']') isInClass = false;
    else if (char === '/' && !isInClass) return at + 1;
    at += 1;
  }
  cursor.noRegexBefore = at;
  return null;
};

/** Whether an operand can begin here: what stands before it is an operator, an opening bracket, a keyword, or nothing. */
export const takesOperand = ({ text, last }: Cursor): boolean => {
  if (last < 0) return true;
  const code = text.charCodeAt(last);
  if (isNameCode(code)) return KEYWORDS.includes(` ${wordEndingAt(text, last)} `);
  return !')]"\'`/'.includes(text[last] ?? '');
};

const KEYWORDS =
  ' return typeof case in of delete void throw new instanceof do else yield await default extends ' +
  'and or not if elsif unless when while until then puts ';
