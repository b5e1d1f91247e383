import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINTERS } from '../../../../src/hooks/observers/lint/linters.ts';

/** Pieces of what linters print, in any order, and of what would keep a careless pattern busy. */
const PIECES = [
  ...[
    'a.ts',
    '/p/a.ts',
    '<stdin>',
    ':1',
    ':9:9',
    ': ',
    ' ',
    '\n',
    '\r',
    '\u2028',
    '[',
    ']',
    '(',
    ')',
    '{"',
    '::error ',
  ],
  ...[
    'title=format',
    ',line=2',
    ',col=3',
    '::',
    'error',
    'warning: ',
    '[error] ',
    'SyntaxError: ',
    'Cannot parse',
    '-->',
  ],
  ...['cannot format ', 'Diff in ', 'F401', 'Style/X', '[*] ', 'é', '\ud800', '\0', '\u001b[31m', 'x'.repeat(300)],
];

const output = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(...PIECES)).map(([a, b]) => (a + b).repeat(10_000)),
  fc.json(),
  fc.json().map((json) => `[{"messages":[${json}],"warnings":[${json}]}]`),
);

describe('what linters print', () => {
  it('is read to the end, whatever it is: findings with a message, or null where it failed without any', () => {
    fc.assert(
      fc.property(output, output, fc.constantFrom(null, 0, 1, 2, 8, 101), (stdout, stderr, code) => {
        for (const { name, read } of LINTERS) {
          const findings = read({ code, stdout, stderr, stopped: null }, '/p/a.ts');
          for (const { line, column, message, rule } of findings ?? []) {
            expect([typeof message, rule === null || typeof rule === 'string'], name).toEqual(['string', true]);
            for (const number of [line, column]) expect(number === null || Number.isFinite(number), name).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is of the file alone: lines about others, however much alike their names, are no findings', () => {
    const lines = ['b.ts', 'xa.ts', '/p/a.tsx', '/q/p/a.ts', 'p/b/a.ts'].map((path) => `${path}:1:1: error: bad [x]`);
    for (const { read, name } of LINTERS.filter((linter) =>
      ['oxlint', 'clippy', 'golangci-lint'].includes(linter.name),
    )) {
      expect(read({ code: 0, stdout: lines.join('\n'), stderr: '', stopped: null }, '/p/a.ts'), name).toEqual([]);
      const own = read(
        { code: 0, stdout: './a.ts:1:1: error: bad [x]\np/a.ts:2: bad', stderr: '', stopped: null },
        '/p/a.ts',
      );
      expect(
        own?.map(({ line }) => line),
        name,
      ).toEqual([1, 2]);
    }
  });
});
