// POSIX awk and gawk: `system()`, pipes, output redirections, indirect calls and loaded libraries run programs or write.

/** Whether a program only computes and prints. False for what is not understood. */
export const isReadingAwkProgram = (program: string): boolean => {
  const code = program.length > LONGEST ? null : withoutLiterals(program);
  if (code === null || code.includes('@') || code.includes('system') || code.includes('inplace')) return false;
  if (code.replaceAll('||', '').includes('|')) return false;
  return splitStatements(code).every((statement) => !(statement.includes('print') && statement.includes('>')));
};

/** Longest program that is looked into, in UTF-16 units. */
const LONGEST = 2_000;

/** The program without strings, patterns and comments; null when one does not end or names a network connection. */
const withoutLiterals = (program: string): string | null => {
  let code = '';
  for (let at = 0; at < program.length; at += 1) {
    const char = program.charAt(at);
    if (char === '#') at = endOfLine(program, at) - 1;
    else if (char === '"' || (char === '/' && !dividesBehind(code))) {
      const end = char === '/' && !beginsPatternBehind(code) ? -1 : endOfLiteral(program, at + 1, char);
      const literal = program.slice(at, end);
      if (end < 0 || literal.includes('/inet') || (char === '/' && hasOpenBrackets(literal))) return null;
      code += char === '"' ? '""' : '0';
      at = end;
    } else code += char;
  }
  return code;
};

/** Behind a value a slash divides. */
const dividesBehind = (code: string): boolean => {
  const before = code.trimEnd();
  const last = before.charAt(before.length - 1);
  if (last === ']' || last === '"') return true;
  const word = lastWord(before);
  return word !== '' && !BEFORE_VALUES.includes(` ${word} `);
};

/** Behind an operator or one of these words a slash begins a pattern; behind `)` and `++` it may be either. */
const beginsPatternBehind = (code: string): boolean => {
  const before = code.trimEnd();
  if (before.endsWith('++') || before.endsWith('--')) return false;
  return before === '' || lastWord(before) !== '' || '({[,;!~&|?:=<>+-*%^$}'.includes(before.charAt(before.length - 1));
};

const BEFORE_VALUES = ' print printf return else do case in exit ';

const lastWord = (code: string): string => {
  let start = code.length;
  while (start > 0 && isWordCharacter(code.charCodeAt(start - 1))) start -= 1;
  return code.slice(start);
};

const isWordCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;

/** Between brackets a slash ends the pattern for some and not for others. */
const hasOpenBrackets = (pattern: string): boolean =>
  pattern.lastIndexOf('[') > pattern.lastIndexOf(']') || pattern.includes('[]') || pattern.includes('[^]');

const endOfLiteral = (program: string, start: number, delimiter: string): number => {
  for (let at = start; at < program.length; at += 1) {
    const char = program.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '\n') return -1;
    else if (char === delimiter) return at;
  }
  return -1;
};

const endOfLine = (program: string, start: number): number => {
  const end = program.indexOf('\n', start);
  return end < 0 ? program.length : end;
};

const splitStatements = (code: string): string[] =>
  code.replaceAll('{', ';').replaceAll('}', ';').replaceAll('\n', ';').split(';');
