/** Words that one word may become. */
const MOST_WORDS = 64;
/** UTF-16 units of a word with braces: each of them looks for its end. */
const LONGEST = 512;

/** A braced list or sequence in a text. */
interface Braces {
  readonly start: number;
  readonly end: number;
  readonly alternatives: readonly string[];
}

/** The spellings that a word with braces stands for, in order (bash(1), "Brace Expansion"); null for too many. */
export const expandBraces = (text: string): string[] | null => {
  if (text.length > LONGEST) return null;
  const waiting = [text];
  const done: string[] = [];
  // Each step takes the first braces of one word, so that the results come in the shell's order.
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    const braces = firstBraces(word);
    if (braces === null) done.push(word);
    else {
      const [before, after] = [word.slice(0, braces.start), word.slice(braces.end)];
      waiting.unshift(...braces.alternatives.map((alternative) => before + alternative + after));
    }
    if (waiting.length + done.length > MOST_WORDS) return null;
  }
  return done;
};

const firstBraces = (text: string): Braces | null => {
  for (let start = 0; start < text.length; start = next(text, start)) {
    if (text[start] !== '{') continue;
    const braces = bracesAt(text, start);
    if (braces !== null) return braces;
  }
  return null;
};

const bracesAt = (text: string, start: number): Braces | null => {
  const commas: number[] = [];
  let depth = 0;
  for (let at = start; at < text.length; at = next(text, at)) {
    const char = text[at];
    if (char === '{') depth += 1;
    if (char === ',' && depth === 1) commas.push(at);
    if (char !== '}') continue;
    depth -= 1;
    if (depth > 0) continue;
    const inner = text.slice(start + 1, at);
    const alternatives = commas.length > 0 ? split(text, [start, ...commas, at]) : sequence(inner);
    return alternatives === null ? null : { start, end: at + 1, alternatives };
  }
  return null;
};

const split = (text: string, marks: readonly number[]): string[] =>
  marks.slice(1).map((mark, index) => text.slice((marks[index] as number) + 1, mark));

/** `1..3`, `a..e..2`; null for anything else and for what is too long. */
const sequence = (inner: string): string[] | null => {
  const [, from, to, by] = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(inner) ?? [];
  if (from === undefined || to === undefined) return null;
  const areNumbers = /\d$/.test(from);
  if (areNumbers !== /\d$/.test(to)) return null;
  const [first, last] = areNumbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const step = Math.abs(Number(by ?? 1)) || 1;
  // One more than may be, so that the word counts as too many.
  const count = Math.min(Math.floor(Math.abs(last - first) / step) + 1, MOST_WORDS + 1);
  const width = areNumbers && [from, to].some((end) => /^-?0\d/.test(end)) ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = first + (first <= last ? step : -step) * index;
    return areNumbers ? String(value).padStart(width, '0') : String.fromCharCode(value);
  });
};

/** Where the next character is that braces are looked for at: behind quotes, escapes and `${…}`. */
const next = (text: string, at: number): number => {
  const char = text[at];
  if (char === '\\') return at + 2;
  if (char === '$' && text[at + 1] === '{') return behind(text, at + 2, '}');
  if (char === "'") return behind(text, at + 1, "'");
  if (char !== '"') return at + 1;
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return end + 1;
};

const behind = (text: string, from: number, mark: string): number => {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + 1;
};
