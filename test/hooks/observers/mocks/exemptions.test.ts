import { describe, expect, it } from 'vitest';
import { exemptionsIn } from '../../../../src/hooks/observers/mocks/exemptions.ts';
import { finderFor } from '../../../../src/hooks/observers/mocks/languages.ts';
import { projectFiles } from '../../../../src/hooks/observers/mocks/project-files.ts';

/** What the comments say of each mock: the reason, `unreasoned` or null. */
const exempted = async (text: string, path = 'a.test.ts'): Promise<(string | null)[]> => {
  const file = `/nowhere/at/all/${path}`;
  const found = await finderFor(file)?.({ text, file, files: projectFiles('/nowhere/at/all') });
  if (found === undefined) return [];
  const { of } = exemptionsIn(text, found.comments, found.codeFrom);
  return found.mocks.map(of).map((each) => (each === null || each === 'unreasoned' ? each : each.reason));
};

/** Some code in front, so that a comment does not stand at the head of the file. */
const below = (text: string): string => `import x from 'x';\n${text}`;

const CASES: readonly (readonly [name: string, text: string, expected: readonly (string | null)[]])[] = [
  ['above', below("// @mock-exempt: it sends mail\njest.mock('./db')"), ['it sends mail']],
  [
    'two lines above',
    below("// @mock-exempt: it sends mail\n// and costs money\njest.mock('./db')"),
    ['it sends mail'],
  ],
  ['behind it', below("jest.mock('./db') // @mock-exempt: it sends mail"), ['it sends mail']],
  ['behind its last line', below("jest.mock('./db', () => ({\n  a: 1,\n})) // @mock-exempt: slow"), ['slow']],
  ['before it on its line', below("/* @mock-exempt: slow */ jest.mock('./db')"), ['slow']],
  ['a block above', below("/*\n * @mock-exempt: slow\n */\njest.mock('./db')"), ['slow']],
  ['documentation above', below("/** @mock-exempt: slow */\njest.mock('./db')"), ['slow']],
  ['with a dash', below("// @mock-exempt - slow\njest.mock('./db')"), ['slow']],
  ['with nothing between', below("// @mock-exempt slow\njest.mock('./db')"), ['slow']],
  ['no English', below("// @mock-exempt: 遅い\njest.mock('./db')"), ['遅い']],
  ['no reason', below("// @mock-exempt\njest.mock('./db')"), ['unreasoned']],
  ['no reason behind the colon', below("// @mock-exempt:   \njest.mock('./db')"), ['unreasoned']],
  ['only dots', below("// @mock-exempt: ...\njest.mock('./db')"), ['unreasoned']],
  ['no reason in a block', below("/* @mock-exempt: */\njest.mock('./db')"), ['unreasoned']],
  ['a blank line between', below("// @mock-exempt: slow\n\njest.mock('./db')"), [null]],
  ['code between', below("// @mock-exempt: slow\nfoo();\njest.mock('./db')"), [null]],
  ['behind other code above', below("foo(); // @mock-exempt: slow\njest.mock('./db')"), [null]],
  ['below', below("jest.mock('./db')\n// @mock-exempt: slow"), [null]],
  ['another word', below("// @mock-exempted: slow\njest.mock('./db')"), [null]],
  ['a string', below("const s = '@mock-exempt: slow'; jest.mock('./db')"), [null]],
  ['a string above', below("const s = '// @mock-exempt: slow'\njest.mock('./db')"), [null]],
  ['a string that looks like a comment', below("const s = `\n// @mock-exempt: slow\n`\njest.mock('./db')"), [null]],
  ['one of two', below("// @mock-exempt: slow\njest.mock('./db')\njest.mock('./mail')"), ['slow', null]],
  ['both on a line', below("jest.mock('./db'); jest.mock('./mail') // @mock-exempt: slow"), ['slow', 'slow']],
  [
    'the head of the file',
    "// @mock-exempt: slow\nimport x from 'x';\njest.mock('./db')\njest.mock('./mail')",
    ['slow', 'slow'],
  ],
  ['the head, behind a licence', "/* (c) */\n\n// @mock-exempt: slow\n\njest.mock('./db')", ['slow']],
  ['the head, without a reason', "// @mock-exempt\nimport x from 'x';\njest.mock('./db')", ['unreasoned']],
  ['a reason beats none', "// @mock-exempt\nimport x from 'x';\n// @mock-exempt: slow\njest.mock('./db')", ['slow']],
];

describe('@mock-exempt', () => {
  it.each(CASES)('%s', async (_name, text, expected) => {
    expect(await exempted(text)).toEqual(expected);
  });

  it.each([
    ['test_a.py', "import x\n# @mock-exempt: slow\n@patch('shop.cart.load')\ndef test_a(x): pass", ['slow']],
    [
      'test_a.py',
      "import x\n@patch('shop.cart.load')  # @mock-exempt: slow\n@patch('shop.cart.save')\ndef test_a(x): pass",
      ['slow', null],
    ],
    ['test_a.py', 'import x\n"""@mock-exempt: slow"""\n@patch(\'shop.cart.load\')\ndef test_a(x): pass', [null]],
    ['a_test.go', 'package a\n\nfunc T() {\n\t// @mock-exempt: slow\n\tm := NewMockStore(c)\n}', ['slow']],
    [
      'ATest.java',
      'package a;\nclass ATest {\n  // @mock-exempt: slow\n  @Mock\n  private Cart cart;\n  @Mock Cart other;\n}',
      ['slow', null],
    ],
    ['ATest.kt', 'package a\nclass ATest {\n  // @mock-exempt: slow\n  @MockK\n  lateinit var cart: Cart\n}', ['slow']],
    [
      'a_spec.rb',
      "require 'x'\n# @mock-exempt: slow\nallow(Cart).to receive(:total)\nallow(Cart).to receive(:size)",
      ['slow', null],
    ],
  ])('in %s: %s', async (path, text, expected) => {
    expect(await exempted(text, path)).toEqual(expected);
  });
});
