// sed(1), POSIX and GNU: the commands `w`, `W` and `e`, and the flags `w` and `e` of `s`, write files or run programs.

/** Whether a script only changes what is printed. False for what is not understood. */
export const isReadingSedScript = (script: string): boolean => {
  let at = 0;
  while (at < script.length) {
    const next = afterCommand(script, afterAddresses(script, at));
    if (next < 0) return false;
    at = next;
  }
  return true;
};

/** Commands without arguments. */
const SIMPLE = '{}=dDgGhHnNpPxzF';
/** Commands with a label, a file that is read, or an exit code, up to the end of the line or a `;`. */
const WITH_WORD = ':btTrRqQlL';
/** Commands with a text up to the end of the line, continued by backslashes. */
const WITH_TEXT = 'aic#';

/** Behind blanks, addresses and `!`; -1 when a pattern is not understood. */
const afterAddresses = (script: string, start: number): number => {
  let at = start;
  while (at >= 0 && at < script.length) {
    const char = script.charAt(at);
    if (char === '/') at = afterPattern(script, at + 1, '/');
    else if (char === '\\') at = afterPattern(script, at + 2, script.charAt(at + 1));
    else if (' \t\n;,!$~+0123456789IM'.includes(char)) at += 1;
    else break;
  }
  return at;
};

/** Behind one command that stands at `at`; -1 when it is not known to be harmless. */
const afterCommand = (script: string, at: number): number => {
  if (at < 0 || at >= script.length) return at;
  const command = script.charAt(at);
  if (SIMPLE.includes(command)) return at + 1;
  if (WITH_WORD.includes(command)) return endOf(script, at + 1, command === 'r' || command === 'R' ? '\n' : ';\n}');
  if (WITH_TEXT.includes(command)) return endOfText(script, at + 1);
  const delimiter = script.charAt(at + 1);
  if ((command !== 's' && command !== 'y') || delimiter === '' || delimiter === '\n' || delimiter === '\\') return -1;
  const replacement = afterPattern(script, at + 2, delimiter);
  const end = replacement < 0 ? -1 : afterPattern(script, replacement, delimiter, false);
  return end < 0 || command === 'y' ? end : afterFlags(script, end);
};

/** The flags of `s`: `w` and `e` are not among those that are skipped. */
const afterFlags = (script: string, start: number): number => {
  let at = start;
  while (at < script.length && 'gpiImM0123456789'.includes(script.charAt(at))) at += 1;
  return at >= script.length || ' \t\n;}#'.includes(script.charAt(at)) ? at : -1;
};

/**
 * Behind the delimiter that ends a pattern; -1 when there is none, or one stands between brackets, where it ends the
 * pattern for some and not for others.
 */
const afterPattern = (script: string, start: number, delimiter: string, hasBrackets = true): number => {
  for (let at = start; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (char === delimiter) return at + 1;
    if (char === '\\') at += 1;
    else if (char === '[' && hasBrackets) {
      const close = endOfBrackets(script, at);
      if (close < 0 || script.slice(at, close).includes(delimiter)) return -1;
      at = close;
    }
  }
  return -1;
};

/** The `]` that closes brackets: not one in the first place, and none of a class such as `[:alpha:]`. */
const endOfBrackets = (script: string, open: number): number => {
  let at = open + 1;
  if (script.charAt(at) === '^') at += 1;
  if (script.charAt(at) === ']') at += 1;
  for (; at < script.length; at += 1) {
    const char = script.charAt(at);
    if (char === ']') return at;
    const kind = char === '[' ? script.charAt(at + 1) : '';
    if (kind === '' || !':.='.includes(kind)) continue;
    const close = script.indexOf(`${kind}]`, at + 2);
    if (close < 0) return -1;
    at = close + 1;
  }
  return -1;
};

const endOf = (script: string, start: number, ends: string): number => {
  let at = start;
  while (at < script.length && !ends.includes(script.charAt(at))) at += 1;
  return at;
};

const endOfText = (script: string, start: number): number => {
  let at = start;
  while (at < script.length && script.charAt(at) !== '\n') at += script.charAt(at) === '\\' ? 2 : 1;
  return at;
};
