import { type Cursor, isNameCode, take } from './cursor.ts';
import { matchAt } from './heredocs.ts';
import { takesOperand } from './regexes.ts';

/** `%w[a b]`, `%q(text)`, `%(text)` of Ruby. */
export const percentLiteral = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const found = matchAt(/%([qQwWiIrsx]?)([([{<|!/])/y, text, at);
  const isBehindValue = at > 0 && (isNameCode(text.charCodeAt(at - 1)) || ')]'.includes(text[at - 1] ?? ''));
  if (found === null || isBehindValue || (found[1] === '' && !takesOperand(cursor))) return false;
  take(cursor, 'string', null, at, behindDelimiter(cursor, found[2] ?? '', at + found[0].length));
  return true;
};

/** `~r/…/`, `~s(…)`, `~S"""…"""` of Elixir. */
export const sigil = (cursor: Cursor): boolean => {
  const { text, at } = cursor;
  const found = matchAt(/~[a-zA-Z]+("""|'''|[([{</|"'])/y, text, at);
  if (found === null) return false;
  const mark = found[1] ?? '';
  const from = at + found[0].length;
  const triple = text.indexOf(mark, from);
  const end = mark.length === 3 ? (triple < 0 ? cursor.end : triple + 3) : behindDelimiter(cursor, mark, from);
  take(cursor, 'string', null, at, end);
  return true;
};

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Behind the delimiter that closes a literal; brackets of its own kind may stand inside it in pairs. */
const behindDelimiter = ({ text, end }: Cursor, open: string, from: number): number => {
  const close = CLOSING[open] ?? open;
  let depth = 1;
  let at = from;
  for (; at < end; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (char === open) depth += 1;
  }
  return end;
};
