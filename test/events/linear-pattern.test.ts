import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '../../src/events/linear-pattern.ts';
import { cpuTime, growthOf } from '../kit/cpu-time.ts';

const found = (pattern: string, text: string, flags = ''): string[] =>
  compilePattern(pattern, flags === 'i')(text).map(({ start, end }) => text.slice(start, end));

const atom = fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '\\w', '\\s', '[a-c1]', '\\x61', '\\.', 'é');
const repetition = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
const pattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.tuple(atom, repetition).map((parts) => parts.join('')),
    fc.tuple(tie('node'), tie('node')).map((parts) => parts.join('')),
    fc.tuple(tie('node'), tie('node'), repetition).map(([left, right, again]) => `(?:${left}|${right})${again}`),
    fc.tuple(tie('node'), repetition).map(([inner, again]) => `(${inner})${again}`),
    fc.tuple(fc.constantFrom('^', '$', '\\b', '\\B'), tie('node')).map((parts) => parts.join('')),
  ),
})).node;
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '1', ' ', '\n', 'A', '.', 'é'), { maxLength: 8 })
  .map((c) => c.join(''));

/** The pattern with a sign behind it that is nowhere else, and a way to find it in texts that end in that sign. */
const compiled = (source: string, flags: string) => {
  try {
    return compilePattern(`(?:${source})~`, flags === 'i');
  } catch {
    return null;
  }
};

/** Every offset that is in a match, wherever that begins and ends: found by trying them all. */
const covered = (source: string, subject: string, flags: string): number[] => {
  const whole = new RegExp(source, `my${flags}`);
  const offsets = new Set<number>();
  for (let start = 0; start < subject.length; start += 1) {
    whole.lastIndex = start;
    if (whole.test(subject)) for (const at of range(start, whole.lastIndex)) offsets.add(at);
  }
  return [...offsets].sort((a, b) => a - b);
};

const range = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, at) => start + at);

describe('a pattern of the user', () => {
  it('finds what the regular expression finds', () => {
    fc.assert(
      fc.property(pattern, text, fc.constantFrom('', 'i'), (source, subject, flags) => {
        const find = compiled(source, flags);
        fc.pre(find !== null);
        const spans = find?.(subject) ?? [];
        expect(spans.flatMap(({ start, end }) => range(start, end))).toEqual(covered(`(?:${source})~`, subject, flags));
      }),
      { numRuns: 3000 },
    );
  });

  it('covers all matches, also those in one another', () => {
    expect(found('EMP-\\d{3}', 'EMP-123EMP-4567 EMP-89')).toEqual(['EMP-123', 'EMP-456']);
    expect(found('aba', 'xababab')).toEqual(['ababa']);
    expect(found('a|ab|abc', 'xabcab')).toEqual(['abc', 'ab']);
    expect(found('(?:foo|bar)+baz*', 'foobarba foobarbazzz')).toEqual(['foobarba', 'foobarbazzz']);
    expect(found('k=\\w{2,4}', 'k=123456789 ')).toEqual(['k=123456789']);
    expect(found('key', 'KEY key', 'i')).toEqual(['KEY', 'key']);
    expect(found('^x$', 'x\ny\nx')).toEqual(['x', 'x']);
    expect(found('(?<name>a)b', 'ab')).toEqual(['ab']);
    expect(found('[^\\]]', ']x')).toEqual(['x']);
    expect(found('a{,2}', 'a{,2}')).toEqual(['a{,2}']);
    expect(found('[\\d-]+', '12-34 x')).toEqual(['12-34']);
    expect(found('\\u00e9+', 'ééa')).toEqual(['éé']);
  });

  it.each([
    ['a*', 'no length'],
    ['', 'no length'],
    ['(?=a)b', 'look-ahead'],
    ['(?<!a)b', 'look-ahead'],
    ['(a)\\1', 'references'],
    ['\\k<a>', 'references'],
    ['\\p{L}', 'not supported'],
    ['(a', 'not closed'],
    ['a)', 'not opened'],
    ['[a', 'not closed'],
    ['[b-a]', 'range'],
    ['*a', 'behind a character'],
    ['^*', 'behind a character'],
    ['a**', 'cannot be repeated'],
    ['a{3,2}', 'wrong way'],
    ['\\', 'backslash'],
    ['a{1001}', 'too large'],
    ['(((a{20}){20}){20})', 'too large'],
    [`${'('.repeat(200)}a${')'.repeat(200)}`, 'nested'],
  ])('is refused with a reason: %s', (source, reason) => {
    expect(() => compilePattern(source, false)).toThrow(reason);
  });

  it.each([
    ['(a+)+$', 'a', 'b'],
    ['(a|aa)+$', 'a', 'b'],
    ['(.*)*x', 'a', '!'],
    ['a(.*b)?', 'a', '!'],
    ['(\\w+\\s?)+$', 'word ', '!'],
    ['[a-z]{1,200}!', 'a', '?'],
    ['a.*b.*c.*d', 'abc', 'x'],
  ])('takes time in proportion to the text: %s', (source, part, end) => {
    const find = compilePattern(source, false);
    const time = (length: number): number => {
      const subject = part.repeat(length / part.length) + end;
      return cpuTime(() => find(subject));
    };
    // An exponential one does not end at all.
    expect(growthOf(time)).toBeLessThan(24);
  });
});
