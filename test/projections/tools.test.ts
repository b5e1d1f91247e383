import { describe, expect, it } from 'vitest';
import { looksLikeWriter, toolKind, writtenPath } from '../../src/projections/tools.ts';

describe('the kind of a tool', () => {
  it.each([
    ['Bash', 'shell'],
    ['Write', 'write'],
    ['Edit', 'write'],
    ['MultiEdit', 'write'],
    ['NotebookEdit', 'write'],
    ['Read', 'read'],
    ['Grep', 'read'],
    ['Task', 'agent'],
    ['Agent', 'agent'],
    ['mcp__serena__find_symbol', 'other'],
    ['bash', 'other'],
    ['constructor', 'other'],
    ['__proto__', 'other'],
    [undefined, 'other'],
    [{ name: 'Bash' }, 'other'],
  ])('of %s is %s', (name, kind) => expect(toolKind(name)).toBe(kind));
});

describe('the file that a call writes', () => {
  it.each([
    ['Write', { file_path: 'a.ts' }, 'a.ts'],
    ['Edit', { file_path: 'a.ts', notebook_path: 'b.ipynb' }, 'a.ts'],
    ['NotebookEdit', { notebook_path: 'b.ipynb' }, 'b.ipynb'],
    ['Write', { file_path: 3 }, null],
    ['Write', { path: 'a.ts' }, null],
    ['Write', null, null],
    ['Write', 'a.ts', null],
    ['Read', { file_path: 'a.ts' }, null],
    ['mcp__files__write_file', { file_path: 'a.ts' }, null],
  ])('%s %j is %s', (tool, input, path) => expect(writtenPath(tool, input)).toBe(path));
});

describe('a tool that nobody classified', () => {
  it.each([
    'mcp__serena__insert_after_symbol',
    'mcp__files__write-file',
    'mcp__fs__moveFile',
    'apply_patch',
    'CreateFile',
  ])('looks like a writer: %s', (name) => expect(looksLikeWriter(name)).toBe(true));

  it.each(['mcp__docs__search', 'mcp__x__rewritten', 'Write', 'Read', 'credit', '', 42])(
    'does not look like a writer: %s',
    (name) => expect(looksLikeWriter(name)).toBe(false),
  );
});
