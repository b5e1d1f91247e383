import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { lineCount, linesAtMost } from '../../../src/hooks/observers/line-counts.ts';
import { contentAfter } from '../../../src/hooks/observers/source/content-after.ts';

const folder = mkdtempSync(join(tmpdir(), 'docket-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the lines of a text', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n', 1],
    ['a\r\nb\r\n', 2],
  ])('%j are %i', (text, lines) => expect(lineCount(text)).toBe(lines));
});

describe('the lines that a call may leave at most', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '\n', '\r\n', 'aa\n'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  const edit = fc.record({ old_string: text, new_string: text, replace_all: fc.boolean() });

  it('are never fewer than it leaves', () => {
    const file = join(folder, 'a.ts');
    const input = fc.oneof(
      edit,
      fc.record({ content: text }),
      fc.record({ edits: fc.array(edit, { minLength: 1, maxLength: 3 }) }),
    );
    fc.assert(
      fc.property(text, input, (before, call) => {
        writeFileSync(file, before);
        const { after } = contentAfter(call, file);
        const most = linesAtMost(call, file);
        if (after !== null && most !== null) expect(most).toBeGreaterThanOrEqual(lineCount(after));
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['of a file that is none', {}],
    ['of a text that is put in many times', { old_string: 'a', new_string: 'b\nb\n', replace_all: true }],
    ['of an input nobody knows', { patch: 'a' }],
  ])('are not counted %s', (_what, input) => {
    writeFileSync(join(folder, 'b.ts'), 'a\n');
    const name = Object.keys(input).length === 0 ? 'none.ts' : 'b.ts';
    expect(linesAtMost(input, join(folder, name))).toBeNull();
  });

  it('are none of a cell of a notebook', () => expect(linesAtMost({ new_source: 'a\nb' }, folder)).toBe(0));
});
