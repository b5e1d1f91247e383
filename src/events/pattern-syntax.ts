import { type CharacterSet, characterSet, outside, type Range } from './character-set.ts';

/** What a pattern says. */
export type Node =
  | { readonly is: 'set'; readonly set: CharacterSet }
  | { readonly is: 'check'; readonly what: 'line start' | 'line end' | 'word edge' | 'no word edge' }
  | { readonly is: 'sequence'; readonly parts: readonly Node[] }
  | { readonly is: 'choice'; readonly parts: readonly Node[] }
  | { readonly is: 'repeat'; readonly part: Node; readonly least: number; readonly most: number };

/** Why a pattern cannot be used, and what to do. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Groups in one another; deeper ones would exhaust the stack. */
const MOST_GROUPS = 50;

/** Reads a pattern in JavaScript's syntax. Throws `PatternError` for what it does not know. */
export const parsePattern = (source: string, ignoresCase: boolean): Node => {
  let at = 0;
  let depth = 0;
  const fail = (reason: string): never => {
    throw new PatternError(reason);
  };
  const eat = (text: string): boolean => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };
  const setOf = (ranges: readonly Range[]): Node => ({ is: 'set', set: characterSet(ranges, ignoresCase) });

  const choice = (): Node => {
    const parts = [sequence()];
    while (eat('|')) parts.push(sequence());
    return parts.length === 1 ? (parts[0] as Node) : { is: 'choice', parts };
  };

  const sequence = (): Node => {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return { is: 'sequence', parts };
  };

  const repeated = (part: Node): Node => {
    const pattern = /(?:[*+?]|\{(\d{1,6})(,(\d{0,6}))?\})\??/y;
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match === null) return part;
    if (part.is === 'check') fail('a repetition must stand behind a character or a group');
    at = pattern.lastIndex;
    const [sign, from, comma, to] = match;
    if (/[*+?]|\{\d/.test(source.slice(at, at + 2)) && /^(?:[*+?]|\{\d)/.test(source.slice(at))) {
      fail('a repetition cannot be repeated: put a group around it');
    }
    if (from === undefined) {
      return {
        is: 'repeat',
        part,
        least: sign[0] === '+' ? 1 : 0,
        most: sign[0] === '?' ? 1 : Number.POSITIVE_INFINITY,
      };
    }
    const least = Number(from);
    const most = comma === undefined ? least : to === '' ? Number.POSITIVE_INFINITY : Number(to);
    if (most < least) fail('the numbers in {…} are the wrong way round');
    return { is: 'repeat', part, least, most };
  };

  const atom = (): Node => {
    if (eat('(')) return group();
    if (eat('[')) return setOf(characterClass());
    if (eat('^')) return { is: 'check', what: 'line start' };
    if (eat('$')) return { is: 'check', what: 'line end' };
    if (eat('\\b')) return { is: 'check', what: 'word edge' };
    if (eat('\\B')) return { is: 'check', what: 'no word edge' };
    if (eat('.')) return setOf(outside(characterSet(LINE_BREAKS, false)));
    if (eat('\\')) return setOf(escaped());
    if (/[*+?]|\{\d/.test(source.slice(at, at + 2)) && '*+?{'.includes(source[at] ?? '')) {
      fail('a repetition must stand behind a character or a group');
    }
    const code = source.charCodeAt(at);
    at += 1;
    return setOf([[code, code]]);
  };

  const group = (): Node => {
    if (eat('?')) {
      const isPlain =
        eat(':') || (/^<\w/.test(source.slice(at)) && eat(`${/^<\w+>/.exec(source.slice(at))?.[0] ?? '\0'}`));
      if (!isPlain)
        fail('look-ahead and look-behind are not supported: match the text around the secret as well, or leave it out');
    }
    depth += 1;
    if (depth > MOST_GROUPS) fail('its groups are nested too deeply');
    const inner = choice();
    depth -= 1;
    if (!eat(')')) fail('a group is not closed');
    return inner;
  };

  const characterClass = (): readonly Range[] => {
    const isNegated = eat('^');
    const ranges: Range[] = [];
    while (!eat(']')) {
      if (at >= source.length) fail('a class [ is not closed');
      const first = member();
      if (source[at] === '-' && source[at + 1] !== ']' && at + 1 < source.length) {
        at += 1;
        const last = member();
        const from = first[0]?.[0];
        const to = last[0]?.[1];
        if (!isSingle(first) || !isSingle(last) || from === undefined || to === undefined || from > to) {
          return fail('a range in a class is not from a lower character to a higher one');
        }
        ranges.push([from, to]);
      } else ranges.push(...first);
    }
    return isNegated ? outside(characterSet(ranges, ignoresCase)) : ranges;
  };

  const member = (): readonly Range[] => {
    if (eat('\\')) return eat('b') ? [[8, 8]] : escaped();
    const code = source.charCodeAt(at);
    at += 1;
    return [[code, code]];
  };

  const escaped = (): readonly Range[] => {
    const letter = source[at] ?? fail('it ends with a backslash');
    at += 1;
    const known = CLASSES[letter.toLowerCase()];
    if (known !== undefined) return letter === letter.toLowerCase() ? known : outside(characterSet(known, false));
    const control = CONTROLS[letter];
    if (control !== undefined) return [[control, control]];
    const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : 0;
    const hex = source.slice(at, at + digits);
    if (digits > 0 && hex.length === digits && /^[\da-f]+$/i.test(hex)) {
      at += digits;
      const code = Number.parseInt(hex, 16);
      return [[code, code]];
    }
    if (/[\dk]/.test(letter)) return fail('references to a group are not supported: write the pattern out');
    if (/\w/.test(letter)) return fail(`the escape \\${letter} is not supported`);
    const code = letter.charCodeAt(0);
    return [[code, code]];
  };

  const node = choice();
  if (at < source.length) fail('a group is closed that was not opened');
  return node;
};

const isSingle = (ranges: readonly Range[]): boolean => ranges.length === 1 && ranges[0]?.[0] === ranges[0]?.[1];

const LINE_BREAKS: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  d: [[0x30, 0x39]],
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  s: [
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
};

const CONTROLS: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b, 0: 0 };
