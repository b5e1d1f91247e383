import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundData, KEPT_LIMIT } from '../../src/events/bound-data.ts';
import type { Data } from '../../src/events/envelope.ts';
import { redactText } from '../../src/events/redact.ts';

const bounded = (data: Data): Data => boundData(data, JSON.stringify(data).length, (text) => redactText(text).text);

describe('data that is too large to keep', () => {
  it('is left alone within the limit', () => {
    const data = { a: 'x'.repeat(1000) };
    expect(bounded(data)).toBe(data);
  });

  it('keeps the beginning and the end of a long text and says how much is gone', () => {
    const lines = Array.from({ length: 1_000_000 }, (_, i) => `line ${i}`).join('\n');
    const { out, command } = bounded({ command: 'npm test', out: lines }) as { out: string; command: string };
    expect(command).toBe('npm test');
    expect(out.startsWith('line 0\nline 1\n')).toBe(true);
    expect(out.endsWith('line 999998\nline 999999')).toBe(true);
    const [, gone] = /; (\d+) characters between them are gone/.exec(out) as RegExpExecArray;
    const note = /\n\[docket kept[^\n]*\n/.exec(out) as RegExpExecArray;
    expect(out.length - note[0].length + Number(gone)).toBe(lines.length);
  });

  it.each([
    ['one huge text', { a: 'x '.repeat(10_000_000) }],
    ['many large texts', { a: Array.from({ length: 40 }, () => 'y '.repeat(200_000)) }],
    ['very many small ones', { a: Array.from({ length: 300_000 }, (_, i) => ({ n: i, t: 'small text' })), b: 'kept' }],
    ['a text without a break', { a: 'z'.repeat(20_000_000) }],
  ])('is within the limit afterwards: %s', (_what, data) => {
    expect(JSON.stringify(bounded(data)).length).toBeLessThanOrEqual(KEPT_LIMIT);
  });

  it('leaves no half of a word where it was cut, wherever a secret stands', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_200_000 }), (words) => {
        const secret = `tok_${'Q7'.repeat(30)}`;
        const text = `${'ab '.repeat(words)}${secret} ${'cd '.repeat(2_200_000 - words)}`;
        const { a } = bounded({ a: text }) as { a: string };
        expect(a.replaceAll(secret, '').includes('Q7')).toBe(false);
      }),
      { numRuns: 25, examples: [[174_756], [174_757], [174_762], [2_189_060], [2_189_070]] },
    );
  });

  it('leaves no half of a private key at the end', () => {
    const body = Array.from({ length: 400 }, () => 'K'.repeat(64)).join('\n');
    const key = `-----${'BEGIN'} PRIVATE KEY-----\n${body}\n-----${'END'} PRIVATE KEY-----\nafter\n`;
    const { a } = bounded({ a: `${'x\n'.repeat(3_000_000)}${key}${'y\n'.repeat(10_000)}` }) as { a: string };
    const rest = a.slice(a.indexOf('are gone'));
    expect(rest).toContain('y\ny');
    expect(rest).not.toContain('KKKK');
  });
});
