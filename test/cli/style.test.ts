import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actualWords, columns, cutTo, fitTo, printable, styleFor, wrap } from '../../src/cli/style.ts';
import { ESC, STEERING } from './sessions.ts';

const text = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom('a', ' ', '漢', '🚀', 'e\u0301', ESC, '\u202e', '\n'), maxLength: 60 }),
);
const width = fc.integer({ min: 8, max: 90 });

describe('columns', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['漢字', 4],
    ['🚀', 2],
    ['e\u0301', 1],
    ['한국', 4],
    ['ｆｕｌｌ', 8],
    ['…', 1],
  ])('%j takes %i', (shown, expected) => {
    expect(columns(shown)).toBe(expected);
  });
});

describe('a text made to fit', () => {
  it('is never wider than asked, and steers no terminal', () => {
    fc.assert(
      fc.property(text, width, (given, most) => {
        const cut = cutTo(given, most);
        expect(columns(cut)).toBeLessThanOrEqual(most);
        expect(cut).not.toMatch(STEERING);
        expect(columns(fitTo(given, most))).toBe(most);
        for (const line of wrap(given, most)) {
          expect(columns(line)).toBeLessThanOrEqual(most);
          expect(line).not.toMatch(STEERING);
        }
      }),
    );
  });

  it('keeps every visible character when it is wrapped', () => {
    fc.assert(
      fc.property(text, width, (given, most) => {
        const words = given.split(/\s+/).map(printable).join('');
        expect(wrap(given, most).join('').replaceAll(' ', '')).toBe(words);
      }),
    );
  });

  it('is marked where it was cut', () => {
    expect([cutTo('abcdef', 6), cutTo('abcdef', 5), cutTo('漢字漢字', 5)]).toEqual(['abcdef', 'abcd…', '漢字…']);
  });

  it('goes on under its beginning when it is wrapped', () => {
    expect(wrap('one two three four', 16, 'Opens: ')).toEqual(['Opens: one two', '       three', '       four']);
  });
});

describe('what a condition found', () => {
  it.each([
    [{ status: 'fail', failures: 1, runner: null }, 'status: fail, failures: 1'],
    [['main', 'dev'], 'main, dev'],
    [[], 'none'],
    [null, ''],
    ['main', 'main'],
    [3, '3'],
  ])('%j reads %j', (actual, words) => {
    expect(actualWords(actual)).toBe(words);
  });
});

describe('colours', () => {
  const RED = `${ESC}[31mx${ESC}[39m`;
  it.each([
    ['a terminal', {}, true, RED],
    ['a pipe', {}, false, 'x'],
    ['a terminal with NO_COLOR', { NO_COLOR: '1' }, true, 'x'],
    ['a terminal with an empty NO_COLOR', { NO_COLOR: '' }, true, RED],
    ['a terminal that is dumb', { TERM: 'dumb' }, true, 'x'],
    ['a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, false, RED],
    ['FORCE_COLOR and NO_COLOR', { FORCE_COLOR: '1', NO_COLOR: '1' }, false, 'x'],
  ])('on %s', (_where, env, isStdoutTty, expected) => {
    expect(styleFor({ env, isStdoutTty })('red', 'x')).toBe(expected);
  });
});
