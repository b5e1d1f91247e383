import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mocksAdded } from '../../../../src/hooks/observers/mocks/mocks.ts';
import { folderWith, placesIn } from '../../../kit/mocks.ts';

const PATHS = ['a.test.ts', 'a.test.tsx', 'a.test.js', 'test_a.py', 'a_test.go', 'ATest.java', 'ATest.kt', 'a_spec.rb'];

const PIECES = [
  ...[
    "jest.mock('./db')",
    'vi.spyOn(',
    "@patch('a.b')",
    'mocks.NewMockX(',
    '@Mock Cart c;',
    'mockk<Cart>()',
    'allow(Cart)',
  ],
  ...[
    '.to receive(:x)',
    'import x from "y";',
    'from a import b',
    '`',
    '"',
    "'",
    '${',
    '}',
    '{',
    '(',
    ')',
    '[',
    '<',
    '/*',
    '*/',
  ],
  ...[
    '//',
    '#',
    '\n',
    ' ',
    '=',
    'const x',
    '.',
    ',',
    '@mock-exempt: x',
    '\\',
    '\u{1f600}',
    '\ud800',
    '"""',
    '=>',
    'await ',
  ],
];

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((all) => all.join('')),
);

describe('any text', () => {
  it('is read without a failure, and what is found in it lies in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), text, async (path, content) => {
        const result = await mocksAdded({
          toolInput: { content },
          file: `/nowhere/at/all/${path}`,
          path,
          top: '/nowhere/at/all',
        });
        expect(result?.problem ?? null).toBeNull();
        const lines = content.split('\n').length;
        for (const { line } of result?.mocks ?? []) expect(line >= 1 && line <= lines).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('adds nothing to a file that holds it already', async () => {
    const top = folderWith({});
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PATHS), text, async (path, content) => {
        const file = join(top, path);
        // What cannot be written as it is would be another text.
        const written = Buffer.from(content).toString();
        writeFileSync(file, written);
        expect(await mocksAdded({ toolInput: { content: written }, file, path, top })).toBeNull();
      }),
      { numRuns: 100 },
    );
  });
});

/** Code that holds mocks, by the language's comments and strings. */
const WRAPPERS: readonly (readonly [path: string, code: string, wrap: (text: string) => string])[] = [
  ['a.test.ts', "jest.mock('./db'); vi.spyOn(Date, 'now')", (each) => `// ${each}\nx();`],
  ['a.test.ts', "jest.mock('./db'); vi.spyOn(Date, 'now')", (each) => `/* ${each} */`],
  ['a.test.ts', "jest.mock('./db'); vi.spyOn(Date, 'now')", (each) => `const s = ${JSON.stringify(each)};`],
  ['a.test.ts', "jest.mock('./db'); vi.spyOn(Date, 'now')", (each) => `const s = \`${each}\`;`],
  ['test_a.py', "patch('a.b.c'); monkeypatch.setattr('a.b', f)", (each) => `# ${each}\nx = 1`],
  ['test_a.py', "patch('a.b.c'); monkeypatch.setattr('a.b', f)", (each) => `x = """${each}"""`],
  ['a_test.go', 'x := NewMockStore(c)', (each) => `package a\n// ${each}\nvar s = \`${each}\``],
  [
    'ATest.java',
    'mock(Cart.class); @Mock Cart c;',
    (each) => `class A { /* ${each} */ String s = ${JSON.stringify(each)}; }`,
  ],
  ['ATest.kt', 'mockk<Cart>(); @MockK lateinit var c: Cart', (each) => `// ${each}\nval s = ${JSON.stringify(each)}`],
  ['a_spec.rb', 'allow(Cart).to receive(:x); Cart.stubs(:y)', (each) => `# ${each}\ns = ${JSON.stringify(each)}`],
];

describe('what stands in comments and strings', () => {
  it.each(WRAPPERS)('is no mock: %s, %s', async (path, code, wrap) => {
    expect(await placesIn(wrap(code), path)).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 60 }), fc.nat({ max: 5 }), async (blanks, times) => {
        const wrapped = wrap(`${' '.repeat(blanks)}${code}`);
        expect(await placesIn(Array.from({ length: times + 1 }, () => wrapped).join('\n'), path)).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});
