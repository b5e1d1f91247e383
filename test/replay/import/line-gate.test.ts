import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineGate } from '../../../src/replay/import/line-gate.ts';

/** What a gate lets through of some bytes that arrive in pieces. */
const passed = (bytes: Buffer, cuts: readonly number[], longest?: number) => {
  const gate = lineGate(longest);
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const out = [0, ...places].flatMap((start, at) => {
    const chunk = Buffer.from(bytes.subarray(start, places[at] ?? bytes.length));
    const pieces = gate.take(chunk).map(String);
    // Whoever reads the file may use its buffer again.
    chunk.fill('!');
    return pieces;
  });
  const pieces = [...out, ...gate.end().map(String)];
  return { pieces, text: pieces.join(''), tally: gate.tally };
};

const anyLine = fc.oneof(
  fc.json(),
  fc.constantFrom('', '  ', 'null', ' null\r', '{"a":1}', 'x'.repeat(200), '{"b":"ü\u20ac"}', 'nul', 'null null'),
);

describe('the gate in front of the parser', () => {
  it('lets the same lines through, however they arrive, and only whole ones', () => {
    fc.assert(
      fc.property(fc.array(anyLine), fc.array(fc.nat()), fc.boolean(), (lines, cuts, isEnded) => {
        const bytes = Buffer.from(lines.join('\n') + (isEnded ? '\n' : ''));
        const { pieces, text, tally } = passed(bytes, cuts);
        const kept = lines
          .flatMap((line) => line.split('\n'))
          .filter((line) => line.trim() !== '' && line.trim() !== 'null');
        expect(text.split('\n').filter((line) => line.trim() !== '')).toEqual(kept);
        expect(tally.lines).toBe(kept.length + tally.empty);
        expect(tally.bytes).toBe(bytes.length);
        for (const piece of pieces) expect(piece.endsWith('\n')).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('takes away a byte order mark in front, and only there', () => {
    const { text } = passed(Buffer.from('\ufeff{"a":1}\n\ufeff{"b":2}\n'), [2, 5]);
    expect(text).toBe('{"a":1}\n\ufeff{"b":2}\n');
  });

  it('leaves out a line that is too long to hold, and goes on', () => {
    const { text, tally } = passed(Buffer.from(`{"a":1}\n"${'x'.repeat(500)}"\n{"b":2}\n`), [20, 60, 100, 300], 64);
    expect(text).toBe('{"a":1}\n{"b":2}\n');
    expect(tally).toMatchObject({ lines: 3, tooLong: 1 });
  });
});
