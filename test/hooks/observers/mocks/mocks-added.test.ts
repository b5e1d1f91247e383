import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mocksAdded } from '../../../../src/hooks/observers/mocks/mocks.ts';
import { folderWith } from '../../../kit/mocks.ts';
import { patient } from '../../../kit/patience.ts';

const FILE = 'test/a.test.ts';

/** What a call adds to a test that holds a text, or is not there. */
const added = async (before: string | null, toolInput: unknown, path = FILE) => {
  const top = folderWith({});
  const file = join(top, path);
  mkdirSync(dirname(file), { recursive: true });
  if (before !== null) writeFileSync(file, before);
  return mocksAdded({ toolInput, file, path, top });
};

const targets = async (before: string | null, toolInput: unknown, path = FILE) =>
  (await added(before, toolInput, path))?.mocks.map(({ target, line }) => `${line} ${target}`) ?? null;

const edit = (from: string, to: string, more = {}) => ({ old_string: from, new_string: to, ...more });

const DB = "jest.mock('./db');\n";
const MAIL = "jest.mock('./mail');\n";

describe('the mocks that a call adds', () => {
  it('all of a new file', async () => {
    expect(await targets(null, { content: DB + MAIL })).toEqual(['1 ./db', '2 ./mail']);
  });

  it('none that stood there before, wherever they stand now', async () => {
    expect(await targets(DB, { content: `// moved\n\n${DB}` })).toBeNull();
    expect(await targets(DB + MAIL, { content: MAIL + DB })).toBeNull();
    expect(await targets(DB, { content: DB + MAIL })).toEqual(['2 ./mail']);
    expect(await targets(DB, edit("jest.mock('./db');", "jest.mock('./db');\nfoo();"))).toBeNull();
    expect(await targets(`${DB}foo();\n`, edit('foo', 'bar'))).toBeNull();
    expect(await targets(DB, edit(DB, ''))).toBeNull();
  });

  it('a second one of the same kind', async () => {
    expect(await targets(DB, { content: DB + DB })).toEqual(['2 ./db']);
  });

  it('an edit that only changes what is mocked', async () => {
    expect(await targets("jest.mock('fs');\n", edit("'fs'", "'./db'"))).toEqual(['1 ./db']);
  });

  it('an edit that makes a comment or string code', async () => {
    expect(await targets("// jest.mock('./db')\n", edit('// ', ''))).toEqual(['1 ./db']);
    expect(await targets('x = "jest.mock(\'./db\')"', edit('x = "', ''))).toEqual(['1 ./db']);
    expect(await targets('x = "jest.mock(\'./db\')"', edit('x =', 'y ='))).toBeNull();
  });

  it('an edit that takes away what exempted a mock', async () => {
    const exempt = `import x from 'x';\n// @mock-exempt: slow\n${DB}`;
    expect(await targets(exempt, edit('// @mock-exempt: slow\n', ''))).toEqual(['2 ./db']);
    expect(await targets(exempt, edit('slow', '.'))).toEqual(['3 ./db']);
    expect(await targets(exempt, edit('slow', 'costs money'))).toBeNull();
    expect((await added(DB, { content: exempt }))?.mocks[0]?.exempt).toBe('slow');
  });

  it('several edits in a row', async () => {
    const input = { edits: [edit('foo', DB), edit(DB, `${DB}${MAIL}`)] };
    expect(await targets('foo', input)).toEqual(['1 ./db', '2 ./mail']);
  });

  it('each place that an edit of all changes', async () => {
    expect(await targets("f('x');\nf('x');\n", edit("f('x')", "jest.mock('./db')", { replace_all: true }))).toEqual([
      '1 ./db',
      '2 ./db',
    ]);
  });

  it('none of an edit that the host refuses, of a notebook, of an input that is none', async () => {
    expect(await targets('a', edit('gone', DB))).toBeNull();
    expect(await targets('aa', edit('a', DB))).toBeNull();
    expect(await targets(null, { new_source: DB })).toBeNull();
    for (const input of [null, 7, 'x', [], {}, { content: 7 }, { edits: [null] }, { edits: 'x' }]) {
      expect(await targets(null, input)).toBeNull();
    }
  });

  it('says what it is, where it leads and why', async () => {
    expect(
      await added(null, { content: `import fs from 'fs';\n\nvi.mock('../src/db', () => ({}));\nvi.spyOn(fs, 'x');\n` }),
    ).toEqual({
      path: FILE,
      added: 2,
      mocks: [
        {
          target: '../src/db',
          by: 'vi.mock',
          line: 3,
          place: 'internal',
          why: 'a relative path',
          module: 'src/db',
          exempt: null,
        },
        {
          target: 'fs.x',
          by: 'vi.spyOn',
          line: 4,
          place: 'boundary',
          why: 'a module of Node',
          module: 'fs',
          exempt: null,
        },
      ],
      problem: null,
    });
  });

  it('a file in other languages has none', async () => {
    expect(await targets(null, { content: DB }, 'test/a_test.rs')).toBeNull();
    expect(await targets(null, { content: DB }, 'test/fixture')).toBeNull();
  });
});

describe('a mock by hand in __mocks__', () => {
  const write = async (files: Readonly<Record<string, string>>, path: string, content = 'module.exports = {}') => {
    const top = folderWith(files);
    return (await mocksAdded({ toolInput: { content }, file: join(top, path), path, top }))?.mocks.map(
      ({ place, target, exempt }) => `${place} ${target}${exempt === null ? '' : ` (${exempt})`}`,
    );
  };

  it('is one of the module that is called like it', async () => {
    expect(await write({ 'src/db.ts': '' }, 'src/__mocks__/db.ts')).toEqual(['internal db']);
    expect(await write({ 'src/a/db.js': '' }, 'src/__mocks__/a/db.js')).toEqual(['internal a/db']);
  });

  it('is none of the project’s for a package, or nothing', async () => {
    expect(await write({ 'package.json': '{"dependencies":{"axios":"1"}}' }, '__mocks__/axios.js')).toEqual([
      'boundary axios',
    ]);
    expect(await write({}, '__mocks__/fs.js')).toEqual(['boundary fs']);
    expect(await write({}, '__mocks__/gone.js')).toEqual(['unknown gone']);
  });

  it('is exempted at its head, and counts once', async () => {
    expect(await write({ 'src/db.ts': '' }, 'src/__mocks__/db.ts', '// @mock-exempt: slow\nexport {}')).toEqual([
      'internal db (slow)',
    ]);
    expect(await write({ 'src/db.ts': '', 'src/__mocks__/db.ts': 'old' }, 'src/__mocks__/db.ts')).toBeUndefined();
  });
});

describe('texts that are meant to hurt', () => {
  const BIG = 1024 * 1024;

  it.each([
    ['a line of 64 KB', 'a.test.ts', `${'x'.repeat(65_536)}; jest.mock('./db')`],
    ['brackets', 'a.test.ts', `jest.mock('./db');${'('.repeat(20_000)}`],
    ['nested calls', 'a.test.ts', `${'vi.mock('.repeat(5_000)}'./db'${')'.repeat(5_000)}`],
    ['a chain', 'a.test.ts', `jest${".mock('./db')".repeat(5_000)}`],
    ['templates in templates', 'a.test.ts', `${'`${'.repeat(3_000)}jest.mock('./db')`],
    ['elements', 'a.test.tsx', `jest.mock('./db');${'<a>'.repeat(10_000)}`],
    [
      'names that go in circles',
      'a.test.ts',
      `${Array.from({ length: 500 }, (_, i) => `const a${i} = a${(i + 1) % 500};`).join('')} vi.spyOn(a0, 'x')`,
    ],
    ['types', 'a.test.ts', `jest.mock${'<'.repeat(20_000)}`],
    ['an exemption of blanks', 'a.test.ts', `// @mock-exempt${' '.repeat(65_536)}x\njest.mock('./db')`],
    ['classes of an annotation', 'ATest.java', `@MockBean(${'a'.repeat(200_000)}) class A {}`],
    ['an open comment', 'a.test.ts', `jest.mock('./db') /*${'*'.repeat(65_536)}`],
    ['brackets in Python', 'test_a.py', `@patch('a.b')\n${'('.repeat(20_000)}`],
    [
      'indents in Python',
      'test_a.py',
      Array.from({ length: 1_000 }, (_, i) => `${' '.repeat(i)}if patch('a.b'):\n`).join(''),
    ],
    ['a name of many parts', 'test_a.py', `patch('${'a.'.repeat(30_000)}b')`],
    ['decorators', 'test_a.py', `${"@patch('a.b')\n".repeat(5_000)}def test(): pass`],
    ['brackets in Go', 'a_test.go', `package a\nfunc A() { NewMockA${'('.repeat(20_000)}`],
    ['brackets in Java', 'ATest.java', `class A { void a() { mock(A.class)${'.a('.repeat(10_000)}`],
    ['annotations', 'ATest.java', `class A { ${'@Mock '.repeat(10_000)} A a; }`],
    ['annotations in Kotlin', 'ATest.kt', `class A { ${'@MockK '.repeat(20_000)} }`],
    ['blanks in Kotlin', 'ATest.kt', `@MockK ${' '.repeat(65_536)}x`],
    ['brackets in Ruby', 'a_spec.rb', `allow${'('.repeat(20_000)}`],
    ['many in Ruby', 'a_spec.rb', 'allow('.repeat(20_000)],
    ['dots in Ruby', 'a_spec.rb', `${'a.'.repeat(30_000)}stubs(:x)`],
    ['a long name in Ruby', 'a_spec.rb', `allow(${'A::'.repeat(20_000)}B).to receive(:x)`],
  ])('%s', { timeout: patient(20_000) }, async (_name, path, text) => {
    // The processor's time, whatever else the machine does meanwhile.
    const before = process.cpuUsage();
    const result = await added(null, { content: text }, path);
    const { user, system } = process.cpuUsage(before);
    expect(JSON.stringify(result ?? {}).length).toBeLessThan(64 * 1024);
    expect((user + system) / 1000).toBeLessThan(4_000);
  });

  it('a text at the limit is read, one beyond it is not, and says so', async () => {
    const line = 'expect(total([1, 2])).toBe(3);\n';
    const fill = line.repeat(Math.floor((BIG - DB.length) / line.length));
    expect(await targets(null, { content: DB + fill })).toEqual(['1 ./db']);
    expect(await added(null, { content: `${DB}${fill}${line}${line}` })).toEqual({
      path: FILE,
      added: 0,
      mocks: [],
      problem: 'the test is too large to be read',
    });
  });

  it('more mocks than anybody wrote: counted, and the first listed, the project’s own before others', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `jest.mock('${i < 299 ? 'fs' : './db'}');\n`).join('');
    const result = await added(null, { content: many });
    expect(result).toMatchObject({ added: 300 });
    expect(result?.mocks).toHaveLength(40);
    expect(result?.mocks[0]).toMatchObject({ target: './db', place: 'internal', line: 300 });
  });

  it('a FIFO, a folder and a link in the project’s place block nothing', async () => {
    const top = folderWith({ 'test/keep': '' });
    execFileSync('mkfifo', [join(top, 'package.json'), join(top, 'tsconfig.json'), join(top, 'test/db.ts')]);
    mkdirSync(join(top, 'vite.config.ts'));
    const file = join(top, FILE);
    const result = await mocksAdded({ toolInput: { content: `${DB}jest.mock('x')` }, file, path: FILE, top });
    expect(result?.mocks.map(({ place }) => place)).toEqual(['internal', 'unknown']);
    expect(existsSync(file)).toBe(false);
  });
});
