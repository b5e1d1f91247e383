import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindByPolicy } from '../../src/projections/path-patterns.ts';
import { fileKind } from '../../src/projections/source-files.ts';

const generated = (pattern: string, path: string): boolean =>
  kindByPolicy(path, { generated: [pattern] }) === 'generated';

describe('a pattern of a policy', () => {
  it.each([
    // A name, at any depth
    ['*.abc', 'a.abc'],
    ['*.abc', 'src/x/a.ABC'],
    ['schema.ts', 'src/schema.ts'],
    ['gen', 'src/gen/a.ts'],
    ['gen/', 'src/gen/a.ts'],
    ['.abc?', 'x/.abcd'],
    // A path, from the top
    ['src/api', 'src/api/deep/a.ts'],
    ['src/api/', 'src/api/a.ts'],
    ['/src/api/*.ts', 'src/api/a.ts'],
    ['./src/api/*.ts', 'src/api/a.ts'],
    ['src/**/gen', 'src/gen/a.ts'],
    ['src/**/gen', 'src/a/b/gen/c.ts'],
    ['src/**', 'src/a/b.ts'],
    ['**/gen/*.ts', 'gen/a.ts'],
    ['*/gen', 'packages/gen/a.ts'],
    ['/tool', 'tool'],
    ['src/api', 'src\\api\\a.ts'],
  ])('%s names %s', (pattern, path) => expect(generated(pattern, path)).toBe(true));

  it.each([
    ['*.abc', 'a.abcd'],
    ['*.abc', 'abc'],
    ['gen/', 'src/gen'],
    ['gen', 'src/generic/a.ts'],
    ['src/api', 'lib/src/api/a.ts'],
    ['src/api', 'src/apis/a.ts'],
    ['src/api/', 'src/api'],
    ['/src/api/*.ts', 'src/api/x/a.ts'],
    ['/tool', 'bin/tool'],
    ['src/*/gen', 'src/gen/a.ts'],
    ['?.ts', 'ab.ts'],
  ])('%s does not name %s', (pattern, path) => expect(generated(pattern, path)).toBe(false));

  it('says nothing where none names the path', () => expect(kindByPolicy('src/a.ts', { test: ['qa/'] })).toBeNull());

  it('of a kind that asks for less goes first', () => {
    const files = { source: ['src/**'], test: ['src/qa/'], vendored: ['src/qa/lib/'] };
    expect(['src/a.x', 'src/qa/a.ts', 'src/qa/lib/a.ts'].map((path) => kindByPolicy(path, files))).toEqual([
      'source',
      'test',
      'vendored',
    ]);
  });

  it('takes time in proportion to its length and that of the path', () => {
    const pattern = `${'**/*a*/'.repeat(28)}b`;
    const path = `${'aaaa/'.repeat(800)}c`;
    expect(generated(pattern, path)).toBe(false);
    expect(generated(`${'*a'.repeat(90)}b`, 'a'.repeat(4000))).toBe(false);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.string({ maxLength: 60 }), (pattern, path) => {
        fileKind(path, { source: [pattern], other: [`${pattern}/`] });
      }),
    );
  });
});

describe('what a policy says of a file', () => {
  it.each([
    ['src/a.abc', 'source'],
    // A name that is one of source code says nothing of the folders it is in.
    ['test/a.abc', 'test'],
    ['src/a.test.abc', 'test'],
    ['vendor/a.abc', 'vendored'],
    ['dist/a.abc', 'generated'],
    // A place does.
    ['build/tool.ts', 'source'],
    ['build/other.ts', 'generated'],
    ['db/a.sql', 'other'],
    ['qa/a.ts', 'test'],
    ['src/a.ts', 'source'],
    // Nor is what lies in a folder of that name.
    ['x.abc/README.md', 'doc'],
    ['src/api.pb.go', 'generated'],
  ])('%s is %s', (path, kind) => {
    expect(fileKind(path, { source: ['*.abc', '*.go', 'build/tool.ts'], other: ['*.sql'], test: ['qa/'] })).toBe(kind);
  });
});
