import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wellFormedJson } from '../../src/audit/well-formed-json.ts';

describe('JSON that every reader takes', () => {
  it.each([
    ['a half', 'cut \ud83d', 'cut \ufffd'],
    ['the other half', '\udc00 cut', '\ufffd cut'],
    ['a pair', '\ud83d\udc00', '\ud83d\udc00'],
    ['the escape as text', '\\ud83d', '\\ud83d'],
    ['a half behind a backslash', '\\\ud83d', '\\\ufffd'],
  ])('holds %s', (_, text, read) => {
    const json = wellFormedJson({ [text]: text });
    expect(json).not.toMatch(/(?<!\\)(?:\\\\)*\\ud/);
    expect(JSON.parse(json)).toEqual({ [read]: read });
  });

  it('says the same as the text with U+FFFD for each half', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('\ud83d', '\udc00', '\\', 'u', 'd83d', '"', '\n', 'a')), (parts) => {
        const text = parts.join('');
        expect(JSON.parse(wellFormedJson([text]))).toEqual([text.toWellFormed()]);
      }),
    );
  });
});
