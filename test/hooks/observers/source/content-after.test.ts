import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { contentAfter } from '../../../../src/hooks/observers/source/content-after.ts';

const folder = mkdtempSync(join(tmpdir(), 'docket-content-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const file = (text: string | Buffer): string => {
  files += 1;
  const path = join(folder, `f${files}.ts`);
  writeFileSync(path, text);
  return path;
};

const leaves = (text: string | null, input: unknown) =>
  contentAfter(input, text === null ? join(folder, 'none.ts') : file(text));

describe('what a call leaves of a file', () => {
  test.each([
    ['a Write', 'old', { content: 'new\n' }, 'new\n'],
    ['a Write of a new file', null, { content: 'new\n' }, 'new\n'],
    ['an Edit', 'a b a', { old_string: 'b', new_string: 'c$&' }, 'a c$& a'],
    ['an Edit of all', 'a b a', { old_string: 'a', new_string: 'aa', replace_all: true }, 'aa b aa'],
    ['an Edit that begins a file', null, { old_string: '', new_string: 'new\n' }, 'new\n'],
    ['an Edit of an empty file', '', { old_string: '', new_string: 'new\n' }, 'new\n'],
    ['an Edit that takes a line out', 'a\nb\nc\n', { old_string: 'b', new_string: '' }, 'a\nc\n'],
    [
      'edits in order',
      'a',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'b', new_string: 'c' },
        ],
      },
      'c',
    ],
    ['an Edit over line breaks of Windows', 'a\r\nb\r\n', { old_string: 'a\nb', new_string: 'c' }, 'c\n'],
    ['an Edit behind a byte order mark', '\ufeffa', { old_string: 'a', new_string: 'b' }, 'b'],
  ])('%s', (_what, text, input, expected) => {
    expect(leaves(text, input)).toMatchObject({ after: expected, problem: null, exists: text !== null });
  });

  test.each([
    ['a text that is not there', 'a', { old_string: 'b', new_string: 'c' }],
    ['a text that is there twice', 'a a', { old_string: 'a', new_string: 'c' }],
    ['a whole text for a file that has one', 'a', { old_string: '', new_string: 'c' }],
    [
      'a second edit that finds nothing',
      'a',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: 'a', new_string: 'c' },
        ],
      },
    ],
    ['more than fits', 'a'.repeat(1024), { old_string: 'a', new_string: 'b'.repeat(1024 * 1024), replace_all: true }],
    ['a notebook', 'a', { notebook_path: 'x', new_source: 'b' }],
    ['an input nobody knows', 'a', { patch: 'x' }],
    ['no input', 'a', null],
  ])('cannot be told of %s, and says why', (_what, text, input) => {
    const { after: left, problem } = leaves(text, input);
    expect(left).toBeNull();
    expect(problem).not.toBeNull();
  });

  test('says what the call writes', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: 'b', new_string: 'c\r\n' },
    ];
    expect(leaves('a', { edits }).written).toEqual(['b', 'c\n']);
    expect(leaves('a', { content: 'x' }).written).toEqual(['x']);
    expect(leaves('a', { new_source: 'y' }).written).toEqual(['y']);
    expect(leaves('a', {}).written).toBeNull();
  });

  test('a file that is too large, a folder and a pipe are not read', () => {
    const edit = { old_string: 'a', new_string: 'b' };
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [file(Buffer.alloc(3 * 1024 * 1024, 'a')), folder, pipe]) {
      expect(contentAfter(edit, path)).toMatchObject({ exists: true, after: null });
    }
  });
});
